"""Games in the database: what is read, what is written, and who is notified once it is committed.

loading.py       a game's rows, read in one answer
table.py         one game as a writer has it; a decision changes its rows in memory
unit_of_work.py  what has changed since, written in one statement
rows.py          rows as JSON, on their way to the database and back
serializing.py   how turns, answers and private events stand in a log and a record
notify.py        who is notified after the commit
counters.py      counts for operators
stops.py         how long stops may hold a game up
refusals.py      what is refused of any game
sql/             SQL written by hand, each statement with its plan
"""
