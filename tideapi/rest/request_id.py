"""The id of a call, by which its answer and its lines in the log are found together.

Why so: docs/why.md#own-id.
"""

import logging
import re
import secrets
from contextvars import ContextVar

HEADER = "X-Request-Id"
SENT = "HTTP_X_REQUEST_ID"
"""The header as WSGI names it."""
PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What is taken from outside: nothing else may reach a log."""
_current = ContextVar("request_id", default="-")


def current() -> str:
    """The id of the call that is being made, a hyphen outside of calls."""
    return _current.get()


def begin(sent: str) -> str:
    """The id of a call that begins in this thread or task: what a proxy has sent, or a new one.

    It stays until the next call begins there: Django has something to say of a call after its answer.
    """
    own = sent if PLAIN.fullmatch(sent) else secrets.token_hex(8)
    _current.set(own)
    return own


class Stamp(logging.Filter):
    """Notes in each line of the log to which call it belongs."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current()
        return True
