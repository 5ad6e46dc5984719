"""GET /me/turns."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Submission, Turn
from tests.api.conftest import TimePasses
from tests.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def waiting(person: Person) -> list[str]:
    said = person.get("/me/turns")
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
        "opened_at": seen["turn"]["opened_at"],
        "due_at": seen["turn"]["due_at"],
        "bank": None,
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


@pytest.mark.parametrize("mine_is_sealed", [False, True])
def test_an_answer_given_for_another_seat_hides_no_question_of_mine(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], mine_is_sealed: bool
) -> None:
    game = table()
    if mine_is_sealed:
        ann.seals_anything(game)
    bob.seals_anything(game)
    Submission.objects.filter(seat=1).update(by="forced")
    assert waiting(ann) == waiting(cat) == [game]
    assert waiting(bob) == []


def test_nothing_waits_for_who_does_not_play(
    dan: Person, ann: Person, finished: Callable[..., str], table: Callable[..., str]
) -> None:
    finished()
    assert waiting(ann) == []
    table()
    assert waiting(dan) == []


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


def test_a_stranger_has_no_turns(stranger: Person, db: None) -> None:
    refused(stranger.get("/me/turns"), 401, "not_authenticated")
