"""Access to PostgreSQL: the backend, hand-written statements, and encrypted fields.

Why so: docs/decisions/database.md.
"""
