"""Models of players and what belongs to them: tokens, apps, vacations, letters and exports."""

from players.models.app import App, new_webhook_secret, show_webhook_secret
from players.models.app_rights import AppCode, AppDevice, AppIdentity, AppRefresh, AppToken
from players.models.kept_answer import KeptAnswer
from players.models.mail import Letter, MailServer, ResetRequest, ReturnedMail
from players.models.people import Aversion, Block, Friendship, Mute
from players.models.player import (
    PROFILE_PARTS,
    KeptName,
    Player,
    RecoveryCode,
    Vacation,
    new_vacation_id,
)
from players.models.privacy import AccountDeletion, Archive, Export, new_export_id
from players.models.session import StoredSession
from players.models.token import (
    APP_TOKEN_START,
    TOKEN_START,
    EpochOver,
    Token,
    new_token_id,
    token_digest,
)

__all__ = [
    "APP_TOKEN_START",
    "PROFILE_PARTS",
    "TOKEN_START",
    "AccountDeletion",
    "App",
    "AppCode",
    "AppDevice",
    "AppIdentity",
    "AppRefresh",
    "AppToken",
    "Archive",
    "Aversion",
    "Block",
    "EpochOver",
    "Export",
    "Friendship",
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
    "new_export_id",
    "new_token_id",
    "new_vacation_id",
    "new_webhook_secret",
    "show_webhook_secret",
    "token_digest",
]
