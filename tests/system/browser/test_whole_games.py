"""Whole games by two people, each at a browser of her own, and bots: to a result, and a record that verifies.

All editions and expansions are among them. Without the thorough profile the first is played.
"""

import json
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.sampling import sample
from tests.system.browser.conftest import Come
from tests.system.browser.visiting import Visitor
from tests.system.flows.client import Json, Person
from tests.thorough.verify.test_command import COMMANDS, run

WITHIN = 300
"""Seconds after which somebody is asked at the latest."""


@dataclass(frozen=True)
class Wish:
    """A game to be played, and how its host plays it in her browser."""

    ruleset: str
    options: Json
    bots: list[str] = field(default_factory=lambda: ["random"])
    keyboard: bool = False

    @property
    def name(self) -> str:
        return "-".join([self.ruleset, *map(str, self.options.values())])


GAMES = [
    Wish("turn_the_tide", {"edition": "amigo"}, keyboard=True),
    Wish("turn_the_tide", {"edition": "gamewright"}, ["random", "careful"]),
    Wish("turn_the_tide", {"edition": "bga"}, ["random"] * 4),
    Wish(
        "high_tide", {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}, keyboard=True
    ),
    Wish("turn_the_tide", {"edition": "bga_modified"}),
    Wish("high_tide", {"expansions": []}, ["random", "careful"]),
]


@pytest.mark.parametrize("wish", sample(GAMES, 1), ids=lambda wish: wish.name)
def test_two_people_play_to_the_result_and_the_record_verifies(
    come: Come, ann: Person, wish: Wish, tmp_path: Path
) -> None:
    bob = Person.signs_up(ann.url, f"bob-{uuid4().hex[:8]}")
    seats = 2 + len(wish.bots)
    game = ann.opens(wish.ruleset, wish.options, seats, bots=wish.bots)["id"]
    bob.joins(game)
    at = {0: come(), 1: come(viewport={"width": 390, "height": 844})}
    for person, visitor in zip((ann, bob), at.values(), strict=True):
        visitor.plays_as(person)
        visitor.opens(f"/game/{game}")
    for number in count():
        asked = _asked(ann, game, list(at))
        if asked is None:
            break
        turn, seat = asked
        _plays(at[seat], turn, number, by_keyboard=wish.keyboard and seat == 0)
    record = ann.get(f"/games/{game}/record")
    for visitor in at.values():
        visitor.page.locator(".outcome").wait_for()
        expect(visitor.page.locator(".outcome li")).to_have_count(seats)
        if wish.ruleset == "turn_the_tide":
            # A player, each stage, and all of them.
            expect(visitor.page.locator(".stages thead th")).to_have_count(seats + 2)
        shown = sorted(visitor.page.locator(".outcome li strong").all_inner_texts())
        assert shown == sorted(_points(one) for one in record["result"]["scores"])
        visitor.check()
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    code, said, complaints = run(*COMMANDS["Python"], str(file))
    assert (code, complaints) == (0, ""), said


def _points(score: int) -> str:
    """As English counts: one point, and one point below nothing as well (CLDR)."""
    return f"{score} point" if abs(score) == 1 else f"{score} points"


def _asked(ann: Person, game: str, seats: list[int]) -> tuple[int, int] | None:
    """Which turn waits for whom of these seats; None once the game is over."""

    def waiting(seen: Json) -> list[int]:
        asked = seen["turn"]["asked"] if seen["turn"] else []
        return [one["seat"] for one in asked if not one["answered"] and one["seat"] in seats]

    seen = ann.waits_for(
        game, lambda now: now["status"] == "finished" or bool(waiting(now)), WITHIN
    )
    return None if seen["status"] == "finished" else (seen["turn"]["number"], waiting(seen)[0])


def _plays(visitor: Visitor, turn: int, number: int, *, by_keyboard: bool) -> None:
    """Choose one of what is on offer, another one each time, and seal it."""
    page = visitor.page
    page.locator(f'form.table[data-turn="{turn}"] .status.asked').wait_for()
    if by_keyboard:
        visitor.tabs_to_choice()
        page.keyboard.press("Space")
        for _ in range(number % 3):
            page.keyboard.press("ArrowDown")
        expect(page.locator("input[name=action]:checked")).to_have_count(1)
        page.keyboard.press("Enter")
    else:
        offered = page.locator("input[name=action]")
        offered.nth((5 * number) % offered.count()).check()
        visitor.plays()
    page.locator(f'form.table:not([data-turn="{turn}"]), .seal-bar.sealed').first.wait_for()
