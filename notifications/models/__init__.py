"""Models of notifications: webhooks, other receivers, and what is sent to them and received from players."""

from notifications.models.notices import (
    MAIL,
    NoticeCursor,
    Notification,
    NotificationAttempt,
    Preferences,
    Receiver,
)
from notifications.models.received_mail import MailboxPosition, ReceivedMail
from notifications.models.secret_links import AnswerLink, Subscription, new_secret
from notifications.models.webhook import Attempt, Delivery, Webhook
