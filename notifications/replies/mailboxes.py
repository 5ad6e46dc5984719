"""Addresses in a header, by the strict form of RFC 5322, section 3.4.

Groups, quoted local parts and all that the RFC calls obsolete are left out, except dots in an unquoted name
("Ann B. Example"); so are comments that have more than words. A header that has anything of these has no
address.
"""

import re

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


def read(header: bytes) -> list[str]:
    """Return the addresses of an unfolded header in small letters; none if a part has another form."""
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
