"""The id of a call, by which its answer and its lines in the log are found together.

Why so: docs/decisions/limits.md.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "X-Request-Id"
SENT = "HTTP_X_REQUEST_ID"
"""The header as WSGI names it."""
PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""What is taken from outside: nothing else may reach a log."""
_current = ContextVar("request_id", default="-")


def current_id() -> str:
    """The id of the call that is being made, a hyphen outside of calls."""
    return _current.get()


@contextmanager
def use_id(sent: str) -> Iterator[str]:
    """Within it a call has the id that a proxy has sent, or a new one where that is not plain."""
    before = _current.set(sent if PLAIN.fullmatch(sent) else secrets.token_hex(8))
    try:
        yield _current.get()
    finally:
        _current.reset(before)
