"""How often one may be wrong about a password.

Wrong ones are counted for each account, wherever they come from: an address costs little. Who guesses at
somebody's password so shuts out all others who do, and her too, but not from where she has signed in
before: such an address has a count of its own. Tokens are not concerned.

Why so: docs/why.md#guessing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from tideapi.rest.counting import OverLimit, asked, count, take_back

POLICY = "guesses"
KNOWN_FOR = 90 * 24 * 3600
"""Seconds for which an address is known after a right password."""


@dataclass
class Guess:
    right: bool = False


@contextmanager
def guess(who: str) -> Iterator[Guess]:
    """One guess of so many wrong ones. Say in it whether it was `right`. Raises `OverLimit`.

    It counts before it is looked at, so that many at once are no way around it. Whether there is such an
    account, and whether the guess beyond the limit would have been right, is not told.
    """
    usage = count(POLICY, who)
    if usage.over:
        raise OverLimit(usage, "Too many wrong passwords.")
    made = Guess()
    try:
        yield made
    except BaseException:
        made.right = True  # Nobody has looked at it, so it may be made again.
        raise
    finally:
        if made.right:
            take_back(usage)


def at_account(username: str, address: str) -> str:
    """Whose guess it is when somebody at this address tries to sign in."""
    known = _known(username, address)
    return known if asked("EXISTS", f"tide:known:{known}") else _hidden(username)


def remember(username: str, address: str) -> None:
    """The player of this name has signed in, or up, at this address."""
    asked("SET", f"tide:known:{_known(username, address)}", 1, "EX", KNOWN_FOR)


def _known(username: str, address: str) -> str:
    return _hidden(f"{username}\n{address}")


def _hidden(text: str) -> str:
    """Who signs in where is nothing to be kept in words, and a name of any length makes a short key."""
    return sha256(text.lower().encode(errors="surrogatepass")).hexdigest()[:32]
