"""Two at once around what stops a clock: pauses, vacations, moved time. One defined outcome."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.background import due_turns
from games.clock.now import now
from games.models import Game, Pause
from players.models import Vacation
from tests.app.repository.racing import offered, outcomes, told, without_gaps
from tests.app.repository.test_races import ROUNDS, at_once, closings, opened
from tests.factories import expire_turn
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Person]:
    return [Person.signs_up(name) for name in ("ann", "bob", "cat")]


@pytest.fixture
def dan() -> Person:
    return Person.signs_up("dan")


# -- stopping the clock


def test_a_pause_to_which_the_last_two_agree_at_once_begins_once(people: list[Person]) -> None:
    for _ in range(ROUNDS):
        game = opened(people)
        answers = at_once(
            *[partial(who.put, f"/games/{game}/pause", {"length": "P2D"}) for who in people]
        )
        assert [answer.status for answer in answers] == [200] * 3
        pause = Pause.objects.get(game=game)
        assert pause.agreed == [0, 1, 2]
        assert pause.from_at is not None
        counts = [told(game, kind) for kind in ("pause_agreed", "paused", "deadlines_moved")]
        assert counts == [3, 1, 1]
        assert without_gaps(game)


def test_a_pause_that_is_dropped_while_the_last_agrees_is_over_or_never_was(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        for who in (ann, bob):
            who.put(f"/games/{game}/pause", {"length": "P2D"})
        agreed, dropped = at_once(
            partial(cat.put, f"/games/{game}/pause", {"length": "P2D"}),
            partial(ann.delete, f"/games/{game}/pause"),
        )
        assert (agreed.status, dropped.status) == (200, 204)
        # It was agreed and ended, or dropped and proposed anew by cat.
        assert (told(game, "pause_ended"), told(game, "pause_dropped")) in [(1, 0), (0, 1)]
        pause = ann.sees(game)["pause"]
        assert pause is None or pause["agreed"] == [2]
        assert without_gaps(game)


def test_a_pause_that_races_the_clock_holds_or_comes_too_late(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        for who in (ann, bob):
            who.put(f"/games/{game}/pause", {"length": "P2D"})
        expire_turn(game)
        agreed, _ = at_once(
            partial(cat.put, f"/games/{game}/pause", {"length": "P2D"}), due_turns.sweep_due_turns
        )
        due_turns.sweep_due_turns()
        assert agreed.status == 200
        assert closings(game, 1) == 1, "the deadline had passed, whoever was first"
        turn = ann.sees(game)["turn"]
        assert turn["number"] == 2
        assert without_gaps(game)


def days(number: float) -> str:
    return (now() + timedelta(days=number)).isoformat().replace("+00:00", "Z")


def announce(person: Person, since: float, until: float) -> Any:
    """A vacation in so many days, to be announced; all of it in one year."""
    return partial(person.post, "/me/vacations", {"from": days(since), "until": days(until)})


def test_two_vacations_at_once_cannot_use_more_than_the_allowance(
    people: list[Person], settings: Any
) -> None:
    ann = people[0]
    settings.TIDE_MAX_VACATION_DAYS_PER_YEAR = 3
    for _ in range(ROUNDS):
        # Within three weeks lies one end of a year at most, and then there are three days in each.
        answers = at_once(*[announce(ann, at, at + 2.5) for at in (1, 4, 7, 10, 13, 16)])
        years = {row.from_at.year for row in Vacation.objects.all()}
        made = [answer for answer in answers if answer.status == 201]
        assert {answer.code for answer in answers if answer.status != 201} == {"no_vacation_left"}
        assert 1 <= len(made) <= len(years) + 1
        for year in ann.get("/me/vacations").json["allowance"]["years"]:
            assert not year["left"].startswith("PT-"), year
        Vacation.objects.all().delete()


def test_two_vacations_at_once_do_not_overlap(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        answers = at_once(announce(ann, 1, 3), announce(ann, 2, 4))
        assert outcomes(answers) == [(201, None), (409, "vacation_overlaps")]
        Vacation.objects.all().delete()


def test_vacations_of_all_players_in_all_their_games_at_once(people: list[Person]) -> None:
    games = [opened(people) for _ in range(4)]
    answers = at_once(
        *[announce(person, 0.1, 2) for person in people],
        *[partial(person.get, "/me/events", page_size=100) for person in people],
        *[partial(people[0].seals_anything, game) for game in games],
    )
    assert {answer.status for answer in answers} == {200, 201}
    for game in games:
        assert told(game, "vacation") == 3
        assert without_gaps(game)
        dues = [one["due_at"] for one in people[0].sees(game)["turn"]["asked"]]
        deadline = now() + timedelta(days=2)
        assert all(due > deadline.isoformat() for due in dues)


def test_vacations_wait_for_nobody_in_a_circle(people: list[Person], dan: Person) -> None:
    """Each locks several games; others hold one of these, or some, and a feed its player's row."""
    ann, bob, _ = people
    for round_ in range(ROUNDS):
        games = [offered(people, 1) for _ in range(2)]
        games += [opened(people) for _ in range(4)]
        for game in games[2:4]:
            expire_turn(game)
        taken, moved, withdrawn, *made = at_once(
            partial(dan.post, f"/games/{games[0]}/seats/1/take"),
            partial(ann.seals_anything, games[4]),
            partial(ann.delete, f"/games/{games[1]}/seats/1/offer"),
            *[announce(person, 0.1 + round_ / 10, 0.15 + round_ / 10) for person in people],
            announce(dan, 0.1 + round_ / 10, 0.15 + round_ / 10),
            due_turns.sweep_due_turns,
            partial(bob.get, "/me/events", page_size=100),
        )
        assert (taken.status, moved.status, withdrawn.status) == (200, 200, 204)
        assert [answer.status for answer in made[:4]] == [201] * 4
        assert [told(game, "vacation") for game in games[2:]] == [3] * 4
        assert all(without_gaps(game) for game in games)


def test_a_vacation_that_is_ended_twice_at_once_is_ended_once(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        made = ann.post("/me/vacations", {"until": days(5)}).json
        end = partial(ann.delete, f"/me/vacations/{made['id']}")
        assert outcomes(at_once(end, end)) == [(204, None), (409, "vacation_over")]
        Vacation.objects.all().delete()


# -- a sandbox


def test_time_moved_by_two_at_once_has_moved_twice(people: list[Person], settings: Any) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    wish = {"username": "ann", "password": PASSWORD, "test": True}
    tester = Person(people[0].post("/me/tokens", wish).json["token"], "ann")
    for _ in range(ROUNDS):
        game = opened(people)
        step = partial(tester.post, f"/games/{game}/clock/forward", {"by": "PT24H"})
        answers = at_once(step, step)
        assert [answer.status for answer in answers] == [200, 200]
        assert Game.objects.get(pk=game).ahead == timedelta(hours=48)
        assert tester.sees(game)["turn"]["number"] == 3
        assert without_gaps(game)
