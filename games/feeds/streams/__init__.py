"""Long polls and streams: thousands of subscribers in one process, and one reading of each event for all.

feeds.py    what can be subscribed to: the log of a game, a player's own feed, as messages
buffer.py   the newest messages of one feed, read once for all its subscribers
buffers.py  the buffers of one process, as long as each has subscribers, and which have to be refreshed
listener.py one connection that listens to PostgreSQL's notifications
hub.py      the subscriptions of one process, and how many there may be at once
"""
