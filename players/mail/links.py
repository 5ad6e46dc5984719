"""Addresses of this server's pages in mails and other notices.

They come from `TIDE_URL` alone: the client chooses the `Host` of a request.
"""

from urllib.parse import urlsplit

from django.conf import settings


def to_page(path: str = "/") -> str:
    """Return the address of a page of this server, for a reader who is elsewhere."""
    return f"{settings.TIDE_URL.rstrip('/')}{path}"


def server_host() -> str:
    """Return the name of this server in letters: the host of `TIDE_URL`, and its port if it has one."""
    return urlsplit(settings.TIDE_URL).netloc
