"""The bots of Turn the Tide.

careful.py      plays the rest of the stage many times in its mind, at random or by habit
seen.py         what a seat knows, remembering what it was shown before
facts.py        that in numbers, of the table and of each card
network.py      how good a card is by these numbers; strong_weights.json was learned by playing,
                careful_weights.json from what careful has played
strong.py       draws a card by that
expert.py       plays out what strong thinks of, in compiled code where that is installed;
                others may play as strong or as careful does
"""
