"""For operators: is the process alive, is the server able to play."""

import logging
from collections.abc import Callable
from datetime import timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from rest_framework.exceptions import APIException
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.deadlines import SWEEP
from games.models import Heartbeat
from games.now import now
from tideapi.rest.describe import Answer, call
from tideapi.rest.view import View

log = logging.getLogger(__name__)


class NotReady(APIException):
    status_code = 503
    default_code = "unavailable"


class Alive(View):
    authentication_classes = []
    permission_classes = [AllowAny]

    @call(
        name="healthz",
        tag="health",
        tokenless=True,
        summary="Is the process alive",
        answer=Answer(200, "Health", "It answers.", "Alive"),
    )
    def get(self, request: Request) -> Response:
        return Response({"status": "ok", "checks": {}})


class Ready(View):
    authentication_classes = []
    permission_classes = [AllowAny]

    @call(
        name="readyz",
        tag="health",
        tokenless=True,
        summary="Is the server able to play",
        description="It is when the database and the broker answer and a sweep ran not long ago.",
        answer=Answer(200, "Health", "It is.", "Ready"),
        refuses=("unavailable",),
    )
    def get(self, request: Request) -> Response:
        checks = {"database": _database(), "broker": _broker()}
        checks["sweep"] = _sweep() if checks["database"] == "ok" else "unknown"
        ill = [f"{name} {said}" for name, said in checks.items() if said != "ok"]
        if ill:
            raise NotReady(f"Not ready: {', '.join(ill)}.")
        return Response({"status": "ok", "checks": checks})


def _database() -> str:
    return _asked("database", _select_one, DatabaseError)


def _broker() -> str:
    return _asked("broker", _ping, redis.RedisError)


def _asked(name: str, ask: Callable[[], object], failure: type[Exception]) -> str:
    try:
        ask()
    except failure as error:
        log.warning("Not ready: %s: %s", name, error)
        return "does not answer"
    return "ok"


def _select_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ping() -> None:
    with redis.Redis.from_url(
        settings.BROKER_URL, socket_connect_timeout=1, socket_timeout=1
    ) as broker:
        broker.ping()


def _sweep() -> str:
    beat = Heartbeat.objects.filter(name=SWEEP).first()
    if beat is None:
        return "has not run yet"
    late = now() - beat.at
    if late > timedelta(seconds=settings.TIDE_READY_WITHIN):
        return f"ran {int(late.total_seconds())} seconds ago"
    return "ok"
