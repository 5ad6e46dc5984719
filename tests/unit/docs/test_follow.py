"""The pages that follow a card and a deadline through the code: one screen each, and all of it is there."""

import re

import pytest

from tests.unit.docs.pages import ROOT, Page, cells

PLACE = re.compile(r"\[`(?P<file>[\w./]+)`\]\([\w./]+\)(?: `(?P<name>\w+)`)?")
MOST = 12
"""Files that a page has room for."""
both = pytest.mark.parametrize("name", ["follow-one-card", "follow-one-deadline"])


def places(name: str) -> list[re.Match[str]]:
    ((_, rows),) = Page(ROOT / f"docs/{name}.md").tables()
    return [found for row in rows[2:] if (found := PLACE.fullmatch(cells(row)[1].strip()))]


@both
def test_each_step_names_something_that_is_in_its_file(name: str) -> None:
    found = places(name)
    assert len(found) > 8
    for place in found:
        text = (ROOT / place["file"]).read_text()
        defined = rf"^ *(?:def|class) {place['name']}\b"
        assert place["name"] is None or re.search(defined, text, re.MULTILINE), place[0]


@both
def test_a_page_has_no_more_files_than_one_reads_at_once(name: str) -> None:
    ((_, rows),) = Page(ROOT / f"docs/{name}.md").tables()
    files = [place["file"] for place in places(name)]
    assert len(files) == len(rows) - 2 == len({*files}) <= MOST
