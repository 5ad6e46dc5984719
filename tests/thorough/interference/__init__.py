"""Proof that nothing about a sealed card can be told from any response, event, time, header or log line.

The same game is played twice, in two variants that differ only in what somebody may not know: a sealed
card, a hand, an order, an address. Whatever that viewer can get must be the same, byte by byte: each call
of the OpenAPI document (a new one is made by itself), streams, webhooks, mails, and what operators see.

secret_kinds.py    what is secret, from whom, and the variants in which it differs
scenario.py        the people, the game, and how one of two things is done in secret
script.py          what happens in each variant, moment by moment
calls.py           each call of the document, filled in with good bodies and with bad ones
responses.py       what a viewer is answered and sent: calls, streams, webhooks, mails
operator_views.py  what operators see: pages, logs, tasks, figures, a dump of the database
comparison.py      two variants side by side: what differs, and how much was compared
planted_faults.py  one fault of each kind, which the comparison has to find

`python -m tests.thorough.interference` compares more than the tests do.
"""
