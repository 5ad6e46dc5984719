"""Every deadline follows from what the log tells: worked out here a second time, as docs/fairness.md says."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction

from games.models import Game, Turn
from games.play import deadlines
from games.repository.game_state import GameState
from games.repository.games import load_for_update
from players.models import Player, Vacation
from tests.app.api.calls import HOUR, add_vacation, end_pause, iso, seal_all, vote_pause
from tests.app.api.events import log, types
from tests.event_log import logged_events
from tests.factories import NO_BOT, make_game, seats_asked
from tests.moving_time import Time, moment
from tests.people import People, Person
from tests.sampling import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]
Json = dict[str, Any]

PER_TURN, BANK, INCREMENT, GRACE = 6 * HOUR, 12 * HOUR, 2 * HOUR, 3 * HOUR
CLOCK = {"per_turn": "PT6H", "bank": "PT12H", "increment": "PT2H", "grace": "PT3H"}


def running_time(start: datetime, end: datetime, stops: list[Json]) -> timedelta:
    """How long the clock has run: all the time without that in which it stood still."""
    spans = sorted((moment(stop["from"]), moment(stop["until"])) for stop in stops)
    ran, at = timedelta(0), start
    for since, until in [*spans, (end, end)]:
        ran += max(timedelta(0), min(since, end) - at)
        at = max(at, until)
    return ran


class Log:
    """A game's log read once, from its beginning: banks and deadlines as they must have been."""

    def __init__(self, events: list[Json]) -> None:
        self.moved = 0
        self.left: dict[int, timedelta] = {}
        self.banks: dict[int, timedelta] = {}
        self.stops: dict[int, list[Json]] = {}
        self.sealed: dict[int, datetime] = {}
        for event in events:
            read = getattr(self, f"read_{event['type']}", None)
            if read is not None:
                read(moment(event["at"]), event["data"])

    def read_turn_opened(self, at: datetime, said: Json) -> None:
        assert not said["continues"]
        self.base = PER_TURN + (GRACE if said["turn"] == 1 else timedelta(0))
        self.start, self.sealed = at, {}
        for seat in said["asked"]:
            self.left[seat] = min(BANK, self.left.get(seat, BANK) + INCREMENT)
            self.banks[seat] = self.left[seat]
        assert said["due_at"] == max(one["due_at"] for one in said["deadlines"])
        self._check(said)

    def read_deadlines_moved(self, at: datetime, said: Json) -> None:
        self.moved += 1
        self._check(said)

    def read_sealed(self, at: datetime, said: Json) -> None:
        self.sealed[said["seat"]] = at

    def read_withdrawn(self, at: datetime, said: Json) -> None:
        del self.sealed[said["seat"]]

    def read_turn_closed(self, at: datetime, said: Json) -> None:
        for seat in (one["seat"] for one in said["actions"]):
            used = running_time(self.start, self.sealed.get(seat, at), self.stops[seat]) - self.base
            self.left[seat] = self.banks[seat] - min(self.banks[seat], max(timedelta(0), used))

    def _check(self, said: Json) -> None:
        for one in said["deadlines"]:
            seat, due, stops = one["seat"], moment(one["due_at"]), one["stops"]
            assert stops == sorted(stops, key=lambda stop: (stop["from"], stop["until"]))
            for stop in stops:
                assert moment(stop["from"]) < due
                assert moment(stop["until"]) > self.start
            assert running_time(self.start, due, stops) == self.base + self.banks[seat]
            self.stops[seat] = stops


def stops_by_seat(event: Json) -> list[list[list[str]]]:
    """Return the stops before each deadline, by seat."""
    return [
        [[stop["from"], stop["until"]] for stop in one["stops"]]
        for one in event["data"]["deadlines"]
    ]


def test_a_deadline_says_when_the_clock_stands_still_before_it(people: People, time: Time) -> None:
    ann, game = people[0], make_game(people, clock=CLOCK)
    (opened,) = log(ann, game, "turn_opened")
    assert stops_by_seat(opened) == [[], [], []]
    time.advance(hours=1)
    away = [iso(time.now), iso(time.now + 5 * HOUR)]
    add_vacation(ann, time.now, time.now + 5 * HOUR)
    (moved,) = log(ann, game, "deadlines_moved")
    assert stops_by_seat(moved) == [[away], [], []]
    time.advance(hours=1)
    for person in people:
        vote_pause(person, game, "PT2H")
    paused = [iso(time.now), iso(time.now + 2 * HOUR)]
    (_, moved) = log(ann, game, "deadlines_moved")
    assert stops_by_seat(moved) == [[away, paused], [paused], [paused]]
    Log(log(ann, game))
    # What was over before the question was put is no stop of it.
    time.advance(hours=5)
    seal_all(game, *people)
    (_, opened) = log(ann, game, "turn_opened")
    assert stops_by_seat(opened) == [[], [], []]


def test_an_untold_vacation_is_told_before_the_turn_closes(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people, clock=CLOCK)
    time.advance(hours=1)
    # As when the process died that should have told the games beyond the first fifty.
    owner, away = Player.objects.get(username="ann"), (time.now, time.now + 4 * HOUR)
    Vacation.objects.create(player=owner, from_at=away[0], until_at=away[1], announced_at=time.now)
    time.advance(hours=13)
    seal_all(game, bob, cat, ann)
    closing = types(log(ann, game))
    assert closing[closing.index("turn_closed") - 1] == "deadlines_moved"
    # 14 hours, of which the clock of ann stood still for 4: one hour more than the time without a bank.
    assert Log(log(ann, game)).left == {0: BANK, 1: 9 * HOUR, 2: 9 * HOUR}
    assert [seat["bank"] for seat in ann.sees(game)["seats"]] == ["PT12H", "PT9H", "PT9H"]


@pytest.mark.parametrize("seed", sample(range(4), 1))
def test_all_deadlines_of_a_game_follow_from_its_log(people: People, time: Time, seed: int) -> None:
    ann, game = people[0], make_game(people, clock=CLOCK, absence=NO_BOT)
    random = Random(f"deadlines {seed}")
    while ann.sees(game)["status"] == "running":
        who = random.choice(people)
        time.sweep_after(seconds=random.uniform(60, 20_000))
        match random.randrange(8):
            case 0:
                until = (time.now + 5 * HOUR).replace(microsecond=0)
                who.post("/me/vacations", {"until": iso(until)})
            case 1:
                for person in people[: random.randrange(1, 4)]:
                    vote_pause(person, game, "PT8H")
            case 2:
                end_pause(who, game)
            case 3:
                turn = ann.sees(game)["turn"] or {"number": 1}
                who.delete(f"/games/{game}/turns/{turn['number']}/submission")
            case _:
                seen = who.sees(game)
                if seen["status"] == "running" and seen["mine"]["legal_actions"]:
                    who.seals_anything(game)
    events = log(ann, game)
    assert {"sealed", "withdrawn", "paused", "vacation"} <= {*types(events)}
    assert Log(events).moved > 2


# -- times of the log


def test_times_never_go_back_though_the_databases_clock_does(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    time.advance(hours=2)
    ann.seals_anything(game)
    time.advance(hours=-1)
    seal_all(game, bob, cat)
    time.advance(hours=-5)
    receipt = ann.seals_anything(game).json
    events = log(ann, game)
    times = [moment(event["at"]) for event in events]
    assert times == sorted(times)
    assert (events[-1]["type"], events[-1]["at"]) == ("sealed", receipt["sealed_at"])
    time.advance(hours=10)
    ann.delete(f"/games/{game}/turns/2/submission")
    assert moment(log(ann, game, "withdrawn")[0]["at"]) == time.now
    first = ann.get(f"/games/{game}/turns/1").json
    assert first["opened_at"] == log(ann, game, "turn_opened")[0]["at"]
    assert first["closed_at"] == log(ann, game, "turn_closed")[0]["at"]


# -- several decisions of one player in a row: one sitting, one deadline


@pytest.fixture
def game(people: People) -> str:
    # No bot takes a seat: there is no worker here that would move it.
    return make_game(people, ruleset="high_tide", absence=NO_BOT)


def find_asked(people: People, game: str) -> Person:
    (asked,) = people[0].sees(game)["turn"]["asked"]
    return people[int(asked["seat"])]


@pytest.mark.parametrize("kind", ["decline", "accept"])
def test_the_next_player_has_a_new_deadline(
    people: People, game: str, time: Time, kind: str
) -> None:
    first, asked = Turn.objects.get(game=game), find_asked(people, game)
    for person in people:
        if person is not asked:
            assert person.sees(game)["mine"]["legal_actions"] == []
            assert person.seals(game, {"type": kind}, 1).code == "not_asked"
    time.advance(hours=5)
    assert asked.seals(game, {"type": kind}).status == 200
    second = Turn.objects.get(game=game, closed_at=None)
    goes_on = kind == "decline"
    assert (seats_asked(second) == seats_asked(first)) == goes_on
    assert second.due_at == (first.due_at if goes_on else second.opened_at + 24 * HOUR)
    told = logged_events(game, "turn_opened")
    assert [event.data["continues"] for event in told] == [False, goes_on]


def test_an_absent_player_costs_one_deadline(people: People, game: str, time: Time) -> None:
    absent = seats_asked(Turn.objects.get(game=game))
    find_asked(people, game).seals(game, {"type": "decline"})
    time.sweep_after(hours=24)
    turn = Turn.objects.get(game=game, closed_at=None)
    assert seats_asked(turn) != absent, "one sweep makes all of the player's decisions"
    assert turn.due_at > time.now


def make_turn_after(table: GameState, before: Turn, asked: list[int]) -> tuple[Turn, bool]:
    """Return the next turn in the same sitting, put an hour later, and whether deadlines continue."""
    table.moment += timedelta(hours=1)
    turn = Turn(
        game=table.row,
        number=before.number + 1,
        sitting="one sitting by the rules",
        opened_at=table.now,
    )
    return turn, deadlines.ask_seats(table, turn, asked, before)


def test_who_has_waited_for_another_has_new_time_for_the_next_decision(game: str) -> None:
    with transaction.atomic():
        table = load_for_update(game)
        both, _ = make_turn_after(table, Turn(number=1, sitting="the one before"), [0, 1])
        again, continues = make_turn_after(table, both, [0, 1])
        assert (continues, again.clock_from, again.due_at) == (True, both.clock_from, both.due_at)
        own, continues = make_turn_after(table, again, [0])
        assert (continues, own.clock_from) == (False, table.now)
        assert own.sitting != again.sitting, "what is missed in it is missed anew"
        last, continues = make_turn_after(table, own, [0])
        assert (continues, last.clock_from, last.sitting) == (True, own.clock_from, own.sitting)


def test_a_game_that_nobody_attends_is_played(people: People, game: str, time: Time) -> None:
    sweeps = 0
    while Game.objects.get(pk=game).status == "running":
        time.sweep_after(hours=24)
        sweeps += 1
    assert sweeps <= 3 * 6, "a deadline for each player's turn of each round at most"
    record = people[0].get(f"/games/{game}/record").json
    assert {one["by"] for turn in record["turns"] for one in turn["actions"]} == {"clock"}
