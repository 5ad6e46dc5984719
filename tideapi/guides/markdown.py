"""Markdown as HTML: CommonMark with tables, anchors for headings, and links adapted to this server."""

import re
from collections import Counter
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from tideapi.guides.pages import served_at

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def _render_code(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    place: int,
    options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    """Return a block of code that keys can reach and scroll, named by its number and language."""
    env["blocks"] = env.get("blocks", 0) + 1
    language = tokens[place].info.partition(" ")[0]
    label = escapeHtml(f"Code {env['blocks']}{f', {language}' if language else ''}")
    plain = getattr(RendererHTML, tokens[place].type)(renderer, tokens, place, options, env)
    return str(plain).replace("<pre>", f'<pre tabindex="0" role="group" aria-label="{label}">', 1)


for block in ("fence", "code_block"):
    MARKDOWN.add_render_rule(block, _render_code)


def render_page(text: str, page: Path) -> str:
    """Return the HTML of a page of docs/, which lies at `page`."""
    tokens = MARKDOWN.parse(text)
    _anchor_headings(tokens)
    for token in tokens:
        _lead_links(token.children or [], page)
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # A wide table is scrolled by itself.
    return str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, and the text below it up to the next one."""

    level: int
    title: str
    anchor: str
    text: str


def list_headings(text: str) -> list[Heading]:
    """Return the headings of a page; the first is the page's own."""
    tokens = MARKDOWN.parse(text)
    places = [place for place, one in enumerate(tokens) if one.type == "heading_open"]
    anchors = _anchor_headings(tokens)
    return [
        Heading(
            int(tokens[place].tag[1]),
            _heading_title(tokens[place + 1]),
            anchor,
            " ".join(one.content for one in tokens[place + 3 : end] if one.content),
        )
        for (place, end), anchor in zip(pairwise([*places, len(tokens)]), anchors, strict=True)
    ]


def _anchor_headings(tokens: list[Token]) -> list[str]:
    """Give each heading its anchor, and return all in their order."""
    before: Counter[str] = Counter()
    anchors = []
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            anchor = heading_anchor(_heading_title(content))
            anchors.append(f"{anchor}-{before[anchor]}" if before[anchor] else anchor)
            heading.attrSet("id", anchors[-1])
            before[anchor] += 1
    return anchors


def _heading_title(content: Token) -> str:
    return "".join(part.content for part in content.children or ())


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
