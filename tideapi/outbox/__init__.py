"""What is still to be sent, as rows: the same for webhooks and for all other channels.

queue.py    receivers claimed, one sender each; what is due for one
outcome.py  what came of an attempt: delivered, tried again, given up; receivers that are disabled
sending.py  the sender's round: claims, has something sent, lets others go first
"""
