"""Checks of the configuration that no system check can make: keys, links and mail servers."""

import socket
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from common.db import encrypted
from games.models import Game
from tideapi.watching.doctor.findings import Finding

CONNECT_TIMEOUT = 3.0
"""Seconds for a connection."""


def links_are_encrypted() -> Iterator[Finding]:
    if not settings.DEBUG and settings.TIDE_URL.startswith("http:"):
        message = f"TIDE_URL is {settings.TIDE_URL}: links in mails lead to a page without TLS."
        what = "Put TLS in front, and set TIDE_URL to https://…."
        yield Finding("links-without-tls", message, what, "warning")


def key_opens_what_is_sealed() -> Iterator[Finding]:
    """Check the keys on the oldest and the newest game, and on a row of each encrypted column.

    A key may have been lost, a new one set alone, or an old one dropped too early.
    """
    for what, rows in _find_encrypted_columns():
        try:
            for closed in rows[:1]:
                encrypted.decrypt_token(closed.token)
        except encrypted.WrongKey:
            message = f"No key of TIDE_KEYS opens what is sealed in {what}."
            way_out = "Put the key back with which it was encrypted: TIDE_KEYS=new,old. No such game goes on."
            yield Finding("wrong-key", message, way_out)
            return


def _find_encrypted_columns() -> list[tuple[str, "QuerySet[Any, Any]"]]:
    """Return names of encrypted columns, each with its secrets."""
    games = [
        (f"the {which} game", Game.objects.order_by(order).values_list("server_seed", flat=True))
        for which, order in (("oldest", "created_at"), ("newest", "-created_at"))
    ]
    every = [
        (
            f"{model._meta.db_table}.{name}",  # noqa: SLF001  Public by documentation.
            model._base_manager.exclude(**{name: None}).order_by("pk").values_list(name, flat=True),  # noqa: SLF001
        )
        for model, names in encrypted.encrypted_columns()
        for name in names
    ]
    return games + every


def mail_server_answers() -> Iterator[Finding]:
    """Check a mail server; a service's API is known only when it is used."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return
    place = settings.EMAIL_HOST, settings.EMAIL_PORT
    if why := _connect_error(place):
        message = f"The mail server {place[0]}:{place[1]} does not answer: {why}"
        yield Finding("mail-server-away", message, "Correct MAIL_URL. Letters wait, none is lost.")


def mail_in_answers() -> Iterator[Finding]:
    if not settings.TIDE_REPLY_DOMAIN or settings.TIDE_IMAP_URL:
        return
    host, _, port = settings.TIDE_MAILIN_ADDRESS.rpartition(":")
    place: str | tuple[str, int] = (
        (host, int(port)) if port.isdigit() else settings.TIDE_MAILIN_ADDRESS
    )
    if why := _connect_error(place):
        message = f"Nobody takes replies by mail at {settings.TIDE_MAILIN_ADDRESS}: {why}"
        yield Finding(
            "no-mailin", message, "Start `manage.py mailin`. Your mail server keeps replies."
        )


def _connect_error(place: str | tuple[str, int]) -> str:
    """Return why no connection is accepted there; empty if one is."""
    try:
        if isinstance(place, str):
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(CONNECT_TIMEOUT)
                probe.connect(place)
        else:
            socket.create_connection(place, CONNECT_TIMEOUT).close()
    except OSError as error:
        return str(error)
    return ""
