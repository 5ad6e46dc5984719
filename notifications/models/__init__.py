"""Models of notifications: receivers, preferences, deliveries, answer links and feed addresses."""

from notifications.models.asked import AskedByMail
from notifications.models.notification import Telling, TellingAttempt, new_telling_id
from notifications.models.preferences import Preferences
from notifications.models.received import ReceivedMail
from notifications.models.receiver import Receiver, new_receiver_id
from notifications.models.subscription import Subscription

__all__ = [
    "AskedByMail",
    "Preferences",
    "ReceivedMail",
    "Receiver",
    "Subscription",
    "Telling",
    "TellingAttempt",
    "new_receiver_id",
    "new_telling_id",
]
