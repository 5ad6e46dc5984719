"""What moves a game: answers, the clock, and what the rules make of a turn.

submission.py  a player's or a bot's answer, sealed or taken back
sealing.py     what an answer is bound to
timing.py      a deadline for each seat
unanswered.py  what is played for a seat that has not answered
advance.py     a turn is closed, and the next questions are put
stand_ins.py   bots for seats that miss too many turns
faults.py      games whose rules raise
ending.py      games that are called off
limits.py      how much one player may do that others notice
record.py      a finished game, whole
"""
