"""Who sits where and until when.

lobby.py        a game is opened, joined, started
texts.py        players' texts for the deal
seats.py        seats that are given up, taken back, or handed on
orders.py       standing orders
pauses.py       pauses, agreed by all
vacations.py    vacations of one player
going_on.py     the vote to go on in spite of a vacation
reliability.py  how far a player can be relied on
"""
