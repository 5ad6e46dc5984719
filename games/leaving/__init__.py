"""What games keep of a player: given to her when she takes everything along, ended when she leaves.

enrolment.py   the parts (`players.leaving.parts`)
games.py       her games as she may see them, with the records of those that are over
events.py      her feed, and the standing orders that she has left
seats.py       her seats given up, by the doors that she would use herself
deliveries.py  her name in what was sent to others' webhooks
"""
