"""Code links to decisions, and README leads to every page."""

import re

import pytest

from tests.unit.docs.pages import ROOT, Page, cells, page, pages

# -- decisions

FOLDER = ROOT / "docs/decisions"
OF_TABLES = {"api-names", "drf"}
"""Records that are tables of what is done otherwise."""
RECORDS = [Page(path) for path in sorted(FOLDER.glob("*.md")) if path.stem != "README"]
FOLDERS = (
    *("common", "games", "notifications", "players", "tideapi"),
    *("docker", "packages", "web", "tools"),
)
SOURCES = {".py", ".js", ".mjs", ".yaml", ".sql", ".c", ".h"}


def test_links_of_the_code_lead_to_a_record_and_each_record_has_one() -> None:
    listed = [link for link in Page(FOLDER / "README.md").links() if "/" not in link]
    assert sorted(listed) == [record.path.name for record in RECORDS]
    code = [path for folder in FOLDERS for path in ROOT.glob(f"{folder}/**/*")]
    code = [path for path in code if path.suffix in SOURCES and path.is_file()]
    texts = [path.read_text() for path in (*code, ROOT / "Makefile", ROOT / "pyproject.toml")]
    linked = {name for text in texts for name in re.findall(r"docs/decisions/([\w-]+)\.md", text)}
    known = {record.path.stem for record in RECORDS}
    assert known - OF_TABLES <= linked <= known


# -- from README to all pages

DOORS = [page(f"docs/{one}.md") for one in ("players", "clients", "operators/README", "developers")]


def list_targets(one: Page) -> set[str]:
    """Return the pages of this repository to which a page links."""
    paths = {link.partition("#")[0] for link in one.links() if "://" not in link}
    found = {(one.path.parent / path).resolve() for path in paths if path.endswith(".md")}
    return {str(path.relative_to(ROOT)) for path in found}


def test_readme_leads_to_a_page_for_each_kind_of_reader_and_these_to_every_page() -> None:
    doors = {*map(str, DOORS)}
    assert doors <= list_targets(page("README.md")) | list_targets(page("CONTRIBUTING.md"))
    linked = doors.union(*map(list_targets, [*DOORS, page("docs/decisions/README.md")]))
    assert {str(one) for one in pages() if str(one).startswith("docs/")} - linked == set()


# -- pages that follow a card and a deadline, which tests/app/docs/test_follow.py walks

PLACE = re.compile(r"`(?P<name>[\w.]+)` in \[\S+\]\(\.\./(?P<file>[\w./]+)\)")


def list_places(name: str) -> list[tuple[str, str]]:
    """Return the file and the function of each row of a page that follows a card or a deadline."""
    ((_, rows),) = page(f"docs/{name}.md").tables()
    found = [PLACE.fullmatch(cells(row)[1]) for row in rows[2:]]
    assert all(found), name
    return [(place["file"], place["name"]) for place in found if place is not None]


@pytest.mark.parametrize("name", ["follow-one-card", "follow-one-deadline"])
def test_each_row_names_a_function_of_a_file(name: str) -> None:
    for file, function in list_places(name):
        last = function.rpartition(".")[2]
        source = (ROOT / file).read_text()
        assert re.search(rf"^ *(async )?def {last}\b", source, re.MULTILINE), file
