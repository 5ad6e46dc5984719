"""A mail that is HTML alone, as lines of text; quotes are one line with a > each."""

from html.parser import HTMLParser

BREAKS = {"address", "article", "br", "div", "dd", "dt", "h1", "h2", "h3", "h4", "hr", "li", "p"}
BREAKS |= {"ol", "pre", "section", "table", "td", "tr", "ul"}
UNSEEN = {"head", "script", "style", "title", "template"}
QUOTES = ("gmail_quote", "gmail_extra", "yahoo_quoted", "protonmail_quote", "moz-cite-prefix")
SIGNATURES = ("gmail_signature", "protonmail_signature", "moz-signature")
REST = ("divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container", "OLK_SRC_BODY")
"""Ids from which on Outlook quotes, without saying where that ends."""
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


def as_text(html: str) -> str:
    """Its text, a line for each paragraph."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[tuple[str, bool]] = []
        """The elements that are open, and whether each hides what is in it."""
        self.over = False

    @property
    def hidden(self) -> bool:
        return self.over or any(hides for _, hides in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BREAKS:
            self._say("\n")
        its = {name: value or "" for name, value in attrs}
        named = f"{its.get('class', '')} {its.get('id', '')}"
        quotes = tag == "blockquote" or any(one in named for one in QUOTES)
        if any(one in named for one in REST):
            self.over = True
        if quotes:
            self._say("\n>\n")
        if tag not in VOID:
            hides = quotes or tag in UNSEEN or any(one in named for one in SIGNATURES)
            self.open.append((tag, hides))

    def handle_endtag(self, tag: str) -> None:
        # What was never closed ends with what it is in.
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place][0] == tag:
                del self.open[place:]
                break
        if tag in BREAKS:
            self._say("\n")

    def handle_data(self, data: str) -> None:
        self._say(" ".join(data.split()) if data.strip() else " ")

    def _say(self, text: str) -> None:
        if not self.hidden:
            self.parts.append(text)
