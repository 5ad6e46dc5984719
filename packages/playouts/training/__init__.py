"""The training of the bot `strong` for Turn the Tide: compiled here, never where games are played.

Why so: docs/decisions/bots.md.
"""
