"""A move by one press: a page that shows a card and a button, without a sign-in and without a script.

Its address is known to one person alone, is about one question, and is good until that turn closes. GET and
HEAD only show; a POST makes the move.
"""
