"""Mail that comes in: an answer to a question, read from the first line of a reply.

Each question that is mailed has an address of its own, `play+<secret>@<TIDE_REPLY_DOMAIN>`. Three ways in
(`lmtp.py`, `imap.py`, `services.py`) hand a mail to `receiving.py`, and each says by its own means what has
become of it.

address.py     the address of a question, and the secret in an address
parsing.py     a mail as far as it matters here
text.py        what its sender has written, without what is quoted
html.py        the same where there is HTML alone
commands.py    that line as a wish
proof.py       whether it comes from whom it says
automatic.py   mail that no person has written
returned.py    reports of mail that did not arrive
receiving.py   what becomes of a mail
doing.py       a wish, done
telling.py     what is written back
lmtp.py, imap.py, services.py   the ways in
"""
