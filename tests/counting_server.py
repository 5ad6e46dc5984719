"""The server that counts requests: another one than usual, or none."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import override_settings

from common.rest import rate_limits


@contextmanager
def counting_server(url: str = "redis://127.0.0.1:1/0", timeout: float = 10.0) -> Iterator[None]:
    """Have requests counted by this server, where usually none answers, as if none had been asked before."""
    with override_settings(CACHE_URL=url, TIDE_CACHE_TIMEOUT_SECONDS=timeout):
        forget_counters()
        try:
            yield
        finally:
            forget_counters()


def forget_counters() -> None:
    """Drop what is held of the server that counts: connections, expiries, and that it did not answer."""
    rate_limits._connections.cache_clear()
    rate_limits._expiry_set.clear()
    rate_limits.SERVER.note_answer()
