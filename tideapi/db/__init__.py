"""What the server asks of PostgreSQL: the backend, statements written by hand, fields that lie encrypted.

Why so: docs/why.md#clever.
"""
