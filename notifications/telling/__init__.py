"""What somebody is to be told: found in her feed, written as rows, and sent when the time has come.

occasions.py      an event of a feed, and what there is to be told of it
questions.py      what a player is asked at this moment
handing_over.py   what is new in a feed, as rows for each receiver
outbox.py         the rows: how receivers are claimed, and what goes together
looking.py        what of it is true when it is sent
sending.py        the sender
"""
