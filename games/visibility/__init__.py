"""A game as one viewer may see it: the only way by which anything of a game gets out.

A viewer is a player, or None for a stranger. A private game is open to all who know its id until it starts,
and afterwards to its players alone.
"""
