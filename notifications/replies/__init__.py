"""Mail that comes in: an answer to a question, read from the first line of a reply.

Each question that is mailed has an address of its own, `play+<secret>@<TIDE_REPLY_DOMAIN>`. Three ways in
(`lmtp.py`, `imap.py`, `services.py`) hand a mail to `receiving.py`, and each says by its own means what has
become of it.
"""
