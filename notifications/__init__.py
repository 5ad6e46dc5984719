"""Telling people what they have not seen: by mail, on a phone, in a chat, at an address of their own.

notice.py      what somebody is told, whatever the channel
channels/      the channels there are, and what one of them promises
receivers.py   where somebody is told: made, tried out, disabled
preferences/   of what, and at which hours
telling/       what is to be told, as rows, and sent when the time has come
words.py       a notice in a title and a sentence
links.py       addresses of pages, as they stand in a notice
subscriptions/ private addresses for what calendar/ and atom/ have
api/           the calls
leaving.py     what of it a player is given, and what becomes of it when she leaves
"""
