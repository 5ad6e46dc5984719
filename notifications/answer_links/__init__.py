"""Moves by one click: a page that shows an answer and a button, without a sign-in and without a script.

Its address is known to one player alone, is about one question, and is good until that turn closes. GET and
HEAD only show; a POST makes the move.
"""
