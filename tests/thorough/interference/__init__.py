"""Two worlds that differ only in what somebody may not know give her the same answers, byte by byte.

world.py      a world: people, what is secret in it, and how one of two things is done in secret
courses.py    what happens in every world, moment by moment
boxes.py      what is to be known of each game for that: actions and orders that differ
hidden.py     who may not know what, and which of it differs in which twin world
calls.py      every call of the OpenAPI document, filled in with good bodies and with bad ones
answers.py    what a viewer is answered and sent: calls, streams, webhooks
operators.py  what operators see: pages, logs, tasks, figures, a dump of the database
comparing.py  two worlds side by side: what differs, and how much was compared
leaks.py      faults to plant, one of each kind, to see that they are found

`python -m tests.thorough.interference --help` compares more than the tests do.
"""
