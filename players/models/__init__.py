"""Models of players and what belongs to them: tokens, apps, vacations, letters and exports."""

from players.models.app import App, new_webhook_secret, show_webhook_secret
from players.models.app_rights import AppCode, AppDevice, AppIdentity, AppRefresh, AppToken
from players.models.door import Admission, SignUpCode
from players.models.kept_answer import KeptAnswer
from players.models.mail import Letter, MailServer, ResetRequest, ReturnedMail
from players.models.moderation import Appeal, ModerationAct
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
