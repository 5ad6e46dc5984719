"""Feeds: the numbered events of a game, and of a player over all her games, and how they reach clients.

home.py      a player's games, and how far her feed goes
feed.py      pages of a feed, and how a player's feed gets its numbers
envelope.py  the one form in which an event is shown
webhooks.py  a player's feed handed over to her webhooks
streams/     long polls and server-sent events
"""
