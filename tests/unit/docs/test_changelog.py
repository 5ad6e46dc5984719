"""CHANGELOG.md keeps the form of Keep a Changelog."""

import re
from datetime import date

from tests.unit.docs.pages import ROOT, page
from tideapi.version import VERSION

HEADING = re.compile(r"(?P<number>\d+\.\d+\.\d+) - (?P<day>\d{4}-\d\d-\d\d)")
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
"""In the order in which they stand."""


def sections() -> list[tuple[str, str]]:
    """Each version's heading with what stands below it."""
    parts = re.split(r"^## (.+)$", page("CHANGELOG.md").text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def versions() -> list[tuple[tuple[int, ...], date]]:
    found = []
    for heading, _ in sections()[1:]:
        read = HEADING.fullmatch(heading)
        assert read, f"no version and day: {heading}"
        number = tuple(int(part) for part in read["number"].split("."))
        found.append((number, date.fromisoformat(read["day"])))
    return found


def test_what_is_to_come_stands_first_and_then_the_newest() -> None:
    assert sections()[0][0] == "Unreleased"
    numbers, days = zip(*versions(), strict=True)
    assert list(numbers) == sorted(set(numbers), reverse=True)
    assert list(days) == sorted(days, reverse=True)


def test_the_newest_version_is_the_package_s() -> None:
    assert sections()[1][0].startswith(f"{VERSION} - ")


def test_changes_stand_below_their_kind() -> None:
    for heading, text in sections():
        parts = re.split(r"^### (.+)$", text, flags=re.MULTILINE)
        kinds = parts[1::2]
        assert kinds == [kind for kind in KINDS if kind in kinds], heading
        assert heading == "Unreleased" or kinds, heading
        assert not parts[0].strip(), f"{heading} has changes of no kind"
        assert all(part.strip().startswith("- ") for part in parts[2::2]), heading


def test_the_document_has_the_package_s_version() -> None:
    document = (ROOT / "openapi/tideapi.yaml").read_text()
    assert f"\n  version: {VERSION}\n" in document


def test_it_is_one_page() -> None:
    """A merge that keeps the lines of both sides brings lines back that were removed."""
    lines = page("CHANGELOG.md").text.splitlines()
    assert len(lines) <= 200
    assert len({*filter(str.strip, lines)}) >= len([*filter(str.strip, lines)]) - len(KINDS) * 2
