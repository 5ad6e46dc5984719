"""Signed messages to addresses of the players' own.

addresses.py  which addresses may be sent to: none in anybody's private network
lookups.py    addresses of a host, looked up within a time limit
post.py       one message over HTTP, to exactly the address that was checked
signature.py  secrets, and how a message is signed with them
outbox.py     messages to be sent, as rows: handed in, claimed, tried again, given up
sending.py    the sender: claims, sends, and notes the outcome
"""
