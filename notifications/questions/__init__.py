"""Questions that people were told of, to be answered from where they were told.

secrets.py   a question's secret: made, found, given up after a while
choices.py   the legal answers as a person reads and writes them
looking.py   what a question is now, and the answers to it in words
acting.py    sealing one of them, and taking it back: by the same door as the API
"""
