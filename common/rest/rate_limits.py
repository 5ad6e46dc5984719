"""Rate limits of addresses and players, counted in fixed windows in a server beside the database.

It may lose its data, and it may be away: then nothing is counted, and no call is refused.

The headers are those of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-
ratelimit-headers-10): `RateLimit-Policy` names the quota and its window in seconds, `RateLimit` what is
left of it and in how many seconds it is full again.
"""

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import redis
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import ngettext
from redis.backoff import NoBackoff
from redis.retry import Retry
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.settings import api_settings

from common.rest.client import client_address
from common.rest.errors import ApiError
from common.rest.outages import CircuitBreaker

EXPIRY_INTERVAL_SECONDS = 10
"""How often a process sets the expiry of a limit's counts: the server may have lost them since."""
SERVER = CircuitBreaker("The server that counts", redis.RedisError)
_expiry_set = dict[str, float]()
"""The interval in which this process has last set the expiry of each limit's counts."""
API = "/api/v1"
SIGN_IN = {
    "players:player-list",
    "players:me-token-list",
    "players:guests",
    "oauth2_provider:device-authorization",
    "session_guest",
    "admin:login",
    "admin:password_change",
    "account_login",
    "account_signup",
    "account_reauthenticate",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_from_key",
    "account_recover",
    "account_leave",
    "mfa_authenticate",
    "mfa_reauthenticate",
    "mfa_login_webauthn",
    "socialaccount_signup",
}
"""Routes that ask for a password, or for what does in its place, or make an account."""
FOR_MACHINES = {"/healthz", "/readyz", "/metrics"}
"""Monitoring must not be refused because of others, nor for calling by an address instead of a name."""
PICTURES = "/pictures/"
"""A client fetches a hundred at once, and then never again; each is made once in a process."""
USAGE = "tide.usage"
"""Where a call's environment says what was counted. A long poll is one call, however often it is made."""


@dataclass(frozen=True, slots=True)
class Usage:
    """A caller's use of one quota: the count, and seconds until the window ends."""

    policy: str
    quota: int
    period: int
    used: int
    reset: int
    counter: tuple[str, str]
    """The hash in the server, and its field."""

    @property
    def over(self) -> bool:
        return self.used > self.quota

    @property
    def rate_headers(self) -> dict[str, str]:
        left = max(0, self.quota - self.used)
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.quota};w={self.period}',
            "RateLimit": f'"{self.policy}";r={left};t={self.reset}',
        }

    def raise_if_over(self, why: str = "") -> None:
        """Raise `ApiError` (`throttled`) where more is used than the quota allows."""
        if self.used > self.quota:
            words = ngettext(
                "Try again in {seconds} second.", "Try again in {seconds} seconds.", self.reset
            )
            again = words.format(seconds=self.reset)
            headers = {**self.rate_headers, "Retry-After": str(self.reset)}
            raise ApiError("throttled", f"{why} {again}".lstrip(), headers=headers)


def count_call(request: HttpRequest) -> None:
    """Count a call, once. Raises `ApiError` (`throttled`)."""
    if request.path in FOR_MACHINES or request.path.startswith(PICTURES):
        return
    usage: Usage | None = request.META.get(USAGE)
    if usage is None:
        usage = request.META[USAGE] = count_use(*_find_quota(request))
    usage.raise_if_over()


def _find_quota(request: HttpRequest) -> tuple[str, str]:
    """The quota that a request counts against, and whose it is."""
    match = request.resolver_match
    # A password is enough to get in, so a token sent along does not lift the limit of these.
    if request.method == "POST" and match and match.view_name in SIGN_IN:
        return "sign_in", client_address(request)
    if not request.path.startswith(API):
        return "address", client_address(request)
    # As the view that answers finds the player: some views read more in the same query.
    view = getattr(match and match.func, "cls", None)
    classes: Sequence[Any] = getattr(view, "authentication_classes", ())
    usual: Sequence[Any] = api_settings.DEFAULT_AUTHENTICATION_CLASSES
    try:
        found = (classes or usual)[0]().authenticate(request)
    except AuthenticationFailed:
        # Guessing at tokens counts against the address, whatever was guessed.
        found = None
    return ("player", str(found[0].pk)) if found else ("address", client_address(request))


def count_use(policy: str, caller: str) -> Usage:
    """Count one more against a quota of `TIDE_LIMITS`. Where nothing is counted, nothing is used."""
    quota, period = settings.TIDE_LIMITS[policy]
    now = time.time()
    window = int(now // period)
    reset = max(1, math.ceil((window + 1) * period - now))
    # One hash for all callers: a key for each would need an expiry for each, which is a second round trip.
    key = f"tide:limit:{policy}:{window}"
    used = ask_server("HINCRBY", key, caller, 1)
    interval = now // min(period, EXPIRY_INTERVAL_SECONDS)
    if used and _expiry_set.get(policy) != interval and ask_server("EXPIRE", key, period + 1):
        _expiry_set[policy] = interval
    return Usage(policy, quota, period, int(used or 0), reset, (key, caller))


def take_back(usage: Usage) -> None:
    """Have this one not counted after all."""
    if usage.used:
        ask_server("HINCRBY", *usage.counter, -1)


def ask_server(*command: str | int) -> Any:
    """Return the server's answer to a command, None if it does not answer soon."""
    return SERVER.call_server(lambda: get_connection().execute_command(*command))  # type: ignore[no-untyped-call]


def get_connection() -> "redis.Redis":
    """This thread's own connection to the server; one that the server has closed is opened once more."""
    mine = _connections()
    if not hasattr(mine, "client"):
        within = settings.TIDE_CACHE_TIMEOUT_SECONDS
        mine.client = redis.Redis.from_url(
            settings.CACHE_URL,
            socket_connect_timeout=within,
            socket_timeout=within,
            retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
            protocol=2,
            decode_responses=True,
            single_connection_client=True,
        )
    found: redis.Redis = mine.client
    return found


@lru_cache(maxsize=1)
def _connections() -> threading.local:
    return threading.local()
