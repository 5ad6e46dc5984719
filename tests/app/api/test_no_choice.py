"""A question with one legal answer is put to nobody: there is no turn for it, and the rules go on."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests import dealing
from tests.app.api.calls import hand, play
from tests.app.api.events import log
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def alike() -> Iterator[None]:
    with dealing.alike():
        yield


@pytest.fixture
def bob_has_one_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of these rules seat 1 may play its lowest card only, while the others choose."""
    allowed = TurnTheTide.legal_actions

    def legal_actions(self: TurnTheTide, state: Any, seat: int) -> Any:
        return allowed(self, state, seat)[: 1 if seat == 1 else None]

    monkeypatch.setattr(TurnTheTide, "legal_actions", legal_actions)


def test_last_cards_are_played_without_a_turn(ann: Person, finished: Callable[..., str]) -> None:
    game = finished(options={"edition": "gamewright"})
    opened, revealed = (
        [(one["data"]["stage"], one["data"]["round"]) for one in log(ann, game, kind)]
        for kind in ("turn_opened", "cards_revealed")
    )
    assert 12 in {number for _, number in revealed}
    assert opened == [one for one in revealed if one[1] != 12]
    record = ann.get(f"/games/{game}/record").json
    assert [(turn["stage"], turn["round"]) for turn in record["turns"]] == opened


def test_a_seat_without_a_choice_is_not_asked_while_the_others_are(
    bob_has_one_card: None, ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    assert [one["seat"] for one in ann.sees(game)["turn"]["asked"]] == [0, 2]
    mine = bob.sees(game)["mine"]
    assert (mine["legal_actions"], mine["fallback"], mine["fallback_by"]) == ([], None, None)
    assert (mine["due_at"], mine["submission"]) == (None, None)
    assert bob.get("/me/turns").json["results"] == []
    with nothing_changes():
        refused(bob.seals(game, play(hand(bob, game)[0]), turn=1), 409, "not_asked")
        refused(bob.delete(f"/games/{game}/turns/1/submission"), 409, "not_asked")


def test_what_a_seat_without_a_choice_plays_stands_in_no_answer_but_in_what_comes_of_it(
    bob_has_one_card: None, ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    lowest = hand(bob, game)[0]
    ann.seals_anything(game)
    cat.seals_anything(game)
    closed = ann.get(f"/games/{game}/turns/1").json
    assert [one["seat"] for one in closed["actions"]] == [0, 2]
    (revealed,) = log(ann, game, "cards_revealed")
    assert {"seat": 1, "card": lowest} in revealed["data"]["cards"]
    assert lowest not in hand(bob, game)
