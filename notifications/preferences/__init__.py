"""Preferences of a player: which notifications, in which channels, and at which hours."""
