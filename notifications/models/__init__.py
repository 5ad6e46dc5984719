"""The rows of what people are told and answer: where, when, and what of it is done."""

from notifications.models.asked import AskedByMail
from notifications.models.preferences import MutedGame, Preferences
from notifications.models.received import ReceivedMail
from notifications.models.receiver import Receiver, new_receiver_id
from notifications.models.subscription import Subscription
from notifications.models.telling import Telling, TellingAttempt, new_telling_id

__all__ = [
    "AskedByMail",
    "MutedGame",
    "Preferences",
    "ReceivedMail",
    "Receiver",
    "Subscription",
    "Telling",
    "TellingAttempt",
    "new_receiver_id",
    "new_telling_id",
]
