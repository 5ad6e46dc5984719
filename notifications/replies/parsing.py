"""A mail as far as it matters here."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import getaddresses
from functools import cached_property
from itertools import islice
from typing import Any

ADDRESS = re.compile(r"[^\s@<>()\",;:]+@[a-z0-9.-]+")
RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
"""Where a mail says whom it was for, the surest first: what is read where no envelope is known."""
LONGEST_HEADER = 2000
"""Characters of a header: to read one takes the square of its length, which for 60 kB is a minute."""
MOST_HEADERS = 10
"""Headers of one name that are read, from the top: what others wrote before stands below."""


class _Policy(EmailPolicy):
    """Python's own, by which a header that is too long counts as empty."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return super().header_fetch_parse(name, value if len(value) <= LONGEST_HEADER else "")


POLICY = _Policy()


@dataclass(frozen=True)
class Mail:
    """A mail that has come in. What cannot be read of it counts as not there."""

    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        parsed = message_from_bytes(self.raw, policy=POLICY)
        assert isinstance(parsed, EmailMessage)  # noqa: S101  The policy makes them.
        return parsed

    def headers(self, name: str) -> list[str]:
        """All headers of this name, from the top; unfolded and decoded, without control characters."""
        raw = (one for key, one in self.message.raw_items() if key.lower() == name.lower())
        try:
            found = [POLICY.header_fetch_parse(name, one) for one in islice(raw, MOST_HEADERS)]
        except Exception:  # noqa: BLE001  The parser raises whatever it stumbles over.
            return []
        return [" ".join(_plain(str(one)).split()) for one in found]

    def header(self, name: str) -> str:
        """The topmost header of this name; empty if there is none."""
        return next(iter(self.headers(name)), "")

    @property
    def sender(self) -> str | None:
        """The one address that it says it is from, in small letters.

        None if there is none or are several: then nobody can say which of them was proved.
        """
        headers = self.headers("From")
        if len(headers) != 1 or headers[0].count("<") > 1:
            return None
        found = self.message["From"].addresses
        address = found[0].addr_spec.lower() if len(found) == 1 else ""
        return address if ADDRESS.fullmatch(address) else None

    @property
    def recipients(self) -> Iterator[str]:
        """The addresses that its headers say it is for."""
        for name in RECIPIENTS:
            for header in self.headers(name):
                yield from _addresses(header)

    @property
    def id(self) -> str:
        return self.header("Message-ID")

    def part(self, kind: str) -> str:
        """The text of its first part of this kind ("text/plain") that is no attachment; empty if none."""
        for part in self.message.walk():
            if part.get_content_type() == kind and part.get_content_disposition() != "attachment":
                return _text(part)
        return ""


def _addresses(header: str) -> list[str]:
    try:
        return [one for _, one in getaddresses([header]) if one]
    except Exception:  # noqa: BLE001  Brackets in a thousand brackets, say.
        return []


def _text(part: EmailMessage) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    charset = str(part.get_content_charset("utf-8"))
    for name in (charset, "utf-8"):
        try:
            return _whole(raw.decode(name))
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return raw.decode("latin-1")


def _plain(text: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f]", " ", _whole(text))


def _whole(text: str) -> str:
    """Without halves of characters (lone surrogates), which some charsets bring and none can write."""
    return text.encode("utf-8", "replace").decode()
