"""The table that this server itself serves (`web/`): who plays in a browser, and with which token.

Why so: docs/why.md#table-signs-in.
"""
