"""What the sender of a mail has written: the lines that may be a wish, without what is quoted.

Only the first line counts. It stands at the top, or below the quote with the line that introduces that
("On Monday ann wrote:", in whatever language).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from email_reply_parser import EmailReplyParser

from notifications.replies.html import as_text
from notifications.replies.parsing import Mail

UNSEEN = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0x200E, 0x200F])
MOST = 20_000
"""Characters that are looked at."""
ABOVE_A_QUOTE = 4
"""Lines that introduce a quote, at most."""


def first_lines(mail: Mail) -> Iterator[str]:
    """Lines that may be the wish, the likeliest first; none where nothing was written."""
    for text in (mail.part("text/plain"), as_text(mail.part("text/html"))):
        found = list(_lines(_clean(text)))
        if found:
            yield from found
            return


def _clean(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text[:MOST]).translate(UNSEEN)
    return "\n".join(line.strip() for line in plain.splitlines())


def _lines(text: str) -> Iterator[str]:
    """The first line of the reply; and the first below a quote that is introduced right at the top."""
    lines = text.split("\n")
    above, below = _around_the_quote(lines)
    written = EmailReplyParser.parse_reply(text).splitlines()
    yield from [line for line in written if line][:1]
    if not above or (len(above) <= ABOVE_A_QUOTE and _introduces(above)):
        yield from below[:1]


def _around_the_quote(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands above the first quoted line, and what below it is not quoted; without empty lines."""
    quoted = [place for place, line in enumerate(lines) if line.startswith(">")]
    if not quoted:
        return [line for line in lines if line], []
    above = [line for line in lines[: quoted[0]] if line]
    below = [line for line in lines[quoted[0] :] if line and not line.startswith(">")]
    return above, below


def _introduces(lines: Sequence[str]) -> bool:
    """Whether these lines do nothing but say who wrote what is quoted below, and when."""
    said = " ".join(lines)
    return said.endswith(":") and bool(re.search(r"\d|@", lines[0]))
