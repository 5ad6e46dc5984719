"""Signed messages to addresses of the players' own.

addresses.py  which addresses may be sent to: no way leads from here into anybody's own network
post.py       one message over HTTP, to exactly the address that was looked at
signature.py  secrets, and how a message is signed with them
outbox.py     what is to be sent, as rows: handed in, claimed, tried again, given up
sending.py    the sender: claims, sends, and writes down what came of it
"""
