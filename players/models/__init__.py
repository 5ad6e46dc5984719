"""Players, and what is theirs: tokens, vacations, kept answers, webhooks with what is sent to them."""

from players.models.app import App, AppCode, AppDevice, AppIdentity, AppRefresh, AppToken
from players.models.kept_answer import KeptAnswer
from players.models.player import USERNAME_PATTERN, Player
from players.models.token import (
    APP_TOKEN_START,
    TOKEN_START,
    EpochOver,
    Token,
    digest,
    new_token_id,
)
from players.models.vacation import Vacation, new_vacation_id
from players.models.webhook import (
    Attempt,
    Delivery,
    Webhook,
    new_message_id,
    new_webhook_id,
    new_webhook_secret,
)

__all__ = [
    "APP_TOKEN_START",
    "TOKEN_START",
    "USERNAME_PATTERN",
    "App",
    "AppCode",
    "AppDevice",
    "AppIdentity",
    "AppRefresh",
    "AppToken",
    "Attempt",
    "Delivery",
    "EpochOver",
    "KeptAnswer",
    "Player",
    "Token",
    "Vacation",
    "Webhook",
    "digest",
    "new_message_id",
    "new_token_id",
    "new_vacation_id",
    "new_webhook_id",
    "new_webhook_secret",
]
