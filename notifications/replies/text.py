"""What the sender of a mail has written: the lines that may be a wish, without what is quoted.

Only the first line counts. It stands at the top, or below the quote with the line that introduces that
("On Monday ann wrote:", in whatever language).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from email_reply_parser import EmailMessage

from notifications.replies.html import as_text
from notifications.replies.parsing import Mail

UNSEEN = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0x200E, 0x200F])
MOST = 20_000
"""Characters that are looked at."""
MOST_LINES, LONGEST_LINE = 1000, 500
"""What lies beyond is no wish, and would cost by the square of its length."""
ABOVE_A_QUOTE = 4
"""Lines that introduce a quote, at most."""
FEWEST_HEADERS, MOST_HEADERS = 3, 8
"""Lines of a block with the headers of the mail that is answered ("From: …", "Von: …")."""
HEADER = re.compile(r"[^\W\d]+(?: [^\W\d]+)? ?: ?\S")
RULE = re.compile(r"[-_*]{2}")
ON = re.compile(r"On\s")
WROTE = "wrote:"


class _Joined(EmailMessage):  # type: ignore[misc]
    """A text in which "On … wrote:" stands on one line already.

    The library looks for that with a pattern whose time is the cube of the text's length, and no other thread
    runs meanwhile.
    """

    MULTI_QUOTE_HDR_REGEX_MULTILINE = re.compile(r"(?!)")


def first_lines(mail: Mail) -> Iterator[str]:
    """Lines that may be the wish, the likeliest first; none where nothing was written."""
    for text in (mail.part("text/plain"), as_text(mail.part("text/html"))):
        found = list(_lines(_clean(text)))
        if found:
            yield from found
            return


def _clean(text: str) -> str:
    lines = text[:MOST].splitlines()[:MOST_LINES]
    # To put the marks of one letter in order takes the square of their number, so it is done line by line.
    plain = (unicodedata.normalize("NFKC", line[:LONGEST_LINE]) for line in lines)
    return "\n".join(line.translate(UNSEEN).strip() for line in plain)


def _lines(text: str) -> Iterator[str]:
    """The first line of the reply; and the first below a quote that is introduced right at the top."""
    lines = text.split("\n")
    above, below = _around_the_quote(lines)
    written = _Joined(_joined(text)).read().reply.splitlines()
    yield from [line for line in written if line][:1]
    if not above or _introduces(above) or _is_header_block(above):
        yield from below[:1]


def _joined(text: str) -> str:
    """The text with the last "On … wrote:" on one line; programs break it where it is long."""
    last = text.rfind(WROTE)
    # At least one character lies between the two.
    begins = max((one.start() for one in ON.finditer(text, 0, max(0, last - 1))), default=None)
    if begins is None:
        return text
    ends = text.index(WROTE, begins + len("On ") + 1)
    return text[:begins] + text[begins:ends].replace("\n", "") + text[ends:]


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
    return len(lines) <= ABOVE_A_QUOTE and said.endswith(":") and bool(re.search(r"\d|@", lines[0]))


def _is_header_block(lines: Sequence[str]) -> bool:
    """Say whether these lines are headers of the mail that is quoted below, in whatever language."""
    headers = [line for line in lines if not RULE.match(line)]
    return (
        FEWEST_HEADERS <= len(headers) <= MOST_HEADERS
        and all(map(HEADER.match, headers))
        and any("@" in line for line in headers)
    )
