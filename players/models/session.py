"""Sessions of pages: the database has digests of their keys, and their content encrypted.

A session holds the state of its browser: the key of an authenticator that is being set up, the key of a link
that resets a password, a form that waits until its player has signed in again.
"""

import base64
import logging
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as InDatabase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import transaction

from common.db import encrypted
from common.db.digested import DigestField

log = logging.getLogger(__name__)


class StoredSession(AbstractBaseSession):
    """Django's own table of sessions, whose keys are digests."""

    session_key = DigestField(max_length=40, primary_key=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False
        managed = False
        db_table = "django_session"

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        return SessionStore


class SessionStore(InDatabase):
    """Django's store in the database, which writes nothing usable."""

    @classmethod
    def get_model_class(cls) -> type[StoredSession]:
        return StoredSession

    def encode(self, session_dict: dict[str, Any]) -> str:
        plain = self.serializer().dumps(session_dict)
        return base64.b64encode(encrypted.encrypt_bytes(plain)).decode()

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        """Return the content of a session; one that no key opens is empty, so its player signs in again."""
        try:
            plain = encrypted.decrypt_token(base64.b64decode(session_data))
        except (encrypted.WrongKey, ValueError):
            log.warning("No key of TIDE_KEYS opens a session.")
            return {}
        found: dict[str, Any] = self.serializer().loads(plain)
        return found


@transaction.atomic
def reseal_sessions() -> int:
    """Encrypt all sessions under the first key, remove those that no key opens; return how many are left."""
    rows = list(StoredSession.objects.select_for_update())
    lost = []
    for session in rows:
        try:
            token = encrypted.renew_token(base64.b64decode(session.session_data))
        except (encrypted.WrongKey, ValueError):
            lost.append(session.pk)
        else:
            session.session_data = base64.b64encode(token).decode()
    StoredSession.objects.filter(pk__in=lost).delete()
    kept = [session for session in rows if session.pk not in lost]
    StoredSession.objects.bulk_update(kept, ["session_data"], batch_size=500)
    return len(kept)
