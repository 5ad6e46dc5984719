"""Mail to players.

letters.py    a letter is written, as a row, within the transaction of what it tells of
language.py   in which language she is written to
resets.py     letters that reset a password, for whoever has the address that was named
sending.py    letters that are due are sent, tried again, and removed
transport.py  messages handed to the mail server, of letters and of everything else
server.py     whether the mail server is away, known once for all of them
links.py      addresses of this server's pages in mails
reachable.py  addresses from which mail comes back
"""
