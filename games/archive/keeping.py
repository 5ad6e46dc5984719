"""Where the bytes of archived games lie: in the database's row, or in a store that the operator names.

What lies in a store is encrypted as it would be in the row, and the row says how long it is and its SHA-256.

Why so: docs/why.md#archive-store.
"""

import logging
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import transaction

from games.models import ArchivedGame
from games.rules.refusal import Refusal
from tideapi.db import encrypted

log = logging.getLogger(__name__)

ALIAS = "archive"
"""The name of the store among Django's STORAGES."""


def laid_down(game_id: str, packed: bytes) -> ArchivedGame:
    """The row of a game that is archived, not saved yet; what is for a store is there when this returns."""
    if ALIAS not in settings.STORAGES:
        return ArchivedGame(game_id=game_id, content=packed, length=len(packed))
    return _stored(ArchivedGame(game_id=game_id), encrypted.encrypt(packed))


def content(row: ArchivedGame) -> bytes:
    """What `laid_down` was given. Raises `Refusal` (`unavailable`) where the store has not the same."""
    if row.key is None:
        return bytes(row.content)
    found = _fetched(row.key)
    if (
        found is None
        or len(found) != row.length
        or sha256(found).digest() != bytes(row.digest or b"")
    ):
        log.error("The archive of game %s is not in its store, or is another one.", row.game_id)
        raise Refusal("unavailable", "The archive of this game cannot be read now.")
    return encrypted.decrypt(found)


def forget(row: ArchivedGame) -> None:
    """Take what was laid down for a row out of its store again."""
    if row.key is not None:
        store().delete(row.key)


def reseal(after: str) -> str | None:
    """Encrypt the next object of the store with the first key; the game's id, None if there is no more.

    The old object goes once the row names the new one.
    """
    found = ArchivedGame.objects.filter(key__isnull=False, pk__gt=after).order_by("pk").first()
    if found is None:
        return None
    old = ArchivedGame(game_id=found.game_id, key=found.key)
    _stored(found, encrypted.encrypt(content(found)))
    with transaction.atomic():
        found.save(update_fields=["key", "length", "digest"])
        transaction.on_commit(lambda: forget(old))
    return str(found.game_id)


def _stored(row: ArchivedGame, token: bytes) -> ArchivedGame:
    row.digest, row.length = sha256(token).digest(), len(token)
    row.key = store().save(f"{row.game_id}/{row.digest.hex()[:16]}.zst", ContentFile(token))
    return row


def _fetched(key: str) -> bytes | None:
    try:
        with store().open(key) as file:
            read: Any = file.read()
            return bytes(read)
    # A store of any kind may raise what it likes; to whoever reads, all of it is the same.
    except Exception as error:  # noqa: BLE001
        log.warning("The store of archived games: %s", type(error).__name__)
        return None


def store() -> Storage:
    """The operator's store. Raises what Django or the store has to say where its settings are wrong."""
    return storages[ALIAS]
