"""Models of players and what belongs to them: tokens, apps, vacations, letters, exports and webhooks."""

from players.models.account_deletion import Ending
from players.models.app import App
from players.models.app_rights import AppCode, AppDevice, AppIdentity, AppRefresh, AppToken
from players.models.export import Archive, Export, new_export_id
from players.models.hand_over import HandOver
from players.models.kept_answer import KeptAnswer
from players.models.kept_name import KeptName
from players.models.letter import Letter
from players.models.mail_server import MailServer
from players.models.people import Aversion, Block, Friendship, Mute
from players.models.player import PROFILE_PARTS, Player
from players.models.recovery_code import RecoveryCode
from players.models.reset_request import ResetRequest
from players.models.returned_mail import ReturnedMail
from players.models.session import StoredSession
from players.models.token import (
    APP_TOKEN_START,
    TOKEN_START,
    EpochOver,
    Token,
    new_token_id,
    token_digest,
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
    "PROFILE_PARTS",
    "TOKEN_START",
    "App",
    "AppCode",
    "AppDevice",
    "AppIdentity",
    "AppRefresh",
    "AppToken",
    "Archive",
    "Attempt",
    "Aversion",
    "Block",
    "Delivery",
    "Ending",
    "EpochOver",
    "Export",
    "Friendship",
    "HandOver",
    "KeptAnswer",
    "KeptName",
    "Letter",
    "MailServer",
    "Mute",
    "Player",
    "RecoveryCode",
    "ResetRequest",
    "ReturnedMail",
    "StoredSession",
    "Token",
    "Vacation",
    "Webhook",
    "new_export_id",
    "new_message_id",
    "new_token_id",
    "new_vacation_id",
    "new_webhook_id",
    "new_webhook_secret",
    "token_digest",
]
