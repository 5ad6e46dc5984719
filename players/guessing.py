"""How often one may be wrong about a password.

Wrong passwords are counted for each account, wherever they come from, because addresses cost little. Too
many of them shut the account for everybody, its player included. But an address from which she has
signed in before has a count of its own, so there she still gets in. Her tokens go on working.

Why so: docs/why.md#guessing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _

from tideapi.rest.counting import asked, count, take_back

POLICY = "guesses"
KNOWN_FOR = 90 * 24 * 3600
"""Seconds for which an address is known after a right password."""


@dataclass
class Guess:
    right: bool = False


@contextmanager
def guess(who: str) -> Iterator[Guess]:
    """Count one guess; the caller sets whether it was `right`. Raises `ApiError` (`throttled`).

    It is counted before it is checked, so that many guesses at once do not get around the limit. The
    refusal does not tell whether the account exists, nor whether the guess would have been right.
    """
    usage = count(POLICY, who)
    usage.raise_if_over(_("Too many wrong passwords."))
    made = Guess()
    try:
        yield made
    except BaseException:
        made.right = True  # It was not checked, so it may be made again.
        raise
    finally:
        if made.right:
            take_back(usage)


def at_account(username: str, address: str) -> str:
    """The name under which guesses at this account from this address are counted."""
    known = _known(username, address)
    return known if asked("EXISTS", f"tide:known:{known}") else _hidden(username)


def remember(username: str, address: str) -> None:
    """Note that the player of this name has signed in, or up, from this address."""
    asked("SET", f"tide:known:{_known(username, address)}", 1, "EX", KNOWN_FOR)
    asked("SET", f"tide:known:{_hidden(username)}", 1, "EX", KNOWN_FOR)


def new_to(username: str, address: str) -> bool:
    """Whether this player has signed in lately, but never from this address.

    No while nobody can tell: it is asked before a letter is written, and one too many frightens.
    """
    if asked("EXISTS", f"tide:known:{_known(username, address)}") != 0:
        return False
    return bool(asked("EXISTS", f"tide:known:{_hidden(username)}"))


def _known(username: str, address: str) -> str:
    return _hidden(f"{username}\n{address}")


def _hidden(text: str) -> str:
    """A hash, so that who signs in where is not readable, and a long name makes a short key."""
    return sha256(text.lower().encode(errors="surrogatepass")).hexdigest()[:32]
