"""Access tokens of the table, which a browser's session gives to the page, for an hour at most.

A token is derived from the session's secret key and the time. So all tabs that ask in the same half hour get
the same one, and nothing usable of it is stored. The database deletes it together with the session.
"""

import hmac
import time
from base64 import urlsafe_b64encode
from datetime import UTC, datetime

from django.conf import settings
from django.db import IntegrityError, transaction

from players.models import APP_TOKEN_START, App, AppToken, Player, token_digest
from players.models.app import TABLE

SCOPES = "game:read game:play game:host message:read message:write notice:write profile:write"


def issue_token(session_key: str, player: Player) -> tuple[str, datetime, bool] | None:
    """Return the token of this session and time, when it expires, and whether it is new.

    None if the session or the player's epoch has ended since they were read.
    """
    half = settings.TIDE_OAUTH_ACCESS_TOKEN_MINUTES * 30
    slot = int(time.time()) // half
    made = hmac.digest(
        session_key.encode(), f"players.page_session {player.pk} {slot}".encode(), "sha256"
    )
    token = APP_TOKEN_START + urlsafe_b64encode(made).decode().rstrip("=")
    expires = datetime.fromtimestamp((slot + 2) * half, UTC)
    known = AppToken.good().filter(user=player.pk, token_checksum=token_digest(token).hex())
    if known.exists():
        return token, expires, False
    app_token = AppToken(
        token_checksum=token_digest(token).hex(),
        user=player,
        application_id=_app_id(),
        scope=SCOPES,
        expires=expires,
        session=session_key,
        epoch=player.epoch,
    )
    try:
        with transaction.atomic():
            # Another tab may ask at the same moment.
            AppToken.objects.bulk_create([app_token], ignore_conflicts=True)
    except IntegrityError:
        return None
    return (token, expires, True) if known.exists() else None


def _app_id() -> int:
    """Return the id of the table's row, which is made when it is first needed."""
    rows = App.objects.filter(client_id=TABLE).values_list("pk", flat=True)
    if (found := rows.first()) is not None:
        return int(found)
    table = App(
        client_id=TABLE,
        name="The table of this server",
        client_type=App.CLIENT_PUBLIC,
        client_secret="",
        hash_client_secret=False,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
    )
    App.objects.bulk_create([table], ignore_conflicts=True)
    return int(rows.get())
