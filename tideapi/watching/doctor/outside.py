"""Checks of other processes: broker, mail servers, workers, and beat, which is known by its effects."""

import socket
from collections.abc import Iterator

import redis
from django.conf import settings

from tideapi.celery import app
from tideapi.watching import backlogs
from tideapi.watching.doctor import clock
from tideapi.watching.doctor.findings import Finding

CONNECT_TIMEOUT = 3.0
"""Seconds for a connection."""
ANSWER_TIMEOUT = 2.0
"""Seconds that workers have to answer; they do so between two tasks."""
MISSED = {
    "clock": ("no-worker", "No deadline is kept", "celery -A tideapi worker"),
    "celery": ("no-worker", "No bot moves", "celery -A tideapi worker"),
    "hooks": (
        "no-hooks",
        "No mail, no notice and nothing to webhooks is sent",
        "celery -A tideapi worker --queues hooks",
    ),
    "thinkers": (
        "no-thinkers",
        "The clock plays for bots that think long",
        "celery -A tideapi worker --queues thinkers",
    ),
}
"""By queue: the finding without a worker, and the command that starts one."""


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


def _find_served_queues() -> set[str]:
    """Return the queues that have a worker. Raises `redis.RedisError` if the broker is away."""
    backlogs.queue_lengths()  # Celery itself would try for long to reach a broker that is away.
    answers = app.control.inspect(timeout=ANSWER_TIMEOUT).active_queues() or {}
    return {queue["name"] for worker in answers.values() for queue in worker}


def somebody_works() -> Iterator[Finding]:
    taken = _find_served_queues()
    for queue in backlogs.QUEUES:
        if queue not in taken:
            id_, missed, command = MISSED[queue]
            said = f"{missed}: no worker of the queue {queue} has answered."
            yield Finding(id_, said, f"Start `{command}`: docs/operators/install.md#what-runs.")


def beat_rings() -> Iterator[Finding]:
    """Check beat: with a waiting worker and an empty queue a late sweep means that beat is away."""
    late = clock.sweep_late()
    if (
        late is not None
        and not backlogs.queue_lengths()["clock"]
        and "clock" in _find_served_queues()
    ):
        said = "Beat has not rung for the clock, although a worker waits for it."
        yield Finding(
            "no-beat", said, "Start `celery -A tideapi beat`: docs/operators/install.md#what-runs."
        )
