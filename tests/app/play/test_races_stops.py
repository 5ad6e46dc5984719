"""Two at once around what stops a clock: pauses, vacations, moved time. One defined outcome."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.background import due_turns
from games.clock.now import now
from games.models import Game, Pause
from players.models import Vacation
from tests.app.api.calls import agrees, ends, written
from tests.app.api.conftest import with_test_token
from tests.app.repository.racing import (
    ROUNDS,
    count_told,
    has_no_gaps,
    make_offered_game,
    outcomes,
    run_at_once,
)
from tests.factories import expire_turn, make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db(transaction=True)


# -- pauses


def test_a_pause_to_which_all_agree_at_once_begins_once(people: People) -> None:
    for _ in range(ROUNDS):
        game = make_game(people)
        answers = run_at_once(*[partial(agrees, who, game) for who in people])
        assert [answer.status for answer in answers] == [200] * 3
        pause = Pause.objects.get(game=game)
        assert pause.agreed == [0, 1, 2]
        assert pause.from_at is not None
        kinds = ("pause_agreed", "paused", "deadlines_moved")
        assert [count_told(game, kind) for kind in kinds] == [3, 1, 1]
        assert has_no_gaps(game)


def test_a_pause_dropped_while_the_last_agrees_is_over_or_never_was(people: People) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = make_game(people)
        for who in (ann, bob):
            agrees(who, game)
        agreed, dropped = run_at_once(partial(agrees, cat, game), partial(ends, ann, game))
        assert (agreed.status, dropped.status) == (200, 204)
        # It was agreed and ended, or dropped and proposed again by cat.
        over = (count_told(game, "pause_ended"), count_told(game, "pause_dropped"))
        assert over in [(1, 0), (0, 1)]
        pause = ann.sees(game)["pause"]
        assert pause is None or pause["agreed"] == [2]
        assert has_no_gaps(game)


def test_a_pause_that_races_the_clock_holds_or_comes_too_late(people: People) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = make_game(people)
        for who in (ann, bob):
            agrees(who, game)
        expire_turn(game)
        agreed, _ = run_at_once(partial(agrees, cat, game), due_turns.sweep_due_turns)
        due_turns.sweep_due_turns()
        assert agreed.status == 200
        closings = count_told(game, "turn_closed", turn=1)
        assert closings == 1, "the deadline had passed, whoever was first"
        assert ann.sees(game)["turn"]["number"] == 2
        assert has_no_gaps(game)


# -- vacations


def announcing(person: Person, since: float, until: float) -> Any:
    """Return a call that announces a vacation in so many days."""
    days = [written(now() + timedelta(days=number)) for number in (since, until)]
    return partial(person.post, "/me/vacations", dict(zip(("from", "until"), days, strict=True)))


def test_two_vacations_at_once_use_no_more_than_the_allowance(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_VACATION_DAYS_PER_YEAR = 3
    for _ in range(ROUNDS):
        # Within three weeks lies one end of a year at most, and then there are three days in each.
        answers = run_at_once(*[announcing(ann, at, at + 2.5) for at in (1, 4, 7, 10, 13, 16)])
        years = {row.from_at.year for row in Vacation.objects.all()}
        made = [answer for answer in answers if answer.status == 201]
        assert {answer.code for answer in answers if answer.status != 201} == {"no_vacation_left"}
        assert 1 <= len(made) <= len(years) + 1
        for year in ann.get("/me/vacations").json["allowance"]["years"]:
            assert not year["left"].startswith("PT-"), year
        Vacation.objects.all().delete()


def test_two_vacations_at_once_do_not_overlap(ann: Person) -> None:
    for _ in range(ROUNDS):
        answers = run_at_once(announcing(ann, 1, 3), announcing(ann, 2, 4))
        assert outcomes(answers) == [(201, None), (409, "vacation_overlaps")]
        Vacation.objects.all().delete()


def test_a_vacation_that_is_ended_twice_at_once_is_ended_once(ann: Person) -> None:
    for _ in range(ROUNDS):
        until = written(now() + timedelta(days=5))
        made = ann.post("/me/vacations", {"until": until}).json["id"]
        end = partial(ann.delete, f"/me/vacations/{made}")
        assert outcomes(run_at_once(end, end)) == [(204, None), (409, "vacation_over")]
        Vacation.objects.all().delete()


def test_vacations_of_all_players_in_all_their_games_at_once(people: People) -> None:
    games = [make_game(people) for _ in range(4)]
    answers = run_at_once(
        *[announcing(person, 0.1, 2) for person in people],
        *[partial(person.get, "/me/events", page_size=100) for person in people],
        *[partial(people[0].seals_anything, game) for game in games],
    )
    assert {answer.status for answer in answers} == {200, 201}
    deadline = (now() + timedelta(days=2)).isoformat()
    for game in games:
        assert count_told(game, "vacation") == 3
        assert has_no_gaps(game)
        assert all(one["due_at"] > deadline for one in people[0].sees(game)["turn"]["asked"])


def test_vacations_wait_for_nobody_in_a_circle(people: People, dan: Person) -> None:
    """Each locks several games; others hold one of these, or some, and a feed its player's row."""
    ann, bob, _ = people
    for round_ in range(ROUNDS):
        games = [make_offered_game(people, 1) for _ in range(2)]
        games += [make_game(people) for _ in range(4)]
        for game in games[2:4]:
            expire_turn(game)
        start = 0.1 + round_ / 10
        taken, moved, withdrawn, *made = run_at_once(
            partial(dan.post, f"/games/{games[0]}/seats/1/take"),
            partial(ann.seals_anything, games[4]),
            partial(ann.delete, f"/games/{games[1]}/seats/1/offer"),
            *[announcing(person, start, start + 0.05) for person in (*people, dan)],
            due_turns.sweep_due_turns,
            partial(bob.get, "/me/events", page_size=100),
        )
        assert (taken.status, moved.status, withdrawn.status) == (200, 200, 204)
        assert [answer.status for answer in made[:4]] == [201] * 4
        assert [count_told(game, "vacation") for game in games[2:]] == [3] * 4
        assert all(has_no_gaps(game) for game in games)


# -- a sandbox


def test_time_moved_by_two_at_once_has_moved_twice(people: People, settings: Any) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    tester = with_test_token(people[0])
    for _ in range(ROUNDS):
        game = make_game(people)
        step = partial(tester.post, f"/games/{game}/clock/forward", {"by": "PT24H"})
        assert outcomes(run_at_once(step, step)) == [(200, None)] * 2
        assert Game.objects.get(pk=game).ahead == timedelta(hours=48)
        assert tester.sees(game)["turn"]["number"] == 3
        assert has_no_gaps(game)
