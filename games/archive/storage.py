"""The storage of archived games: in the database's row, or in a store that the operator names.

An object in a store is encrypted as in the row, and the row has its length and its SHA-256.
"""

import errno
import logging
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import transaction

from common.db import encrypted
from common.rest.errors import ApiError
from games.models import ArchivedGame

log = logging.getLogger(__name__)

ALIAS = "archive"
"""The name of the store among Django's STORAGES."""
BATCH = 500
"""The number of ids per statement."""
CANNOT_SYNC = {errno.EBADF, errno.EINVAL}
"""The errors of a file system without fsync, as some shares have none for folders."""


def laid_down(game_id: str, packed: bytes) -> ArchivedGame:
    """Write an archived game to the store, if any, and return its unsaved row."""
    if ALIAS not in settings.STORAGES:
        return ArchivedGame(game_id=game_id, content=packed, length=len(packed))
    return _store_object(ArchivedGame(game_id=game_id), encrypted.encrypt_bytes(packed))


def read_content(row: ArchivedGame) -> bytes:
    """Return the bytes of an archived game. Raises `ApiError` (`unavailable`) if the store has others."""
    if row.key is None:
        return bytes(row.content)
    found = _fetch_object(row.key)
    if (
        found is None
        or len(found) != row.length
        or sha256(found).digest() != bytes(row.digest or b"")
    ):
        log.error("The archive of game %s is not in its store, or is another one.", row.game_id)
        raise ApiError("unavailable", "The archive of this game cannot be read now.")
    return encrypted.decrypt_token(found)


def delete_object(row: ArchivedGame) -> None:
    """Delete the object of a row from its store."""
    if row.key is not None:
        archive_store().delete(row.key)


def in_store() -> Iterator[str]:
    """Yield the ids of all archived games that are in the store, in order."""
    rows = (
        ArchivedGame.objects.filter(key__isnull=False).order_by("pk").values_list("pk", flat=True)
    )
    last = ""
    while some := list(rows.filter(pk__gt=last)[:BATCH]):
        yield from some
        last = some[-1]


def reencrypt_object(game_id: str) -> None:
    """Encrypt a game's object in the store with the first key.

    The old object goes once the row names the new one. Raises `ApiError` (`unavailable`) and `WrongKey`.
    """
    found = ArchivedGame.objects.filter(key__isnull=False, pk=game_id).first()
    if found is None:
        return
    old = ArchivedGame(game_id=found.game_id, key=found.key)
    _store_object(found, encrypted.encrypt_bytes(read_content(found)))
    with transaction.atomic():
        found.save(update_fields=["key", "length", "digest"])
        transaction.on_commit(lambda: delete_object(old))


def _store_object(row: ArchivedGame, token: bytes) -> ArchivedGame:
    row.digest, row.length = sha256(token).digest(), len(token)
    row.key = archive_store().save(f"{row.game_id}/{row.digest.hex()[:16]}.zst", ContentFile(token))
    _make_durable(row.key)
    return row


def _make_durable(key: str) -> None:
    """Sync an object to disk if the store is a folder: its rows are deleted next."""
    try:
        path = Path(archive_store().path(key))
    except NotImplementedError:  # What is no folder answers when it has the object.
        return
    for one in (path, *path.parents[: len(Path(key).parts)]):
        handle = os.open(one, os.O_RDONLY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in CANNOT_SYNC:
                raise
        finally:
            os.close(handle)


def _fetch_object(key: str) -> bytes | None:
    try:
        with archive_store().open(key) as file:
            read: Any = file.read()
            return bytes(read)
    # A store may raise any exception; for the reader all of them mean the same.
    except Exception as error:  # noqa: BLE001
        log.warning("The store of archived games: %s", type(error).__name__)
        return None


def archive_store() -> Storage:
    """Return the operator's store. Raises an exception of Django or the store for wrong settings."""
    return storages[ALIAS]
