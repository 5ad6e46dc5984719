"""Several decisions of one player in a row: one sitting, one deadline."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games.background import due_turns
from games.models import Game, Turn
from games.play import deadlines
from games.repository import loader
from games.repository.game_state import GameState
from tests.event_log import logged_events
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(ann: Person, bob: Person, cat: Person) -> list[Person]:
    return [ann, bob, cat]


@pytest.fixture
def game(people: list[Person]) -> str:
    # No bot takes a seat: there is no worker here that would move it.
    wish = {"ruleset": "high_tide", "seat_count": 3, "absence": {"bot_after": 100}}
    said = people[0].post("/games", wish)
    for person in people[1:]:
        person.joins(said.json["id"])
    return str(said.json["id"])


def on_turn(people: list[Person], game: str) -> Person:
    (asked,) = people[0].sees(game)["turn"]["asked"]
    seat: int = asked["seat"]
    return people[seat]


def test_the_deadline_stands_while_she_goes_on_deciding(people: list[Person], game: str) -> None:
    first = Turn.objects.get(game=game)
    with time_machine.travel(timezone.now() + timedelta(hours=5), tick=True):
        assert on_turn(people, game).seals(game, {"type": "decline"}).status == 200
    second = Turn.objects.get(game=game, number=2)
    assert second.asked == first.asked
    assert second.due_at == first.due_at
    told = logged_events(game, "turn_opened")
    assert [event.data["continues"] for event in told] == [False, True]


def test_the_next_player_has_her_whole_time(people: list[Person], game: str) -> None:
    first = Turn.objects.get(game=game)
    with time_machine.travel(timezone.now() + timedelta(hours=5), tick=True):
        assert on_turn(people, game).seals(game, {"type": "accept"}).status == 200
        turn = Turn.objects.get(game=game, closed_at=None)
    assert turn.asked != first.asked
    assert turn.due_at - turn.opened_at == timedelta(hours=24)


def test_a_player_who_is_away_costs_the_others_one_deadline(
    people: list[Person], game: str
) -> None:
    absent = Turn.objects.get(game=game).asked
    on_turn(people, game).seals(game, {"type": "decline"})
    with time_machine.travel(timezone.now() + timedelta(hours=24, seconds=1), tick=True):
        due_turns.sweep_due_turns()
        turn = Turn.objects.get(game=game, closed_at=None)
        assert turn.asked != absent, "one sweep makes all of her decisions"
        assert turn.due_at > timezone.now()


def turn_after(table: GameState, before: Turn, asked: list[int]) -> tuple[Turn, bool]:
    """The next turn in the same sitting by the rules, given its time an hour later; whether it continues."""
    table.moment += timedelta(hours=1)
    turn = Turn(
        game=table.row,
        number=before.number + 1,
        sitting="one sitting by the rules",
        asked=asked,
        opened_at=table.now,
        stops=[[] for _ in asked],
    )
    return turn, deadlines.set_turn_deadlines(table, turn, before)


def test_whoever_has_waited_for_another_has_time_of_her_own_for_her_next_decision(
    game: str,
) -> None:
    with transaction.atomic():
        table = loader.load_for_update(game)
        both, _ = turn_after(table, Turn(number=1, sitting="the one before", asked=[]), [0, 1])
        again, continues = turn_after(table, both, [0, 1])
        assert (continues, again.clock_from, again.dues) == (True, both.clock_from, both.dues)
        own, continues = turn_after(table, again, [0])
        assert (continues, own.clock_from) == (False, table.now)
        assert own.sitting != again.sitting, "what is missed in it is missed anew"
        last, continues = turn_after(table, own, [0])
        assert (continues, last.clock_from, last.sitting) == (True, own.clock_from, own.sitting)


def test_nobody_else_is_asked_in_the_meantime(people: list[Person], game: str) -> None:
    asked = on_turn(people, game)
    for person in people:
        mine = person.sees(game)["mine"]
        assert bool(mine["legal_actions"]) == (person is asked)
        if person is not asked:
            assert person.seals(game, {"type": "accept"}, 1).code == "not_asked"


def test_a_game_that_nobody_attends_ends_by_the_clock_alone(
    people: list[Person], game: str
) -> None:
    sweeps = 0
    with time_machine.travel(timezone.now(), tick=False) as travel:
        while Game.objects.get(pk=game).status == "running":
            travel.shift(timedelta(hours=24))
            due_turns.sweep_due_turns()
            sweeps += 1
    assert sweeps <= 3 * 6, "a deadline for each player's turn of each round at most"
    record = people[0].get(f"/games/{game}/record").json
    by = {action["by"] for turn in record["turns"] for action in turn["actions"]}
    assert by == {"clock"}
