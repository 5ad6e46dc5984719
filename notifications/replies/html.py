"""Mail in HTML alone as lines of text; a quote is one line with a >.

Each character is read once: an element that is never closed ends with the mail, as in browsers. Python's own
parser starts again behind each `<`, and takes minutes for some kilobytes of elements that are never closed.
"""

import re
from collections import Counter
from html import unescape

BREAKS = {"address", "article", "br", "div", "dd", "dt", "h1", "h2", "h3", "h4", "hr", "li", "p"}
BREAKS |= {"ol", "pre", "section", "table", "td", "tr", "ul"}
UNSEEN = {"head", "script", "style", "title", "template"}
QUOTES = ("gmail_quote", "gmail_extra", "yahoo_quoted", "protonmail_quote", "moz-cite-prefix")
SIGNATURES = ("gmail_signature", "protonmail_signature", "moz-signature")
REST = ("divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container", "OLK_SRC_BODY")
"""Ids from which on Outlook quotes, without saying where that ends."""
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


RAW = {"script", "style"}
"""Elements in which a < begins nothing but their own end."""
TOKEN = re.compile(
    r"""
    <!--.*?(?:-->|\Z)
    | <(?P<end>/?)(?P<name>[a-z][^\s/>]*+)(?P<rest>(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+)>?
    | <[!?/][^>]*+>?
    | (?P<text>[^<]++|<)
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
NAMED = re.compile(
    r"""(?<![\w-])(?:class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE
)


def as_text(html: str) -> str:
    """Return the text of an HTML document, a line for each paragraph."""
    reader = _Reader()
    place = 0
    while not reader.over and (token := TOKEN.match(html, place)):
        place = token.end()
        if token["text"]:
            reader.text(token["text"])
        elif token["name"]:
            tag, rest = token["name"].lower(), token["rest"]
            if not token["end"]:
                reader.begins(tag, " ".join("".join(one) for one in NAMED.findall(rest)))
            if token["end"] or rest.endswith("/"):
                reader.ends(tag)
            elif tag in RAW:
                place = _end_of_raw(html, tag, place)
    return "".join(reader.parts)


def _end_of_raw(html: str, tag: str, place: int) -> int:
    end = re.compile(rf"</{tag}\b", re.IGNORECASE).search(html, place)
    return len(html) if end is None else end.start()


class _Reader:
    """The text so far, and the elements that are open."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.over = False
        """Whether the rest is a quote."""
        self._open: list[tuple[str, bool]] = []
        """The elements that are open, and whether each hides what is in it."""
        self._tags = Counter[str]()
        self._hiding = 0

    def begins(self, tag: str, named: str) -> None:
        """Open an element; `named` are its classes and its id."""
        if tag in BREAKS:
            self._say("\n")
        quotes = tag == "blockquote" or any(one in named for one in QUOTES)
        if any(one in named for one in REST):
            self.over = True
        elif quotes:
            self._say("\n>\n")
        if tag not in VOID:
            hides = quotes or tag in UNSEEN or any(one in named for one in SIGNATURES)
            self._open.append((tag, hides))
            self._tags[tag] += 1
            self._hiding += hides

    def ends(self, tag: str) -> None:
        # What was never closed ends with what it is in.
        while self._tags[tag]:
            inner, hid = self._open.pop()
            self._tags[inner] -= 1
            self._hiding -= hid
            if inner == tag:
                break
        if tag in BREAKS:
            self._say("\n")

    def text(self, text: str) -> None:
        self._say(" ".join(unescape(text).split()) or " ")

    def _say(self, text: str) -> None:
        if not self._hiding:
            self.parts.append(text)
