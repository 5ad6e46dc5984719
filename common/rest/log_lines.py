"""A line of the log: what it is about, and how it is written.

What it is about is held here, in context variables: the call, the game, and the task of a worker. Code that
writes to the log need not name them. The call's id is in its answer too, so both are found together.

Why so: docs/decisions/operations.md, docs/decisions/limits.md.
"""

import logging
import re
import secrets
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import orjson
from django.urls import ResolverMatch

from common.rest.outages import is_away

REQUEST_ID_HEADER = "X-Request-Id"
REQUEST_ID_SENT = "HTTP_X_REQUEST_ID"
"""The header as WSGI names it."""
PLAIN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What is taken from outside: nothing else may reach a log."""
OUTAGE_INTERVAL_SECONDS = 60.0
NOWHERE = "rest"
"""What the part of an address is called that leads nowhere (tideapi/urls.py)."""

_request_id = ContextVar("request_id", default="-")
_game = ContextVar("game", default="-")
_task = ContextVar("task", default="-")


def current_id() -> str:
    """The id of the call that is being made, a hyphen outside of calls."""
    return _request_id.get()


@contextmanager
def use_id(sent: str) -> Iterator[str]:
    """Within it a call has the id that a proxy has sent, or a new one where that is not plain."""
    before = _request_id.set(sent if PLAIN_ID.fullmatch(sent) else secrets.token_hex(8))
    try:
        yield _request_id.get()
    finally:
        _request_id.reset(before)


@contextmanager
def log_about(game: str) -> Iterator[None]:
    """Name this game in the lines of a block, a hyphen for none; `set_game` may name another in it."""
    before = _game.set(game)
    try:
        yield
    finally:
        _game.reset(before)


def set_game(game: str) -> None:
    """From here on lines are about this game, until the `log_about` in which this is called ends."""
    _game.set(game)


def begin_task(own: str) -> None:
    """From here on lines are of this task; a worker does one after the other in a thread."""
    _task.set(own)


def end_task() -> None:
    _task.set("-")


class StampFilter(logging.Filter):
    """Notes in each line to which call, game and task it belongs; a hyphen for none."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_id()
        record.game = _game.get()
        record.task = _task.get()
        return True


class OutageFilter(logging.Filter):
    """Write that the database is away as one line a minute, not as a traceback for each task."""

    def __init__(self) -> None:
        super().__init__()
        self._silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not is_away(error):
            return True
        if monotonic() < self._silent_until:
            return False
        self._silent_until = monotonic() + OUTAGE_INTERVAL_SECONDS
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = "The database is away: %s", (str(error).partition("\n")[0],)
        record.exc_info = None
        return True


class JsonFormatter(logging.Formatter):
    """A line as one JSON object. It has these members and no others, whatever else a library has added.

    `request`, `game` and `task` are left out where there is none.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = {
            "request": getattr(record, "request_id", "-"),
            "game": getattr(record, "game", "-"),
            "task": getattr(record, "task", "-"),
        }
        line |= {name: value for name, value in known.items() if value != "-"}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return orjson.dumps(line, option=orjson.OPT_NON_STR_KEYS, default=str).decode()


def route_pattern(match: ResolverMatch | None) -> str:
    """Return the pattern of the address that a call came to, without what stands in its places."""
    return str(match.route) if match and NOWHERE not in match.kwargs else "-"


def describe_place(error: Exception) -> str:
    """Return the class of an error and the lines of its traceback.

    Its message is left out, because it may hold secret cards.
    """
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([type(error).__name__, *lines])
