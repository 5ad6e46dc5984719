"""Feeds: the numbered events of a game and of a player, and how they reach clients."""
