"""Mail in HTML alone as lines of text; a quote is one line with a >.

lxml builds the tree. It reads the mail once and nests no deeper than 256 elements. Parsers that repair
HTML as browsers do take half a minute for 64 kB of elements that are never closed.
"""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree, html

BREAKS = {"address", "article", "aside", "br", "center", "dd", "div", "dl", "dt", "fieldset"}
BREAKS |= {"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"}
BREAKS |= {"hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot"}
BREAKS |= {"th", "thead", "tr", "ul"}
UNSEEN = {"head", "noscript", "script", "style", "template", "textarea", "title"}
STRUCK = {"del", "s", "strike"}
HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|line-through", re.IGNORECASE
)
"""Styles of text that is not shown, or struck out."""
AS_WRITTEN = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
"""Styles of text whose line ends count, as in `pre`."""
SPACES = re.compile(r"[ \t\r\n\f]+")
QUOTES = ("quote", "gmail_extra", "moz-cite-prefix")
"""Parts of the classes, ids and names of quotes: Gmail, Yahoo, Proton, Tuta, GMX and Thunderbird."""
SIGNATURES = ("gmail_signature", "protonmail_signature", "moz-signature", "mobile-signature")
REST = ("divRplyFwdMsg", "appendonsend", "reference-message", "OLK_SRC_BODY")
"""Ids from which on Outlook quotes, without saying where that ends."""
PARSER = {"encoding": "utf-8", "remove_comments": True, "remove_pis": True}


def as_text(source: str) -> str:
    """Return the text of an HTML document, a line for each paragraph."""
    try:
        root = html.document_fromstring(source.encode(), html.HTMLParser(**PARSER))
    except etree.ParserError:  # It has no element at all.
        return ""
    lines = "".join(_read_pieces(root)).split("\n")
    return "\n".join(SPACES.sub(" ", line).strip(" ") for line in lines)


def _read_pieces(root: Any) -> Iterator[str]:
    """Yield the pieces of the text, with a line end at each break."""
    written = 0
    """Open elements in which line ends count."""
    walk = etree.iterwalk(root, events=("start", "end"))
    for event, element in walk:
        breaks = "\n" if element.tag in BREAKS else ""
        written += (1 if event == "start" else -1) * _is_as_written(element)
        if event == "end":
            yield "" if element.tag == "br" else breaks
            yield _collapse_spaces(element.tail, written)
            continue
        yield breaks
        named = " ".join(element.get(name, "") for name in ("class", "id", "name"))
        if any(one in named for one in REST):
            return
        if element.tag == "blockquote" or any(one in named for one in QUOTES):
            yield "\n>\n"
            walk.skip_subtree()
        elif _is_hidden(element) or any(one in named for one in SIGNATURES):
            walk.skip_subtree()
        else:
            yield _collapse_spaces(element.text, written)


def _is_hidden(element: Any) -> bool:
    if element.tag in UNSEEN | STRUCK or element.get("hidden") is not None:
        return True
    return HIDDEN.search(element.get("style", "")) is not None


def _is_as_written(element: Any) -> bool:
    return element.tag == "pre" or AS_WRITTEN.search(element.get("style", "")) is not None


def _collapse_spaces(text: str | None, written: int) -> str:
    return (text or "") if written else SPACES.sub(" ", text or "")
