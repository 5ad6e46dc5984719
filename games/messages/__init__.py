"""What people at a table write to each other: beside the game, in no log and no record.

Why so: docs/why.md#outside-the-log.
"""
