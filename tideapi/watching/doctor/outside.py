"""Who else has to answer: the broker, the mail server, and what takes replies."""

import socket
from collections.abc import Iterator

import redis
from django.conf import settings

from tideapi.watching import queues
from tideapi.watching.doctor.finding import Finding

WITHIN = 3.0
"""Seconds that somebody has to take a connection."""


def broker_answers() -> Iterator[Finding]:
    try:
        with queues.broker() as broker:
            broker.ping()
    except redis.RedisError as error:
        said = f"The broker does not answer: {error}"
        what = "Start Valkey, or correct BROKER_URL. Calls are answered; deadlines and bots wait."
        yield Finding("broker-away", said, what)


def mail_server_answers() -> Iterator[Finding]:
    """For a mail server; of a service's API nothing is known until it is used."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return
    place = settings.EMAIL_HOST, settings.EMAIL_PORT
    if why := _refused(place):
        said = f"The mail server {place[0]}:{place[1]} does not answer: {why}"
        yield Finding("mail-server-away", said, "Correct MAIL_URL. Letters wait, none is lost.")


def mail_in_answers() -> Iterator[Finding]:
    if not settings.TIDE_REPLY_DOMAIN or settings.TIDE_IMAP_URL:
        return
    host, _, port = settings.TIDE_MAILIN.rpartition(":")
    place: str | tuple[str, int] = (host, int(port)) if port.isdigit() else settings.TIDE_MAILIN
    if why := _refused(place):
        said = f"Nobody takes replies by mail at {settings.TIDE_MAILIN}: {why}"
        yield Finding(
            "no-mailin", said, "Start `manage.py mailin`. Your mail server keeps replies."
        )


def _refused(place: str | tuple[str, int]) -> str:
    """Why nobody takes a connection there; nothing if somebody does."""
    try:
        if isinstance(place, str):
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(WITHIN)
                probe.connect(place)
        else:
            socket.create_connection(place, WITHIN).close()
    except OSError as error:
        return str(error)
    return ""
