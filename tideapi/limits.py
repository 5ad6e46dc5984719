"""How many requests an address or a player may make, counted in fixed windows in the broker's server.

The headers are those of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-
ratelimit-headers-10): `RateLimit-Policy` names the quota and its window in seconds, `RateLimit` what is
left of it and in how many seconds it is full again.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import AuthenticationFailed

from players.authentication import caller
from tideapi.errors import respond

log = logging.getLogger(__name__)

API = "/api/v1/"
SAID = 2
"""How often it is said when a counter is to be forgotten."""
SIGN_IN = {"/api/v1/players", "/api/v1/tokens"}


@dataclass(frozen=True, slots=True)
class Usage:
    """What one caller has used of one quota: requests, and seconds until the window ends."""

    policy: str
    quota: int
    period: int
    used: int
    reset: int

    @property
    def left(self) -> int:
        return max(0, self.quota - self.used)


class Limits:
    """Count each call of the API, refuse what is over the limit, and say in every answer what is left."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        usage: Usage | None = request.META.get("tide.usage")
        if usage is not None:
            response["RateLimit-Policy"] = f'"{usage.policy}";q={usage.quota};w={usage.period}'
            response["RateLimit"] = f'"{usage.policy}";r={usage.left};t={usage.reset}'
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        """Count the call. Every address leads to some view, so that every call is counted."""
        if not request.path.startswith(API):
            return None
        # Not before Django knows the view: who calls is found together with what that will need.
        usage = request.META["tide.usage"] = count(*_caller(request))
        if usage.used <= usage.quota:
            return None
        response = respond("throttled", f"Try again in {usage.reset} seconds.")
        response["Retry-After"] = str(usage.reset)
        return response


def count(policy: str, who: str) -> Usage:
    """Count one request. Without the counting server nobody is refused."""
    quota, period = settings.TIDE_LIMITS[policy]
    now = time.time()
    window = int(now // period)
    reset = max(1, math.ceil((window + 1) * period - now))
    key = f"tide:limit:{policy}:{who}:{window}"
    try:
        used = _add_one(key, period + 1)
    except redis.RedisError as error:
        log.warning("Requests are not counted: %s", error)
        used = 0
    return Usage(policy, quota, period, used, reset)


def _caller(request: HttpRequest) -> tuple[str, str]:
    """The quota that a request counts against, and whose it is."""
    # Both are made with a password: a token sent along does not lift their limit.
    if request.method == "POST" and request.path in SIGN_IN:
        return "sign_in", _address(request)
    try:
        found = caller(request)
    except AuthenticationFailed:
        # Guessing at tokens counts against the address, whatever was guessed.
        found = None
    return ("player", str(found[0].pk)) if found else ("address", _address(request))


def _address(request: HttpRequest) -> str:
    """The client's address; behind proxies of our own, the one that the outermost of them saw."""
    seen = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if settings.TIDE_PROXIES and len(seen) >= settings.TIDE_PROXIES:
        return str(seen[-settings.TIDE_PROXIES].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def _add_one(key: str, seconds: int) -> int:
    """Count one up, and forget the count after so many seconds. Gives the count."""
    counters = _counters()
    # On a connection of this thread's own, with nothing around it: every call comes by here.
    if not hasattr(counters, "connection"):
        counters.connection = _connection()
    connection = counters.connection
    try:
        connection.send_command("INCR", key)
        used = int(connection.read_response())
        # Said again, in case that whoever was first has died before she said it.
        if used <= SAID:
            connection.send_command("EXPIRE", key, seconds)
            connection.read_response()
    except BaseException:
        connection.disconnect()  # What it would read next might be the answer to this.
        raise
    return used


@lru_cache(maxsize=1)
def _counters() -> Any:
    return threading.local()


def _connection() -> Any:
    pool = redis.ConnectionPool.from_url(
        settings.CACHE_URL, socket_connect_timeout=1, socket_timeout=1, protocol=2
    )
    return pool.connection_class(**pool.connection_kwargs)
