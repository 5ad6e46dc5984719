"""Seed, commitments, the hash chain.

seed.py    where chance comes from
chain.py   commitments, and the chain of a game's log
naming.py  whom an event names
"""
