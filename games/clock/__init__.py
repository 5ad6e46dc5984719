"""Time per turn, banks, hours of play, durations, the database's time.

clock.py     a game's clock as data
hours.py     when it runs, and how far it has come
duration.py  lengths of time as the API writes them
now.py       the database's time
"""
