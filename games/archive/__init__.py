"""Archived games: the history of a finished game as one row. `games.archiving` writes it.

Why so: docs/decisions/archive.md.
"""
