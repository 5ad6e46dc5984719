"""Messages at a table: beside the game, in no log and no record.

Why so: docs/decisions/log-and-proof.md.
"""
