"""GET /games/{id}/turns/{n}."""

from collections.abc import Callable

import pytest

from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_an_open_turn_shows_the_question_and_no_answers(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    seen = ann.sees(game)
    turn = ann.get(f"/games/{game}/turns/1").json
    assert turn["asked"] == seen["turn"]["asked"]
    assert turn["mine"] == seen["mine"]
    assert turn["tides"] == seen["table"]["tides"]
    assert turn["actions"] is turn["closed_at"] is None
    assert bob.get(f"/games/{game}/turns/1").json == {**turn, "mine": bob.sees(game)["mine"]}
    assert stranger.get(f"/games/{game}/turns/1").json == {**turn, "mine": None}


def test_a_closed_turn_shows_every_answer_to_all(
    ann: Person, dan: Person, stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    sealed = ann.seals_anything(game).json
    time_passes(game)
    said = ann.get(f"/games/{game}/turns/1")
    shown = {name: sealed[name] for name in ("seat", "action", "by", "nonce")}
    assert said.json["actions"][0] == shown
    assert (shown["seat"], shown["by"]) == (0, "player")
    assert [one["answered"] for one in said.json["asked"]] == [True] * 3
    assert said.json["closed_at"] is not None
    assert said.json["mine"] is None
    for person in (dan, stranger):
        assert person.get(f"/games/{game}/turns/1").raw == said.raw


def test_a_turn_that_has_not_come_is_not_found(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game, opened = table(), ann.opens(3)
    for person in (ann, stranger):
        refused(person.get(f"/games/{game}/turns/2"), 404, "turn_not_found")
        refused(person.get(f"/games/{game}/turns/999999999"), 404, "turn_not_found")
        refused(person.get(f"/games/{opened}/turns/1"), 404, "turn_not_found")
