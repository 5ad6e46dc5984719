"""Every deadline follows from what the log tells: worked out here a second time, as docs/fairness.md says."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from players.models import Player, Vacation
from tests import dealing
from tests.app.api.events import log, types
from tests.moving_time import Time, moment, standing
from tests.people import Person
from tests.sampling import sample

pytestmark = pytest.mark.django_db
Json = dict[str, Any]

HOUR = timedelta(hours=1)
PER_TURN, BANK, INCREMENT, GRACE = 6 * HOUR, 12 * HOUR, 2 * HOUR, 3 * HOUR
CLOCK = {"per_turn": "PT6H", "bank": "PT12H", "increment": "PT2H", "grace": "PT3H"}


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


def passed(start: datetime, end: datetime, stops: list[Json]) -> timedelta:
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
            read = getattr(self, event["type"], None)
            if read is not None:
                read(moment(event["at"]), event["data"])

    def turn_opened(self, at: datetime, said: Json) -> None:
        assert not said["continues"]
        self.base = PER_TURN + (GRACE if said["turn"] == 1 else timedelta(0))
        self.start, self.sealed = at, {}
        for seat in said["asked"]:
            self.left[seat] = min(BANK, self.left.get(seat, BANK) + INCREMENT)
            self.banks[seat] = self.left[seat]
        assert said["due_at"] == max(one["due_at"] for one in said["deadlines"])
        self._holds(said)

    def deadlines_moved(self, at: datetime, said: Json) -> None:
        self.moved += 1
        self._holds(said)

    def sealed_(self, at: datetime, said: Json) -> None:
        self.sealed[said["seat"]] = at

    def withdrawn(self, at: datetime, said: Json) -> None:
        del self.sealed[said["seat"]]

    def turn_closed(self, at: datetime, said: Json) -> None:
        for seat in (one["seat"] for one in said["actions"]):
            used = passed(self.start, self.sealed.get(seat, at), self.stops[seat]) - self.base
            self.left[seat] = self.banks[seat] - min(self.banks[seat], max(timedelta(0), used))

    def _holds(self, said: Json) -> None:
        for one in said["deadlines"]:
            seat, due, stops = one["seat"], moment(one["due_at"]), one["stops"]
            assert stops == sorted(stops, key=lambda stop: (stop["from"], stop["until"]))
            for stop in stops:
                assert moment(stop["from"]) < due
                assert moment(stop["until"]) > self.start
            assert passed(self.start, due, stops) == self.base + self.banks[seat]
            self.stops[seat] = stops


def read(events: list[Json]) -> Log:
    return Log([{**one, "type": "sealed_"} if one["type"] == "sealed" else one for one in events])


def stops(event: Json) -> list[list[list[str]]]:
    """By seat."""
    return [
        [[stop["from"], stop["until"]] for stop in one["stops"]]
        for one in event["data"]["deadlines"]
    ]


def leaves(person: Person, time: Time, **length: float) -> None:
    until = (time.now + timedelta(**length)).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert person.post("/me/vacations", {"until": until}).status == 201


def test_a_deadline_says_when_the_clock_stands_still_before_it(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=CLOCK)
    (opened,) = log(ann, game, "turn_opened")
    assert stops(opened) == [[], [], []]
    time.goes_on(hours=1)
    began = time.now
    leaves(ann, time, hours=5)
    (moved,) = log(ann, game, "deadlines_moved")
    away = [_utc(began), _utc(began + 5 * HOUR)]
    assert stops(moved) == [[away], [], []]
    time.goes_on(hours=1)
    for person in (ann, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "PT2H"})
    paused = [_utc(time.now), _utc(time.now + 2 * HOUR)]
    (_, moved) = log(ann, game, "deadlines_moved")
    assert stops(moved) == [[away, paused], [paused], [paused]]
    read(log(ann, game))


def test_what_was_over_before_the_question_was_put_is_no_stop_of_it(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=CLOCK)
    leaves(ann, time, hours=2)
    time.goes_on(hours=3)
    for person in (ann, bob, cat):
        assert person.seals_anything(game).status == 200
    (_, opened) = log(ann, game, "turn_opened")
    assert stops(opened) == [[], [], []]


def test_a_vacation_that_no_game_was_told_of_is_told_before_the_turn_closes(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(clock=CLOCK)
    time.goes_on(hours=1)
    # As when the process died that should have told the games beyond the first fifty.
    Vacation.objects.create(
        player=Player.objects.get(username="ann"),
        from_at=time.now,
        until_at=time.now + 4 * HOUR,
        announced_at=time.now,
    )
    time.goes_on(hours=13)
    for person in (bob, cat, ann):
        assert person.seals_anything(game).status == 200
    closing = types(log(ann, game))
    assert closing[closing.index("turn_closed") - 1] == "deadlines_moved"
    # 14 hours, of which the clock of ann stood still for 4: one hour more than her time without a bank.
    assert read(log(ann, game)).left == {0: BANK, 1: 9 * HOUR, 2: 9 * HOUR}
    assert [seat["bank"] for seat in ann.sees(game)["seats"]] == ["PT12H", "PT9H", "PT9H"]


@pytest.mark.parametrize("seed", sample(range(4), 1))
def test_all_deadlines_of_a_game_follow_from_its_log(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time, seed: int
) -> None:
    game = table(clock=CLOCK, absence={"bot_after": 100})
    random, people = Random(f"deadlines {seed}"), (ann, bob, cat)
    while ann.sees(game)["status"] == "running":
        who = random.choice(people)
        time.passes(seconds=random.uniform(60, 20_000))
        match random.randrange(8):
            case 0:
                who.post("/me/vacations", {"until": _utc(time.now + 5 * HOUR)})
            case 1:
                for person in people[: random.randrange(1, 4)]:
                    person.put(f"/games/{game}/pause", {"length": "PT8H"})
            case 2:
                who.delete(f"/games/{game}/pause")
            case 3:
                number = ann.sees(game)["turn"] and ann.sees(game)["turn"]["number"]
                who.delete(f"/games/{game}/turns/{number or 1}/submission")
            case _:
                seen = who.sees(game)
                if seen["status"] == "running" and seen["mine"]["legal_actions"]:
                    who.seals_anything(game)
    events = log(ann, game)
    assert {"sealed", "withdrawn", "paused", "vacation"} <= {*types(events)}
    assert read(events).moved > 2


def _utc(at: datetime) -> str:
    return at.replace(microsecond=0).strftime("%Y-%m-%dT%H:%M:%SZ")


# -- times of the log


def test_times_never_go_back_when_the_clock_of_the_database_does(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    time.goes_on(hours=2)
    ann.seals_anything(game)
    time.goes_on(hours=-1)
    for person in (bob, cat):
        assert person.seals_anything(game).status == 200
    time.goes_on(hours=-5)
    receipt = ann.seals_anything(game).json
    events = log(ann, game)
    times = [moment(event["at"]) for event in events]
    assert times == sorted(times)
    assert events[-1]["type"] == "sealed"
    assert receipt["sealed_at"] == events[-1]["at"]
    time.goes_on(hours=10)
    ann.delete(f"/games/{game}/turns/2/submission")
    assert moment(log(ann, game, "withdrawn")[0]["at"]) == time.now


def test_a_turn_was_opened_and_closed_when_the_log_says_so(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    for _ in range(3):
        for person in (ann, bob, cat):
            time.goes_on(minutes=-7)
            person.seals_anything(game)
    opened, closed = log(ann, game, "turn_opened"), log(ann, game, "turn_closed")
    for number in (1, 2, 3):
        turn = ann.get(f"/games/{game}/turns/{number}").json
        assert turn["opened_at"] == opened[number - 1]["at"]
        assert turn["closed_at"] == closed[number - 1]["at"]
