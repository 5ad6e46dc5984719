"""The games, a folder each, on what they share: the contract, the kit, checks.

Rules and bots are pure, frozen, and on the standard library alone.
"""
