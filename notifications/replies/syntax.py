"""The form that a mail's bytes must have, so that every parser reads the same mail.

One library checks a signature and another reads the text. Where RFC 5322 leaves them no choice, they agree.
Any other mail is refused before either of them reads it.
"""

import re
from collections import Counter
from typing import NamedTuple

ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
ADDRESS = rf"{ATOM}(?:\.{ATOM})*@{LABEL}(?:\.{LABEL})*"
WORD = r"""(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]++|"(?:[^"\\\x00-\x1f]++|\\[^\x00-\x1f])*+")"""
COMMENT = r"\([A-Za-z0-9 .,'_+/-]*+\)"
MAILBOX = re.compile(
    rf"[ \t]*+(?:(?:(?:{WORD}|{COMMENT})[ \t]*+)++<({ADDRESS})>|<({ADDRESS})>|({ADDRESS}))"
    rf"[ \t]*+(?:{COMMENT}[ \t]*+)?(?:(,)|\Z)"
)
MAX_HEADER_LENGTH = 8000
"""Characters of a header in which addresses are looked for."""


def read_addresses(header: bytes) -> list[str]:
    """Return the addresses of an unfolded header in small letters; none if a part has another form.

    The form is the strict one of RFC 5322, section 3.4: without groups, quoted local parts and what the RFC
    calls obsolete, except dots in an unquoted name ("Ann B. Example"). A comment has words alone.
    """
    try:
        text = header.decode("ascii")
    except UnicodeDecodeError:
        return []
    found, place, more = list[str](), 0, len(text) <= MAX_HEADER_LENGTH
    while more:
        match = MAILBOX.match(text, place)
        if match is None:
            return []
        found.append((match[1] or match[2] or match[3]).lower())
        place, more = match.end(), match[4] is not None
    return found


STRAY = re.compile(rb"\r(?!\n)|(?<!\r)\n|\0")
"""Half an end of a line, or NUL."""
CONTROL = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]")
FIELD = re.compile(rb"([\x21-\x39\x3b-\x7e]+):(.*)", re.DOTALL)
SPACE = b" \t"
NOT_ASCII = re.compile(rb"[\x80-\xff]")

SINGULAR = frozenset(
    {
        *("date", "from", "sender", "reply-to", "to", "cc", "bcc", "message-id", "in-reply-to"),
        *("references", "subject", "mime-version", "content-type", "content-transfer-encoding"),
        *("content-disposition", "content-id", "content-description"),
    }
)
"""Headers that a mail has once at most (RFC 5322, section 3.6; RFC 2045, section 3)."""
STRUCTURAL = SINGULAR - {"subject", "content-description"} | {
    *("dkim-signature", "authentication-results", "auto-submitted", "list-id", "precedence"),
    *("delivered-to", "x-original-to", "envelope-to", "return-path"),
}
"""Headers that programs read: they have to be ASCII."""


class Malformed(Exception):
    """The mail is refused for good; the message says why in one sentence, and quotes nothing of it."""


class Field(NamedTuple):
    """One header: its name in small letters, and its folded value, without its last line end."""

    name: str
    value: bytes

    @property
    def unfolded_value(self) -> bytes:
        return self.value.replace(b"\r\n", b"").strip(SPACE)


def normalize_line_ends(raw: bytes) -> bytes:
    """Return the mail with line ends of CRLF.

    A mail without any CR comes from a store that ends lines with LF.
    """
    return raw if b"\r" in raw else raw.replace(b"\n", b"\r\n")


def split_mail(raw: bytes) -> tuple[list[Field], bytes]:
    """Return the headers and the body of a mail. Raises `Malformed`."""
    if STRAY.search(raw):
        raise Malformed("It has half an end of a line, or a NUL.")
    head, _, body = (b"\r\n" + raw).partition(b"\r\n\r\n")
    if CONTROL.search(head):
        raise Malformed("A header has a control character.")
    fields = list[Field]()
    for line in head.split(b"\r\n")[1:]:
        if not line:
            continue  # The end of a mail without a body.
        if line[:1] in (b" ", b"\t"):
            if not fields or not line.strip(SPACE):
                raise Malformed("A header is folded where nothing can be.")
            name, value = fields[-1]
            fields[-1] = Field(name, value + b"\r\n" + line)
            continue
        match = FIELD.fullmatch(line)
        if match is None:
            raise Malformed("A line of the head is no header.")
        fields.append(Field(match[1].decode().lower(), match[2]))
    return fields, body


def check_headers(fields: list[Field]) -> None:
    """Raise `Malformed` where a header is missing, doubled, or of bytes without one meaning."""
    counts = Counter(one.name for one in fields)
    if counts["from"] != 1:
        raise Malformed("It has no From, or several.")
    if any(counts[name] > 1 for name in SINGULAR):
        raise Malformed("A header that may stand once stands twice.")
    for one in fields:
        if one.name in STRUCTURAL and NOT_ASCII.search(one.value):
            raise Malformed("A header that is more than words is not ASCII.")
