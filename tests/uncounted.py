"""Without the server that counts, and with it again."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.test import override_settings

from common.rest import rate_limits


@contextmanager
def uncounted(url: str = "redis://127.0.0.1:1/0", within: float = 10.0) -> Iterator[None]:
    """Counting asks this server, where usually nobody is, and as if it had asked nobody before."""
    with override_settings(CACHE_URL=url, TIDE_CACHE_TIMEOUT_SECONDS=within):
        forget()
        try:
            yield
        finally:
            forget()


def forget() -> None:
    """Drop what is held of the server that counts: connections, expiries, and that it did not answer."""
    rate_limits._connections.cache_clear()
    rate_limits._expiry_set.clear()
    rate_limits.SERVER.note_answer()
