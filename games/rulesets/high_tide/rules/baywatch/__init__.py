"""Baywatch: nine tiles, gained by low dice, that bend the rules once."""
