"""What one viewer may see of a game: the only way by which anything of a game gets out.

A viewer is a player, or None for a stranger. A private game is open to whoever knows its id until it starts,
and afterwards to its players alone.
"""
