"""Notices by mail: what a mail says, how it looks, and what becomes of mail that nobody wants or gets.

facts.py          what there is to be said of one notice, in the reader's language
leads.py          what a notice is about, in a sentence
writing.py        facts as a message: text first, HTML beside it
headers.py        what mail programs go by: threads, lists, ways out
channel.py        the channel
unsubscribing.py  the page that a link in each mail leads to
returned.py       what a service says of mail that came back (players.mail.returned)
previews.py       a page with the mails of a server that sends none, for development
"""
