"""What one viewer may see of a game: the only way by which anything of a game gets out.

A viewer is a player, or None for a stranger. A private game is open to whoever knows its id until it starts,
and afterwards to its players alone.

snapshot.py  what is read of a game for one viewer, and its entity tag
game.py      what she may see of that
listed.py    what everybody may see of it in a list, and its own player
seat.py      what a seat may see and nobody else
questions.py the questions that wait for a player, over all games
"""
