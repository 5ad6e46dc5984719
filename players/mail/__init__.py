"""Mail to players.

letters.py   a letter is written, as a row, within the transaction of what it tells of
sending.py   letters that are due are sent, tried again, and removed
"""
