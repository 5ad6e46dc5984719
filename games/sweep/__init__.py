"""What happens without a call: due turns, bots' moves, operators' commands.

deadlines.py  turns that are due
botplay.py    bots' moves
sandbox.py    a game's own time, moved by who tests a client
replay.py     a finished game, played once more
explain.py    the state of one game's clock, in words
"""
