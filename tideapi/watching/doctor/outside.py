"""Checks of other servers: the broker, the mail server, and incoming mail."""

import socket
from collections.abc import Iterator

import redis
from django.conf import settings

from tideapi.watching import backlogs
from tideapi.watching.doctor.findings import Finding

CONNECT_TIMEOUT = 3.0
"""Seconds for a connection."""


def broker_answers() -> Iterator[Finding]:
    try:
        with backlogs.broker_client() as broker:
            broker.ping()
    except redis.RedisError as error:
        said = f"The broker does not answer: {error}"
        what = "Start Valkey, or correct BROKER_URL. Calls are answered; deadlines and bots wait."
        yield Finding("broker-away", said, what)


def mail_server_answers() -> Iterator[Finding]:
    """Check a mail server; a service's API is known only when it is used."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return
    place = settings.EMAIL_HOST, settings.EMAIL_PORT
    if why := _connect_error(place):
        said = f"The mail server {place[0]}:{place[1]} does not answer: {why}"
        yield Finding("mail-server-away", said, "Correct MAIL_URL. Letters wait, none is lost.")


def mail_in_answers() -> Iterator[Finding]:
    if not settings.TIDE_REPLY_DOMAIN or settings.TIDE_IMAP_URL:
        return
    host, _, port = settings.TIDE_MAILIN_ADDRESS.rpartition(":")
    place: str | tuple[str, int] = (
        (host, int(port)) if port.isdigit() else settings.TIDE_MAILIN_ADDRESS
    )
    if why := _connect_error(place):
        said = f"Nobody takes replies by mail at {settings.TIDE_MAILIN_ADDRESS}: {why}"
        yield Finding(
            "no-mailin", said, "Start `manage.py mailin`. Your mail server keeps replies."
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
