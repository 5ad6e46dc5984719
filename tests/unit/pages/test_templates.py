"""Every word in a template for people is marked as one that is translated."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType

from tests.app.pages.words import texts

ROOT = Path(settings.BASE_DIR)
FOLDERS = ("players/templates", "notifications/templates")
OF_ALL_PAGES = ("page.html", "bar.html", "refused.html")
FOR_OPERATORS = ("players/templates/admin", "notifications/templates/notifications/preview")
AS_IT_IS = {"tideapi", "UTC"}
"""What is the same in every language."""


def templates() -> Iterator[Path]:
    for folder in FOLDERS:
        found = (path for path in sorted((ROOT / folder).rglob("*.*")) if path.is_file())
        yield from (path for path in found if not _name(path).startswith(FOR_OPERATORS))
    yield from (ROOT / "tideapi/templates" / name for name in OF_ALL_PAGES)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def unmarked(source: str) -> set[str]:
    """What a template says in English alone."""
    said, marked = [], False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            tag = token.contents.split()[0]
            marked = tag.startswith("blocktrans") or (marked and not tag.startswith("endblocktr"))
        if token.token_type == TokenType.TEXT and not marked:
            said.append(token.contents)
    words = {one.strip("·…,.:; ") for one in texts("".join(said))} - AS_IT_IS
    dates = {'date:"'} if 'date:"' in source else set()
    return words | dates


@pytest.mark.parametrize("path", [*templates()], ids=_name)
def test_all_words_are_marked(path: Path) -> None:
    assert unmarked(path.read_text()) == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<h1>Sessions</h1>", {"Sessions"}),
        ('<h1>{% translate "Sessions" %}</h1> UTC', set()),
        ("{% blocktranslate %}You are {{ name }}.{% endblocktranslate %} Yes.", {"Yes"}),
        ('<img alt="A picture">', {"A picture"}),
        ('{{ day|date:"j F Y" }}', {'date:"'}),
        ('{{ day|date:_("j F Y") }}', set()),
    ],
)
def test_what_is_not_marked_is_found(source: str, found: set[str]) -> None:
    assert unmarked(source) == found
