"""Leaving, and taking it along: what there is of a player, given to her or erased.

parts.py     each room's own parts of what is kept of a player: what is exported, what ends, what stays
own.py       the parts of this app
exporting.py an export, asked for and gathered step by step
archives.py  the zip files of an export
ending.py    an account that is to end: asked for, shown beforehand, taken back
erasing.py   what is done when the time has come
names.py     names that are kept from others for a while
"""
