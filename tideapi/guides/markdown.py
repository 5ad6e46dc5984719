"""Markdown as HTML: CommonMark with tables, each heading with an anchor, each link to where it leads here."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tideapi.guides.pages import served_at

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def render(text: str, page: Path) -> str:
    """The HTML of a page of docs/, which lies at `page`."""
    tokens = MARKDOWN.parse(text)
    _anchor_headings(tokens)
    for token in tokens:
        _lead_links(token.children or [], page)
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def _anchor_headings(tokens: list[Token]) -> None:
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", anchor("".join(_words(content))))


def _words(content: Token) -> Iterator[str]:
    yield from (part.content for part in content.children or ())


def anchor(title: str) -> str:
    """GitHub's rule, by which the pages' links are written: small letters, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _lead_links(parts: list[Token], page: Path) -> None:
    """What a link leads to that is not served here, an operator's page say, stays as words."""
    hidden = False
    for part in parts:
        if part.type == "link_open":
            target = served_at(str(part.attrGet("href")), page)
            hidden = target is None
            part.attrSet("href", target or "")
        if part.type in {"link_open", "link_close"}:
            part.hidden = hidden
