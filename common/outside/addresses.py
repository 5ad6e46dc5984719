"""Allowed addresses of webhooks: https on the public Internet, and nothing else.

A webhook makes this server call an address of a player's choice. It must not reach what only this server can
reach. So the form of the address is checked when it is given, and its name is resolved and checked each time
that something is sent. The connection then goes to exactly the address that was checked
(`common.outside.post`). With TIDE_PRIVATE_ADDRESSES_ENABLED, for development, all addresses are allowed.

Why so: docs/decisions/outbox.md.
"""

import re
import socket
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings

MAX_URL_LENGTH = 500
"""Characters of an address."""
MIN_OTHER_PORT = 1024
"""Lowest port other than the default one, so that no mail server or the like is called."""
DEFAULT_PORTS = {"https": 443, "http": 80}

# IANA's special-purpose registries (RFC 6890): networks that are not public, or lead elsewhere.
_SET_APART_4 = [
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",  # behind a provider's own translation
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",  # relays to 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
]
_UNICAST = IPv6Network("2000::/3")
_SET_APART_6 = [
    IPv6Network(network)
    for network in (
        "2001::/23",  # Teredo among others, which has an IPv4 address inside
        "2001:db8::/32",
        "2002::/16",  # 6to4, the same
        "3fff::/20",
    )
]
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""The network in which an IPv4 address is written where there is no IPv4 (RFC 6052)."""

_NAME = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"([0-9]+|0x[0-9a-f]*)", re.IGNORECASE)

MAX_LOOKUPS = 64
"""Lookups at once in one process, including those that timed out and still run."""

_places = threading.BoundedSemaphore(MAX_LOOKUPS)


class BadAddress(Exception):
    """Nothing can be sent there; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of an address. `path` includes the query."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return host and port for the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = self.port == DEFAULT_PORTS["https" if self.secure else "http"]
        return host if usual else f"{host}:{self.port}"


def read(url: str) -> Target:
    """Parse an address and check its form. Raises `BadAddress`."""
    if len(url) > MAX_URL_LENGTH or not re.fullmatch(r"[!-~]+", url) or "\\" in url:
        raise BadAddress("An address is made of at most 500 printable characters of ASCII.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddress("This is not an address.") from None
    scheme = parts.scheme.lower()
    if scheme != "https" and not (scheme == "http" and settings.TIDE_PRIVATE_ADDRESSES_ENABLED):
        raise BadAddress("An address begins with https://.")
    if "@" in parts.netloc:
        raise BadAddress("No username or password may stand in an address.")
    if "#" in url:
        raise BadAddress("An address for messages has no part after a #.")
    if port is None:
        port = DEFAULT_PORTS[scheme]
    elif (
        port != DEFAULT_PORTS[scheme]
        and port < MIN_OTHER_PORT
        and not settings.TIDE_PRIVATE_ADDRESSES_ENABLED
    ):
        raise BadAddress(f"The port is left out, or above {MIN_OTHER_PORT - 1}.")
    _check_host(host)
    path = parts.path or "/"
    return Target(scheme == "https", host, port, f"{path}?{parts.query}" if parts.query else path)


def normalize(url: str) -> Target | str:
    """Return the parts of an address, the same for all ways of writing it; an invalid one as it is."""
    try:
        return read(url)
    except BadAddress:
        return url


def resolve_host(target: Target, seconds: float) -> list[str]:
    """Return the present addresses of the host."""
    try:
        addresses = look_up(target.host, target.port, seconds)
    except TimeoutError:
        raise
    except (OSError, UnicodeError):
        addresses = []
    # The same answer for names that are unknown and names that are private: which, is not told.
    if not addresses or not all(map(is_allowed, addresses)):
        raise BadAddress("The host has no public address.")
    return addresses


def is_allowed(address: str) -> bool:
    return bool(settings.TIDE_PRIVATE_ADDRESSES_ENABLED) or is_public(ip_address(address))


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether this address means the same machine everywhere on the Internet."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SET_APART_4)
    if address.scope_id is not None:
        return False
    if address in _TRANSLATED:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in _UNICAST and not any(address in network for network in _SET_APART_6)


def _check_host(host: str) -> None:
    try:
        address = ip_address(host)
    except ValueError:
        pass
    else:
        if not is_allowed(host):
            raise BadAddress(f"{address} is no public address.")
        return
    last = host.rpartition(".")[2]
    # A name that ends in a number may be an IPv4 address in one of its old spellings.
    if not _NAME.fullmatch(host) or _NUMBER.fullmatch(last):
        raise BadAddress("The host is a name, or an IP address in its usual form.")
    if "." not in host and not settings.TIDE_PRIVATE_ADDRESSES_ENABLED:
        raise BadAddress("The host is a name of the public Internet, with a dot in it.")


def look_up(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of a host, each once.

    The system's resolver takes no limit, and asks a name server that does not answer for up to half a minute.
    Raises `TimeoutError` when the seconds are over, and what the system's resolver raises (`OSError`,
    `UnicodeError`).
    """
    until = time.monotonic() + seconds
    if not _places.acquire(timeout=max(0.0, seconds)):
        raise TimeoutError
    found: Future[list[str]] = Future()
    thread = threading.Thread(target=_ask_resolver, args=(host, port, found), daemon=True)
    try:
        thread.start()
    except RuntimeError:
        _places.release()
        raise
    return found.result(timeout=max(0.0, until - time.monotonic()))


def _ask_resolver(host: str, port: int, found: "Future[list[str]]") -> None:
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        found.set_result(list(dict.fromkeys(str(entry[4][0]) for entry in entries)))
    except Exception as error:  # noqa: BLE001  The caller raises it.
        found.set_exception(error)
    finally:
        _places.release()
