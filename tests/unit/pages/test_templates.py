"""Every word in a template for people is marked as one that is translated."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

ROOT = Path(settings.BASE_DIR)
FOLDERS = ("players/templates", "notifications/templates")
OF_ALL_PAGES = ("page.html", "bar.html", "refused.html")
FOR_OPERATORS = ("players/templates/admin", "notifications/templates/notifications/preview")
AS_IT_IS = {"tideapi", "UTC"}
"""What is the same in every language."""


UNSEEN = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL)
READ = re.compile(r'\b(?:alt|aria-label|placeholder|title|data-said)="([^"]*)"')
"""Attributes that somebody reads or hears."""
LETTERS = re.compile(r"[^\W\d_]")


def find_texts(html: str) -> list[str]:
    """Return every text in which there is a letter: between tags, and in attributes that are read."""
    seen = UNSEEN.sub("", html)
    found = map(unescape, [*READ.findall(seen), *re.split(r"<[^>]*>", seen)])
    return [" ".join(one.split()) for one in found if LETTERS.search(one)]


def templates() -> Iterator[Path]:
    for folder in FOLDERS:
        found = (path for path in sorted((ROOT / folder).rglob("*.*")) if path.is_file())
        yield from (path for path in found if not _name(path).startswith(FOR_OPERATORS))
    yield from (ROOT / "tideapi/templates" / name for name in OF_ALL_PAGES)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def find_unmarked(source: str) -> set[str]:
    """Return what a template says in English alone."""
    said, marked = [], False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            tag = token.contents.split()[0]
            marked = tag.startswith("blocktrans") or (marked and not tag.startswith("endblocktr"))
        if token.token_type == TokenType.TEXT and not marked:
            said.append(token.contents)
    words = {one.strip("·…,.:; ") for one in find_texts("".join(said))} - AS_IT_IS
    dates = {'date:"'} if 'date:"' in source else set()
    return words | dates


@pytest.mark.parametrize("path", [*templates()], ids=_name)
def test_all_words_are_marked(path: Path) -> None:
    assert find_unmarked(path.read_text()) == set()
