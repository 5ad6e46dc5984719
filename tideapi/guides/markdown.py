"""Markdown as HTML: CommonMark with tables, anchors for headings, and links adapted to this server."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tideapi.guides.pages import served_at

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def render_page(text: str, page: Path) -> str:
    """Return the HTML of a page of docs/, which lies at `page`."""
    tokens = MARKDOWN.parse(text)
    _anchor_headings(tokens)
    for token in tokens:
        _lead_links(token.children or [], page)
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def list_headings(text: str) -> list[tuple[str, str]]:
    """Return title and anchor of each heading of a page but the first, which is the page's own.

    A title that occurs twice says too little in a list, and is left out.
    """
    tokens = MARKDOWN.parse(text)
    often = Counter(_heading_title(content) for _, content in _find_headings(tokens))
    return [(title, heading_anchor(title)) for title in [*often][1:] if often[title] == 1]


def _anchor_headings(tokens: list[Token]) -> None:
    before: Counter[str] = Counter()
    for heading, content in _find_headings(tokens):
        anchor = heading_anchor(_heading_title(content))
        heading.attrSet("id", f"{anchor}-{before[anchor]}" if before[anchor] else anchor)
        before[anchor] += 1


def _find_headings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    return ((one, content) for one, content in pairwise(tokens) if one.type == "heading_open")


def _heading_title(content: Token) -> str:
    return "".join(_heading_texts(content))


def _heading_texts(content: Token) -> Iterator[str]:
    yield from (part.content for part in content.children or ())


def heading_anchor(title: str) -> str:
    """Return a heading's anchor by GitHub's rule: small letters, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _lead_links(parts: list[Token], page: Path) -> None:
    """Adapt the links; one to a page that is not served, and a picture, becomes plain text."""
    hidden = False
    for part in parts:
        if part.type == "image":
            part.type = "text"  # The words that describe it: pictures are not served.
        elif part.type == "link_open":
            target = served_at(str(part.attrGet("href")), page)
            hidden = target is None
            part.attrSet("href", target or "")
        if part.type in {"link_open", "link_close"}:
            part.hidden = hidden
