"""Seed, commitments, the hash chain.

seed.py    where chance comes from
chain.py   commitments, and the chain of a game's log
nonces.py  what hides a sealed answer in its commitment
naming.py  whom an event names
"""
