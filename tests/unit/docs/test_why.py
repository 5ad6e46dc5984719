"""Each choice is told with its day, and the code that it explains leads to it."""

import re
from datetime import date
from pathlib import Path

from tests.unit.docs.pages import ROOT, Page

WHY = Page(ROOT / "docs/why.md")
QUESTION = re.compile(r"^### (?P<question>Why .+)\n(?P<rest>.+)$", re.MULTILINE)
BEGINS = re.compile(r'<a id="(?P<id>[a-z0-9-]+)"></a>(?P<day>\d{4}-\d\d-\d\d)\. \S')
LINK = re.compile(r"docs/why\.md#([\w-]+)")
FIRST_DAY = date(2026, 11, 21)
CODE = (
    "games",
    "notifications",
    "players",
    "tideapi",
    "docker",
    "verify",
    "web",
    "playouts",
    "tools",
)


def ids() -> list[str]:
    return [BEGINS.match(entry["rest"])["id"] for entry in QUESTION.finditer(WHY.text)]  # type: ignore[index]


def code() -> list[Path]:
    """What may lead to an entry: all that is no page and no test."""
    found = [path for folder in CODE for path in ROOT.glob(f"{folder}/**/*") if path.is_file()]
    kinds = {".py", ".js", ".mjs", ".yaml", ".sql", ".c", ".h"}
    sources = [path for path in found if path.suffix in kinds]
    return [*sources, ROOT / "Makefile", ROOT / "pyproject.toml", *ROOT.glob("docker/Dockerfile")]


def links() -> dict[str, set[str]]:
    """Which entries each file leads to."""
    return {str(path.relative_to(ROOT)): {*LINK.findall(path.read_text())} for path in code()}


def test_each_entry_is_a_question_with_its_day() -> None:
    entries = [*QUESTION.finditer(WHY.text)]
    assert len(entries) == WHY.text.count("\n### ") > 50
    for entry in entries:
        assert entry["question"].endswith("?"), entry["question"]
        begins = BEGINS.match(entry["rest"])
        assert begins, f"no anchor or no day: {entry['question']}"
        assert date.fromisoformat(begins["day"]) >= FIRST_DAY, entry["question"]


def test_each_entry_has_an_anchor_of_its_own() -> None:
    assert sorted(ids()) == sorted(set(ids()))


def test_the_code_leads_to_each_entry() -> None:
    linked = set().union(*links().values())
    assert set(ids()) - linked == set()


def test_each_link_of_the_code_leads_to_an_entry() -> None:
    broken = {path: named - set(ids()) for path, named in links().items() if named - set(ids())}
    assert broken == {}
