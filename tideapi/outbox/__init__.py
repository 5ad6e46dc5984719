"""What is still to be sent, as rows: the same for webhooks and for all other channels.

models.py     what all receivers and messages have in common; how a receiver that fails is left alone
queue.py      receivers claimed, one sender each; what is due for one
outcome.py    what came of an attempt: delivered, tried again, given up
receivers.py  receivers enabled, disabled and deleted
sending.py    the sender's round: claims, has something sent, lets others go first
"""
