"""What docs/capacity.md works out on paper follows from what it says was measured."""

import re

import pytest

from tests.unit.docs.pages import ROOT, Page, cells

PAGE = Page(ROOT / "docs/capacity.md")
SEALED, CLOSED = "a card sealed, 8 clients", "a card that closes its round"
READ, UNCHANGED = "a game read", "a game read, unchanged"


def numbers(words: str) -> list[float]:
    return [float(one.replace(",", "")) for one in re.findall(r"[0-9][0-9,.]*", words)]


def table(column: str) -> list[list[list[str]]]:
    """The rows of each table that has this column, without their heads."""
    found = [rows for _, rows in PAGE.tables() if column in cells(rows[0])]
    return [[cells(row) for row in rows[2:]] for rows in found]


def cost(row: str) -> tuple[float, float]:
    """Seconds of a processor that one such call takes, of web and of PostgreSQL."""
    (measured,) = table("processor time of web, of PostgreSQL")
    (found,) = [numbers(one[2]) for one in measured if one[0] == row]
    web, postgresql = found
    return web / 1000, postgresql / 1000


def wanted(what: str, a_second: float, at: int) -> float:
    """Cores for so many a second; `at` is 0 for web and 1 for PostgreSQL."""
    sealed, closed, read, same = (cost(row)[at] for row in (SEALED, CLOSED, READ, UNCHANGED))
    each = {
        "answers sealed": sealed,
        "of them closing a turn, in addition": closed - sealed,
        "turns closed by the clock": closed,
        "games read, a tenth of them changed": read / 10 + same * 9 / 10,
    }
    return a_second * each[what]


@pytest.mark.parametrize("at", [0, 1], ids=["web", "PostgreSQL"])
def test_cores_follow_from_the_processor_time_that_was_measured(at: int) -> None:
    ((*rows, whole),) = table("cores for web")
    worked_out = {row[0]: wanted(row[0], numbers(row[1])[0], at) for row in rows}
    said = {row[0]: numbers(row[2 + at])[0] for row in rows}
    assert said == pytest.approx(worked_out, rel=0.15, abs=0.01)
    assert numbers(whole[2 + at])[0] == pytest.approx(sum(worked_out.values()), rel=0.06)
