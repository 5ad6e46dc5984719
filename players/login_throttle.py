"""Limits of wrong passwords.

Wrong passwords are counted for each account, from all addresses together, because addresses cost little. Too
many of them lock the account for everyone, its player included. But an address from which the player has
signed in before has a count of its own, so the player can still sign in there. Tokens go on working.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from django.utils.translation import gettext as _

from common.rest.rate_limits import ask_server, count_use, take_back

POLICY = "wrong_passwords"
KNOWN_FOR = 90 * 24 * 3600
"""Seconds for which an address is known after a right password."""


@dataclass
class Guess:
    right: bool = False


@contextmanager
def count_guess(name: str) -> Iterator[Guess]:
    """Count one guess; the caller sets whether it was `right`. Raises `ApiError` (`throttled`).

    It is counted before it is checked, so that many guesses at once do not get around the limit. The refusal
    tells neither whether the account exists, nor whether the guess would have been right.
    """
    usage = count_use(POLICY, name)
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
    """Return the key that counts guesses at this account from this address."""
    known = _place_key(username, address)
    return known if ask_server("EXISTS", f"tide:known:{known}") else _hash_key(username)


def remember_sign_in(username: str, address: str) -> None:
    """Remember that the player of this name has signed in, or up, from this address."""
    ask_server("SET", f"tide:known:{_place_key(username, address)}", 1, "EX", KNOWN_FOR)
    ask_server("SET", f"tide:known:{_hash_key(username)}", 1, "EX", KNOWN_FOR)


def new_to(username: str, address: str) -> bool:
    """Return whether this player has signed in lately, but never from this address.

    False while the store is away: it is asked before a letter is written, and a wrong one frightens.
    """
    if ask_server("EXISTS", f"tide:known:{_place_key(username, address)}") != 0:
        return False
    return bool(ask_server("EXISTS", f"tide:known:{_hash_key(username)}"))


def _place_key(username: str, address: str) -> str:
    return _hash_key(f"{username}\n{address}")


def _hash_key(text: str) -> str:
    """Return a hash, so that the store holds no names and addresses, and keys are short."""
    return sha256(text.lower().encode(errors="surrogatepass")).hexdigest()[:32]
