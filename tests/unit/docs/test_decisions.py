"""Each decision is a short record that is linked from the code it explains."""

import re
from pathlib import Path

import pytest

from tests.unit.docs.pages import ROOT, Page

FOLDER = ROOT / "docs/decisions"
OF_TABLES = {"api-names", "drf"}
"""Records that are tables of what is done otherwise."""
RECORDS = [Page(path) for path in sorted(FOLDER.glob("*.md")) if path.stem != "README"]
DATED = [record for record in RECORDS if record.path.stem not in OF_TABLES]
LINK = re.compile(r"docs/decisions/([\w-]+)\.md")
FOLDERS = (
    "common",
    "games",
    "notifications",
    "players",
    "tideapi",
    "docker",
    "packages",
    "web",
    "tools",
)
KINDS = {".py", ".js", ".mjs", ".yaml", ".sql", ".c", ".h"}


def code() -> list[Path]:
    """Return the files that may link to a record: all but pages and tests."""
    found = [path for folder in FOLDERS for path in ROOT.glob(f"{folder}/**/*")]
    sources = [path for path in found if path.suffix in KINDS and path.is_file()]
    return [*sources, ROOT / "Makefile", ROOT / "pyproject.toml"]


@pytest.mark.parametrize("record", DATED, ids=str)
def test_a_record_has_its_day_and_says_when_to_look_again(record: Page) -> None:
    assert re.search(r"^Decided 2026-\d\d-\d\d", record.text, re.MULTILINE)
    headings = re.findall(r"^## (.+)$", record.text, re.MULTILINE)
    assert headings[0] == "Decision"
    assert headings[-1] == "Look again"


@pytest.mark.parametrize("record", DATED, ids=str)
def test_a_record_is_read_in_five_minutes(record: Page) -> None:
    assert len(record.text.splitlines()) <= 150


def test_the_list_has_every_record() -> None:
    listed = [link for link in Page(FOLDER / "README.md").links() if "/" not in link]
    assert sorted(listed) == [record.path.name for record in RECORDS]


def test_links_of_the_code_lead_to_a_record_and_each_record_has_one() -> None:
    linked = {name for path in code() for name in LINK.findall(path.read_text())}
    known = {record.path.stem for record in RECORDS}
    assert linked - known == set()
    assert known - linked - OF_TABLES == set()
