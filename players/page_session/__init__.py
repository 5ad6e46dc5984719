"""The session of the table that this server serves (`web/`): its player, and its token.

Why so: docs/decisions/sign-in.md.
"""
