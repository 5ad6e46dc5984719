"""Private addresses of a player's, for her calendar and her reader of news.

rows.py      made, renewed, ended, and found by what stands in them
api.py       the calls
"""
