"""Archived games: the history of a finished game as one row. `games.background.archiving` writes it.

Why so: docs/decisions/archive.md.
"""
