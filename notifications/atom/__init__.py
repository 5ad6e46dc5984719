"""News in the form that readers of news fetch (Atom, RFC 4287).

document.py   entries, and the document that is made of them
public.py     public games, those of one player, and the log of one: for everybody
mine.py       what happens in a player's own games: at a private address
views.py      where they are
"""
