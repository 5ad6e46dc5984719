"""The reading of a body where no signature covers the headers that say how it is read.

Gmail signs no Content-Type, and others do not sign Content-Transfer-Encoding either. A change of one of these
on the way makes another text of the same signed bytes. So their values have to be the only ones that fit the
body.
"""

import base64
import quopri
import re
from email.message import EmailMessage

HEADERS = frozenset({"content-type", "content-transfer-encoding"})
PLAIN_CHARSET = re.compile(r"utf-8|us-ascii|ascii|iso-8859-\d{1,2}|windows-125\d|koi8-[ru]")
"""Charsets in which a byte of ASCII is that character and nothing else."""
AS_IT_IS = frozenset({"", "7bit", "8bit", "binary"})
QUOTED_PRINTABLE = re.compile(rb"(?:[^=]++|=(?:[0-9A-F]{2}|[ \t]*\r\n))*+")
BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{1,76}\r\n)*[A-Za-z0-9+/]+={0,2}[\r\n]*")
FIRST_LINE = re.compile(
    rb"(?:\s*This is a multi-?part message in MIME format\.?)?\s*--(\S[^\r\n]*)\r\n"
)
TAG = re.compile(r"\s*<[a-z!/?]", re.IGNORECASE)
HTML = re.compile(r"\s*<(?:!doctype|html|head|meta|body|div|p|span|font|table)[\s>]", re.IGNORECASE)
"""Beginnings of HTML that no plain text of a person has."""


def is_unambiguous(message: EmailMessage, body: bytes) -> bool:
    """Return whether the headers name the only way to read the body."""
    encoding = str(message.get("Content-Transfer-Encoding", "")).strip().lower()
    if message.get_content_maintype() == "multipart":
        return encoding in AS_IT_IS and _is_split_by(str(message.get_boundary("")), body)
    if not PLAIN_CHARSET.fullmatch(str(message.get_content_charset("utf-8"))):
        return False
    text = _decode_body(encoding, body)
    if text is None:
        return False
    if message.get_content_type() == "text/html":
        return HTML.match(text) is not None
    return TAG.match(text) is None


def _is_split_by(boundary: str, body: bytes) -> bool:
    """Return whether the body begins and ends with this boundary, with nothing above or below it."""
    mark = boundary.encode("ascii", "replace")
    first = FIRST_LINE.match(body)
    if not mark or first is None or first[1].rstrip() != mark:
        return False
    return body.rstrip().endswith(b"\r\n--" + mark + b"--")


def _decode_body(encoding: str, body: bytes) -> str | None:
    """Return the text, if this is the only encoding in which the body can be read."""
    as_base64 = _read_base64(body)
    coded = b"=" in body and QUOTED_PRINTABLE.fullmatch(body) is not None
    if encoding == "base64":
        return as_base64
    if encoding == "quoted-printable":
        body = quopri.decodestring(body) if coded else body
        known = coded or b"=" not in body
    else:
        known = encoding in AS_IT_IS and not coded
    return body.decode("latin-1") if known and as_base64 is None else None


def _read_base64(body: bytes) -> str | None:
    """Return the text of a body that is base64 as a whole; None for any other, such as "stop"."""
    if not BASE64.fullmatch(body):
        return None
    try:
        return base64.b64decode(b"".join(body.split()), validate=True).decode()
    except ValueError:
        return None
