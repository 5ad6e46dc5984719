"""Incoming mail, as far as this server reads it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.policy import EmailPolicy
from email.utils import getaddresses
from functools import cached_property
from itertools import islice
from typing import Any

from notifications.replies import syntax
from notifications.replies.syntax import Field, Malformed

RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
"""Headers with recipients, the surest first; read where no envelope is known."""
MAX_HEADER_LENGTH = 2000
"""Characters of a header: reading takes the square of its length, which for 60 kB is a minute."""
MAX_HEADERS = 10
"""Headers of one name that are read, from the top: those of earlier servers stand below."""


class _Policy(EmailPolicy):
    """Python's own policy, except that a header that is too long counts as empty."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return super().header_fetch_parse(name, value if len(value) <= MAX_HEADER_LENGTH else "")


POLICY = _Policy()


@dataclass(frozen=True)
class IncomingMail:
    """An incoming mail: bytes that can be read in one way only. Raises `Malformed` for others.

    `raw` has line ends of CRLF. What cannot be read of a header counts as not there.
    """

    raw: bytes

    def __post_init__(self) -> None:
        object.__setattr__(self, "raw", syntax.normalize_line_ends(self.raw))
        _ = self.raw_fields

    @cached_property
    def _head_and_body(self) -> tuple[list[Field], bytes]:
        return syntax.split_mail(self.raw)

    @property
    def raw_fields(self) -> list[Field]:
        """Return the headers, from the top."""
        return self._head_and_body[0]

    @property
    def raw_body(self) -> bytes:
        """Return the bytes below the headers."""
        return self._head_and_body[1]

    @cached_property
    def message(self) -> EmailMessage:
        """Return the mail with its parts. Raises `Malformed`."""
        try:
            parsed = message_from_bytes(self.raw, policy=POLICY)
        except Exception as error:  # The parser raises whatever it stumbles over.
            raise Malformed(f"Its parts cannot be read: {type(error).__name__}.") from error
        assert isinstance(parsed, EmailMessage)  # noqa: S101  The policy makes them.
        return parsed

    def raw_headers(self, name: str) -> list[bytes]:
        """Return all headers of this name as they were written, from the top; unfolded."""
        return [one.unfolded_value for one in self.raw_fields if one.name == name.lower()]

    def headers(self, name: str) -> list[str]:
        """Return all headers of this name, from the top; unfolded, decoded, without control characters."""
        raw = (one.decode("ascii", "surrogateescape") for one in self.raw_headers(name))
        try:
            found = [POLICY.header_fetch_parse(name, one) for one in islice(raw, MAX_HEADERS)]
        except Exception:  # noqa: BLE001  The parser raises whatever it stumbles over.
            return []
        return [
            " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", _drop_surrogates(str(one))).split())
            for one in found
        ]

    def header(self, name: str) -> str:
        """Return the topmost header of this name; empty if there is none."""
        return next(iter(self.headers(name)), "")

    @property
    def sender(self) -> str | None:
        """Return the one address in From, in small letters; None if there is not exactly one."""
        written = self.raw_headers("From")
        found = syntax.read_addresses(written[0]) if len(written) == 1 else []
        return found[0] if len(found) == 1 else None

    @property
    def recipients(self) -> Iterator[str]:
        """Yield the addresses in the headers of recipients."""
        for name in RECIPIENTS:
            for header in self.headers(name):
                yield from _read_addresses(header)

    @property
    def id(self) -> str:
        return self.header("Message-ID")

    @property
    def own_parts(self) -> Iterator[MIMEPart]:
        """Yield the parts that the sender has written, not those of an attached mail."""
        return _own_parts(self.message)

    def part(self, kind: str) -> str:
        """Return the text of the first part of this kind ("text/plain") that has any, or "".

        Attachments are left out.
        """
        for part in self.own_parts:
            if part.get_content_type() == kind and part.get_content_disposition() != "attachment":
                text = _part_text(part)
                if text.strip():
                    return text
        return ""


def _own_parts(message: MIMEPart) -> Iterator[MIMEPart]:
    if message.get_content_maintype() != "multipart":
        yield message
    elif message.is_multipart():
        for part in message.iter_parts():
            yield from _own_parts(part)


def _read_addresses(header: str) -> list[str]:
    try:
        return [one for _, one in getaddresses([header]) if one]
    except Exception:  # noqa: BLE001  Brackets in a thousand brackets, say.
        return []


def _part_text(part: MIMEPart) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    charset = str(part.get_content_charset("utf-8"))
    for name in (charset, "utf-8"):
        try:
            return _drop_surrogates(raw.decode(name))
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
    return raw.decode("latin-1")


def _drop_surrogates(text: str) -> str:
    """Return the text without lone surrogates, which some charsets bring and none can write."""
    return text.encode("utf-8", "replace").decode()
