"""For operators: is the process alive, is the server able to play."""

import logging
from collections.abc import Callable
from datetime import timedelta
from threading import Event, Lock
from time import monotonic
from typing import Annotated, TypedDict

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.db import migrations
from common.rest.errors import ApiError
from common.rest.responses import problems, typed_response
from common.rest.shapes import KnownValues
from common.rest.view import View
from games.background.due_turns import SWEEP
from games.models import Heartbeat
from tideapi.watching import backlogs

log = logging.getLogger(__name__)

GOOD_FOR = 1.0
"""Seconds for which what was found is told again."""
GOOD_MEANWHILE = 10.0
"""The same, while another call waits for a server that does not answer."""


class HealthBody(TypedDict):
    status: Annotated[str, KnownValues(["ok"]), "State of the server."]
    checks: Annotated[dict[str, str], "Result of each check."]


def show_health(checks: dict[str, str]) -> HealthBody:
    return {"status": "ok", "checks": checks}


class Alive(View):
    authentication_classes = []
    permission_classes = []

    @extend_schema(
        operation_id="check_health",
        tags=["health"],
        responses={
            200: typed_response(HealthBody, "The process is alive.", "Alive"),
        },
    )
    def get(self, request: Request) -> Response:
        """Check that the process lives.

        Answers while the process runs.
        """
        return Response(show_health({}))


class Ready(View):
    authentication_classes = []
    permission_classes = []

    @extend_schema(
        operation_id="check_readiness",
        tags=["health"],
        responses={
            200: typed_response(HealthBody, "The server is ready.", "Ready"),
            **problems("unavailable"),
        },
    )
    def get(self, request: Request) -> Response:
        """Check that the server can play.

        Answers 200 when the database and the broker answer, all migrations are applied, and a sweep ran
        recently, otherwise 503.
        """
        checks = NEWEST.checks()
        ill = [f"{name} {state}" for name, state in checks.items() if state != "ok"]
        if ill:
            raise ApiError("unavailable", _("Not ready: {names}.").format(names=", ".join(ill)))
        return Response(show_health(checks))


class Newest:
    """The newest result of the checks, which run once a second at most, one call at a time.

    So many calls cost an ill server as little as one does, and none of them needs to be counted.
    """

    def __init__(self) -> None:
        self._looking = Lock()
        self._found: tuple[float, dict[str, str]] | None = None

    def checks(self) -> dict[str, str]:
        """Each check by its name: `ok`, or what is wrong."""
        known = self._found
        good_for = GOOD_MEANWHILE if self._looking.locked() else GOOD_FOR
        if known is not None and monotonic() - known[0] < good_for:
            return known[1]
        with self._looking:
            if self._found is not known and self._found is not None:
                return self._found[1]
            checks = _check_all()
            self._found = monotonic(), checks
        return checks

    def forget(self) -> None:
        self._found = None


MIGRATED = Event()
"""Set once all migrations are applied. A newer release on the disk may bring more, which are not ours."""
NEWEST = Newest()


def _check_all() -> dict[str, str]:
    checks = {
        "database": _check_server("database", _select_one, DatabaseError),
        "broker": _check_server("broker", _ping_broker, redis.RedisError),
    }
    checks["migrations"] = _check_migrations() if checks["database"] == "ok" else "unknown"
    checks["sweep"] = _check_sweep() if checks["migrations"] == "ok" else "unknown"
    return checks


def _check_server(name: str, ask: Callable[[], object], failure: type[Exception]) -> str:
    try:
        ask()
    except failure as error:
        log.warning("Not ready: %s: %s", name, error)
        return "does not answer"
    return "ok"


def _select_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ping_broker() -> None:
    with backlogs.broker_client() as broker:
        broker.ping()


def _check_migrations() -> str:
    if not MIGRATED.is_set():
        if unapplied := migrations.find_unapplied():
            return f"{len(unapplied)} are not applied"
        MIGRATED.set()
    return "ok"


def _check_sweep() -> str:
    late = Heartbeat.objects.age(SWEEP)
    if late is None:
        return "has not run yet"
    if late > timedelta(seconds=settings.TIDE_MAX_SWEEP_AGE_SECONDS):
        return f"ran {int(late.total_seconds())} seconds ago"
    return "ok"
