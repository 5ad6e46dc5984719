"""The calls about what one is told, and where.

preferences.py  of what, at which hours, in which language; and nothing of one game
receivers.py    where; what was told there, and with which outcome
schema.py       what is sent and answered, as JSON Schemas
urls.py         which address leads where
"""
