"""Signals of accounts and apps, for the apps above."""

from django.dispatch import Signal

epoch_ended = Signal()
"""Sent in the transaction in which a new password or the end of the account may sign a `player` out."""
act_recorded = Signal()
"""Sent when a moderator has done something (`act`), in the transaction, under the player lock."""
app_ended = Signal()
"""Sent when a player ends an app (`player`, `app`), in the transaction, under the player lock."""
rights_given = Signal()
"""Sent after the commit when an app with an endpoint has got a token (`app`, `player`: keys of rows)."""
