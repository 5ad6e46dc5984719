"""The lines of a mail that may be a command, without quotes.

Only the first line counts. It stands at the top, or below the quote with the line that introduces it ("On
Monday ann wrote:", in any language).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from email_reply_parser import EmailMessage

from notifications.replies.html import as_text
from notifications.replies.incoming_mail import IncomingMail

UNSEEN = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0x200E, 0x200F])
MAX_TEXT_LENGTH = 20_000
"""Characters of a mail that are read."""
MAX_LINES, MAX_LINE_LENGTH = 1000, 500
"""Lines and characters of a line that are read; reading more takes the square of the length."""
ABOVE_A_QUOTE = 4
"""Lines that introduce a quote, at most."""
MIN_HEADERS, MAX_HEADERS = 3, 8
"""Lines of a block with the headers of the mail that is answered ("From: …", "Von: …")."""
HEADER = re.compile(r"[^\W\d]+(?: [^\W\d]+)? ?: ?\S")
RULE = re.compile(r"[-_*]{2}")
SOFT_BREAK = re.compile(r"^(?!>|-- \r?$)([^\r\n]*) \r?\n(?!>|[ \t]*\r?$|-- ?\r?$)", re.MULTILINE)
"""A line that goes on in the next, where a mail is of the format flowed (RFC 3676)."""
SAYS = re.compile(
    r"\b(?:wrote|writes|schrieb|(?:a|ha) (?:écrit|scritto|escrito)|escribió|escreveu|schreef|skrev"
    r"|napisała?|kirjoitti|írta|написала?|пишет) ?:$",
    re.IGNORECASE,
)
"""The end of a line above a quote, where that names the writer alone."""
ON = re.compile(r"On\s")
WROTE = "wrote:"


class _Joined(EmailMessage):  # type: ignore[misc]
    """A text in which "On … wrote:" stands on one line already.

    The library looks for that with a pattern whose time is the cube of the text's length, and blocks all
    other threads for that time.
    """

    MULTI_QUOTE_HDR_REGEX_MULTILINE = re.compile(r"(?!)")


def first_lines(mail: IncomingMail) -> Iterator[str]:
    """Yield the lines that may be the command, the likeliest first; none for an empty mail.

    A broken line is read as a whole before its first part. That needs no header, which may be unsigned.
    """
    for text in (mail.part("text/plain"), as_text(mail.part("text/html"))):
        start = text[:MAX_TEXT_LENGTH]
        joined = SOFT_BREAK.sub(r"\1 ", start)
        forms = (joined, start) if joined != start else (start,)
        found = [line for form in forms for line in _command_lines(_normalize_text(form))]
        if found:
            yield from found
            return


def _normalize_text(text: str) -> str:
    lines = text.splitlines()[:MAX_LINES]
    # To put the marks of one letter in order takes the square of their number, so it is done line by line.
    plain = (unicodedata.normalize("NFKC", line[:MAX_LINE_LENGTH]) for line in lines)
    return "\n".join(line.translate(UNSEEN).strip() for line in plain)


def _command_lines(text: str) -> Iterator[str]:
    """Yield the first line of the reply, and the first below a quote that is introduced at the top."""
    lines = text.split("\n")
    above, below = _around_the_quote(lines)
    written = _Joined(_join_introduction(text)).read().reply.splitlines()
    yield from [line for line in written if line][:1]
    if not above or _is_introduction(above) or _is_header_block(above):
        yield from below[:1]


def _join_introduction(text: str) -> str:
    """Return the text with the last "On … wrote:" on one line; programs break it where it is long."""
    last = text.rfind(WROTE)
    # At least one character lies between the two.
    begins = max((one.start() for one in ON.finditer(text, 0, max(0, last - 1))), default=None)
    if begins is None:
        return text
    ends = text.index(WROTE, begins + len("On ") + 1)
    return text[:begins] + text[begins:ends].replace("\n", "") + text[ends:]


def _around_the_quote(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines above the first quoted line, and those below it that are not quoted."""
    quoted = [place for place, line in enumerate(lines) if line.startswith(">")]
    if not quoted:
        return [line for line in lines if line], []
    above = [line for line in lines[: quoted[0]] if line]
    below = [line for line in lines[quoted[0] :] if line and not line.startswith(">")]
    return above, below


def _is_introduction(lines: Sequence[str]) -> bool:
    """Return whether these lines only say who wrote the quote below, and when."""
    text = " ".join(lines)
    if len(lines) > ABOVE_A_QUOTE or not text.endswith(":"):
        return False
    return bool(re.search(r"\d|@", lines[0]) or (len(lines) == 1 and SAYS.search(text)))


def _is_header_block(lines: Sequence[str]) -> bool:
    """Return whether these lines are headers of the mail that is quoted below, in any language."""
    headers = [line for line in lines if not RULE.match(line)]
    return (
        MIN_HEADERS <= len(headers) <= MAX_HEADERS
        and all(map(HEADER.match, headers))
        and any("@" in line for line in headers)
    )
