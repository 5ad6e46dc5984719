"""Models of notifications: receivers, preferences, deliveries, answer links and feed addresses."""

from notifications.models.answer_link import AnswerLink
from notifications.models.notification import Notification, NotificationAttempt, new_telling_id
from notifications.models.preferences import Preferences
from notifications.models.received import MailboxPosition, ReceivedMail
from notifications.models.receiver import Receiver, new_receiver_id
from notifications.models.subscription import Subscription

__all__ = [
    "AnswerLink",
    "MailboxPosition",
    "Notification",
    "NotificationAttempt",
    "Preferences",
    "ReceivedMail",
    "Receiver",
    "Subscription",
    "new_receiver_id",
    "new_telling_id",
]
