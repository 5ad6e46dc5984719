"""README leads to one page for each kind of reader, and these lead to all others; first pages are short."""

import re

import pytest
import yaml

from tests.unit.docs.pages import ROOT, Page, cells, page, pages
from tests.unit.docs.production import modules

DOORS = ("players", "clients", "operators/README", "developers")
FIRST = ("map", "follow-one-card", "follow-one-deadline")
SCREEN = 50
"""Lines of 120 characters."""
PLACE = re.compile(r"`(?P<name>[\w.]+)` in \[\S+\]\(\.\./(?P<file>[\w./]+)\)")


def targets(one: Page) -> set[str]:
    """Return the pages of this repository to which a page links."""
    paths = {link.partition("#")[0] for link in one.links() if "://" not in link}
    found = {(one.path.parent / path).resolve() for path in paths if path.endswith(".md")}
    return {str(path.relative_to(ROOT)) for path in found}


def places(name: str) -> list[tuple[str, str]]:
    """Return the file and the function of each row of a page that follows a card or a deadline."""
    ((_, rows),) = page(f"docs/{name}.md").tables()
    found = [PLACE.fullmatch(cells(row)[1]) for row in rows[2:]]
    return [(place["file"], place["name"]) for place in found if place is not None]


def test_a_door_for_each_kind_of_reader_stands_in_the_readme() -> None:
    linked = targets(page("README.md")) | targets(page("CONTRIBUTING.md"))
    assert {f"docs/{door}.md" for door in DOORS} <= linked


def test_every_page_is_behind_a_door() -> None:
    linked = set().union(*(targets(page(f"docs/{door}.md")) for door in DOORS))
    linked |= targets(page("docs/decisions/README.md")) | {f"docs/{door}.md" for door in DOORS}
    assert {str(one) for one in pages() if str(one).startswith("docs/")} - linked == set()


@pytest.mark.parametrize("name", FIRST)
def test_what_is_read_first_fits_on_a_screen(name: str) -> None:
    lines = page(f"docs/{name}.md").text.splitlines()
    assert sum(max(1, -(-len(line) // 120)) for line in lines) <= SCREEN


@pytest.mark.parametrize("name", FIRST[1:])
def test_each_row_names_a_function_of_a_file(name: str) -> None:
    """tests/app/docs/test_follow.py holds that a card or a deadline passes them."""
    ((_, rows),) = page(f"docs/{name}.md").tables()
    assert len(places(name)) == len(rows) - 2 >= 10
    for file, function in places(name):
        *_, last = function.split(".")
        assert re.search(rf"^ *(async )?def {last}\b", (ROOT / file).read_text(), re.MULTILINE), (
            file
        )


def test_the_size_that_the_readme_states_is_true() -> None:
    text = page("README.md").text
    (lines,) = re.findall(r"under ([0-9,]+) lines of Python in the server", text)
    written = sum(len(module.read_text().splitlines()) for module in modules())
    assert 0.8 < written / int(lines.replace(",", "")) < 1
    paths = yaml.safe_load((ROOT / "openapi/tideapi.yaml").read_text())["paths"]
    calls = [one for path in paths.values() for one in path.values() if "operationId" in one]
    assert f"{len(calls)} operations in its API" in text
