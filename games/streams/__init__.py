"""Streams and long polls: thousands of hearers in one process, and one reading of each event for all.

feeds.py  what is heard: the log of a game, or a player's own feed, as messages
tail.py   the newest messages of one feed, read once for all who hear it
ear.py    one connection that listens to what PostgreSQL calls out
places.py how many may hear or wait at once, in all and each
hub.py    who hears what: bells, looking round
"""
