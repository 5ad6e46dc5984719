"""GET /me/turns."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Turn
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def waiting(person: Person, **query: Any) -> list[str]:
    said = person.get("/me/turns", **query)
    assert said.status == 200
    return [question["game"] for question in said.json["results"]]


def test_every_question_that_waits_for_me_the_most_urgent_first(
    ann: Person, table: Callable[..., str]
) -> None:
    day, hour, week = (table(clock={"per_turn": span}) for span in ("PT24H", "PT1H", "P7D"))
    ann.opens(3)
    assert waiting(ann) == [hour, day, week]


def test_a_question_says_all_that_is_needed_to_answer_it(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    (question,) = ann.get("/me/turns").json["results"]
    seen = ann.sees(game)
    assert question == {
        "game": game,
        "ruleset": "turn_the_tide",
        "turn": 1,
        "seat": 0,
        "decision": "play_card",
        "opened_at": seen["turn"]["opened_at"],
        "due_at": seen["turn"]["due_at"],
        "bank": None,
        "bank_seconds": None,
        "legal_actions": seen["mine"]["legal_actions"],
        "fallback": seen["mine"]["fallback"],
        "fallback_by": "clock",
        "submission": None,
    }


def test_an_answered_question_stays_with_its_answer_until_the_turn_closes(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    receipt = ann.seals_anything(game).json
    (question,) = ann.get("/me/turns").json["results"]
    assert question["submission"] == receipt
    time_passes(game)
    (question,) = ann.get("/me/turns").json["results"]
    assert (question["turn"], question["submission"]) == (2, None)


def test_what_is_answered_is_left_out_of_what_is_open(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    answered, other = table(), table()
    assert ann.seals_anything(answered).status == 200
    assert waiting(ann, open="true") == [other]
    assert sorted(waiting(ann, open="false")) == sorted(waiting(ann)) == sorted([answered, other])
    # Taken back it is open again, and so is the next one.
    assert ann.delete(f"/games/{answered}/turns/1/submission").status == 200
    assert sorted(waiting(ann, open="true")) == sorted([answered, other])
    ann.seals_anything(answered)
    time_passes(answered)
    assert sorted(waiting(ann, open="true")) == sorted([answered, other])


def test_open_is_true_or_false(ann: Person) -> None:
    for wrong in ("yes", "1", "", "True"):
        said = ann.get("/me/turns", open=wrong)
        refused(said, 400, "invalid_query", "open")
        assert said.json["errors"][0]["code"] == "wrong_type"


def test_a_question_can_come_with_its_game_as_i_may_see_it(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    games = [table(clock={"per_turn": span}) for span in ("PT24H", "PT1H")][::-1]
    ann.put(f"/games/{games[0]}/standing-order", {"order": {"plays": [{"card": 3}]}})
    ann.seals_anything(games[1])
    bob.seals_anything(games[1])
    found = ann.get("/me/turns", include="game").json["results"]
    assert [one["view"] for one in found] == [ann.sees(game) for game in games]
    plain = ann.get("/me/turns").json["results"]
    assert [{**one, "view": None} for one in plain] == [{**one, "view": None} for one in found]
    refused(ann.get("/me/turns", include="table"), 400, "invalid_query", "include")


def test_a_page_with_games_is_walked_back_too(ann: Person, table: Callable[..., str]) -> None:
    games = [table(clock={"per_turn": f"PT{hours}H"}) for hours in (1, 2, 3)]
    first = ann.get("/me/turns", include="game", page_size=2).json
    second = ann.get(first["next"].removeprefix("http://testserver")).json
    again = ann.get(second["previous"].removeprefix("http://testserver")).json
    assert [one["view"]["id"] for one in again["results"]] == games[:2]


def test_a_page_with_games_is_another_when_one_of_the_games_is(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    plain, whole = ann.get("/me/turns"), ann.get("/me/turns", include="game")
    tags = [one.headers["ETag"] for one in (plain, whole)]
    assert tags[0] != tags[1]

    def status(tag: str, **query: Any) -> int:
        return ann.get("/me/turns", headers={"If-None-Match": tag}, **query).status

    assert status(tags[0]) == status(tags[1], include="game") == 304
    bob.seals_anything(game)
    # That bob has answered stands in the game, and not in her question.
    assert (status(tags[0]), status(tags[1], include="game")) == (304, 200)


def test_it_comes_in_pages(ann: Person, table: Callable[..., str]) -> None:
    games = [table() for _ in range(3)][::-1]
    for place, game in enumerate(games):
        mine = timezone.now() + timedelta(hours=place + 1)
        # The others have more or less time than she has; in her list that is nothing.
        others = timezone.now() + timedelta(hours=len(games) - place)
        Turn.objects.filter(game=game).update(dues=[mine, others, others])
    first = ann.get("/me/turns", page_size=2).json
    second = ann.get(first["next"].removeprefix("http://testserver")).json
    assert [one["game"] for one in first["results"] + second["results"]] == games
    assert second["next"] is None
