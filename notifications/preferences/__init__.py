"""How somebody wants to be told: of what, where, and at which hours.

switches.py   whether a kind is told in a channel
hours.py      when it is told: at once, with a digest, after quiet hours
choosing.py   her preferences, read and changed
"""
