"""Mail that comes in: an answer to a question, read from the first line of a reply.

Each mailed question has an address of its own, `play+<secret>@<TIDE_REPLY_DOMAIN>`. LMTP, IMAP and mail
services pass a mail to `mail_handler.receive`, and each reports the outcome by its own means.
"""
