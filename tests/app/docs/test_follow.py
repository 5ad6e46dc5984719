"""The pages that follow a card and a deadline name functions that each of them passes, in that order."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from games import tasks
from notifications.tasks import hand_over
from tests.app.notifications.writing import verified
from tests.app.sweep.test_deadlines import later
from tests.people import Person
from tests.unit.docs.pages import ROOT, Page, cells

pytestmark = pytest.mark.django_db
PLACE = re.compile(r"`(?P<name>[\w.]+)` in \[\S+\]\(\.\./(?P<file>[\w./]+)\)")
SCREEN = 50
"""Lines of 120 characters."""


def places(name: str) -> list[tuple[str, str]]:
    """Return the file and the function of each row of the page's table."""
    ((_, rows),) = Page(ROOT / f"docs/{name}.md").tables()
    found = [PLACE.fullmatch(cells(row)[1]) for row in rows[2:]]
    return [(place["file"], place["name"]) for place in found if place is not None]


@contextmanager
def recorded(calls: list[tuple[str, str]]) -> Iterator[None]:
    """Record every call of a function in this repository: its file, and its name with its class."""

    def record(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            calls.append((code.co_filename[len(str(ROOT)) + 1 :], code.co_qualname))

    sys.setprofile(record)
    try:
        yield
    finally:
        sys.setprofile(None)


def skipped(page: str, calls: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the functions of the page that were not called after those above them."""
    left = iter(calls)
    return [place for place in places(page) if place not in left]


def test_a_card_passes_what_its_page_names(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], committed: Any
) -> None:
    game, calls = table(), list[tuple[str, str]]()
    bob.seals_anything(game)
    cat.seals_anything(game)
    card = ann.sees(game)["mine"]["legal_actions"][0]
    with recorded(calls), committed(execute=True):
        ann.seals(game, card)
    with recorded(calls):
        assert bob.sees(game)["turn"]["number"] == 2
    assert skipped("follow-one-card", calls) == []


def test_a_deadline_passes_what_its_page_names(
    bob: Person, table: Callable[..., str], sent_tasks: list[tuple[Any, ...]], committed: Any
) -> None:
    verified(bob)
    calls = list[tuple[str, str]]()
    with recorded(calls), committed(execute=True):
        table()
    sent_tasks.clear()
    with later(24.1), recorded(calls), committed(execute=True):
        tasks.sweep()
    ((_, players, _),) = [task for task in sent_tasks if task[0] == "hand_over"]
    with later(24.2), recorded(calls):
        hand_over(players)
    assert skipped("follow-one-deadline", calls) == []


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Any:
    """Run what waits for the commit, which a test never reaches."""
    return django_capture_on_commit_callbacks


@pytest.mark.parametrize("name", ["map", "follow-one-card", "follow-one-deadline"])
def test_the_pages_that_are_read_first_fit_on_a_screen(name: str) -> None:
    lines = (ROOT / f"docs/{name}.md").read_text().splitlines()
    assert sum(max(1, -(-len(line) // 120)) for line in lines) <= SCREEN


@pytest.mark.parametrize(("name", "least"), [("follow-one-card", 10), ("follow-one-deadline", 10)])
def test_each_row_names_a_function(name: str, least: int) -> None:
    ((_, rows),) = Page(ROOT / f"docs/{name}.md").tables()
    assert len(places(name)) == len(rows) - 2 >= least
