"""Usernames that no new account gets: they would pass for the server, its operator, or a bot.

An account that has such a name keeps it.
"""

import re
from collections.abc import Callable, Iterable

from django.conf import settings

_WORDS = """
account accounts admin administrator all anonymous anybody anyone api bot bots deleted everybody everyone
guest guests help host me moderator nobody none null oauth official operator owner player players
root server somebody someone staff sysadmin system tide tideapi undefined
"""
_MAILBOXES = """
abuse ftp hostmaster info mail mailerdaemon marketing news noc noreply postmaster sales security support
usenet uucp webmaster www
"""
"""Mailboxes of a domain's operator (RFC 2142), and of its machines."""
RESERVED = frozenset([*_WORDS.split(), *_MAILBOXES.split()])
DELETED = "deleted-"
"""Prefix of the names of accounts that have ended."""
PREFIXES = (DELETED, "guest-")
"""Prefixes of names that only the server gives."""

_ALIKE = str.maketrans("i10_", "llo-")
_SEPARATORS = re.compile(r"[-_.]")
_NUMBERED_BOT = re.compile(rf"(.+){'bot'.translate(_ALIKE)}[lo2-9]*")
"""A bot's name at a table, such as `Careful bot 2`, without its separators."""
_bots: list[Callable[[], Iterable[str]]] = []


def reserve_bots(bots: Callable[[], Iterable[str]]) -> None:
    """Reserve the names that this function returns: those of the bots of all games."""
    _bots.append(bots)


def username_look(username: str) -> str:
    """Return the look of a username: the same for all that are easily taken for one another."""
    return username.lower().translate(_ALIKE).replace("m", "rn").replace("vv", "w")


def is_reserved(username: str) -> bool:
    """Return whether a name looks like a reserved one, with any separators."""
    plain = _plain_look(username)
    bots = {_plain_look(name) for names in _bots for name in names()}
    words = {_plain_look(name) for name in (*RESERVED, *settings.TIDE_RESERVED_NAMES)}
    numbered = _NUMBERED_BOT.fullmatch(plain)
    if plain in words | bots or (numbered is not None and numbered[1] in bots):
        return True
    starts = {_plain_look(prefix) for prefix in PREFIXES}
    return any(
        _plain_look(username[: at.start()]) in starts for at in _SEPARATORS.finditer(username)
    )


def _plain_look(username: str) -> str:
    """Return the look of a name without its separators."""
    return username_look(_SEPARATORS.sub("", username))
