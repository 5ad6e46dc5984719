"""A line of the log: what it is about, and how it is written.

What it is about is held here, in context variables: the call (`tideapi.rest.request_id`), the game, and the
task of a worker. Whoever writes to the log need not name them.

Why so: docs/why.md#log-lines.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import orjson
from django.urls import ResolverMatch

from tideapi.rest import request_id
from tideapi.rest.outage import away

OUTAGE_INTERVAL_SECONDS = 60.0
NOWHERE = "rest"
"""What the part of an address is called that leads nowhere (tideapi/urls.py)."""

_game = ContextVar("game", default="-")
_task = ContextVar("task", default="-")


@contextmanager
def about(game: str) -> Iterator[None]:
    """Within it lines are about this game, a hyphen for none; `turn_to` may name another one meanwhile."""
    before = _game.set(game)
    try:
        yield
    finally:
        _game.reset(before)


def turn_to(game: str) -> None:
    """From here on lines are about this game, until the `about` in which this is called ends."""
    _game.set(game)


def begin_task(own: str) -> None:
    """From here on lines are of this task; a worker does one after the other in a thread."""
    _task.set(own)


def end_task() -> None:
    _task.set("-")


class Stamp(logging.Filter):
    """Notes in each line to which call, game and task it belongs; a hyphen for none."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.current()
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
        if error is None or not away(error):
            return True
        if monotonic() < self._silent_until:
            return False
        self._silent_until = monotonic() + OUTAGE_INTERVAL_SECONDS
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = "The database is away: %s", (str(error).partition("\n")[0],)
        record.exc_info = None
        return True


class Json(logging.Formatter):
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


def route(match: ResolverMatch | None) -> str:
    """Return the pattern of the address that a call came to, without what stands in its places."""
    return str(match.route) if match and NOWHERE not in match.kwargs else "-"
