"""Finished games that are one row: what was in their log, their turns, answers, stages and private events.

history.py      all that has happened in a game
packing.py      a game's history as compressed bytes, and back
derived.py      what follows from the rest, and so is not kept
compact.py      columns written so that they compress well
keeping.py      where the bytes lie: in the row, or in a store of the operator's
reading.py      the history of one archived game; who may see it is decided before, by `games.visibility`

Games are archived by `games.archiving`.

Why so: docs/why.md#archived.
"""
