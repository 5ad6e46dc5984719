"""Two at once: real threads on a real PostgreSQL, and one defined answer to each of them.

Around absence and standing orders they stand in tests/app/lobby/test_races.py.
"""

import time
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from games.background import due_turns
from games.clock.now import now
from games.models import Game, Pause, PrivateEvent, Seat, Submission
from players.models import Vacation
from tests.app.api.calls import (
    end_pause,
    hand,
    iso,
    order_of,
    put_order,
    seal_all,
    vote_pause,
    with_test_token,
)
from tests.app.api.threads import threads
from tests.app.repository.racing import (
    ROUNDS,
    count_told,
    find_card,
    has_no_gaps,
    make_offered_game,
    make_rounds,
    outcomes,
    run_at_once,
)
from tests.event_log import logged_events
from tests.factories import expire_turn, make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60.0
"""Seconds that a busy machine has until a call waits for a lock."""


# -- cards


def test_the_last_two_cards_sealed_at_once_close_the_turn_once(people: People) -> None:
    ann, bob, cat = people
    for game in make_rounds(make_game, people):
        seal_all(game, ann)
        two, three = find_card(bob, game), find_card(cat, game)
        sealing = [partial(bob.seals, game, two, 1), partial(cat.seals, game, three, 1)]
        assert outcomes(run_at_once(*sealing)) == [(200, None)] * 2
        assert count_told(game, "turn_closed", turn=1) == 1
        assert has_no_gaps(game)
        actions = bob.get(f"/games/{game}/turns/1").json["actions"]
        assert [one["action"] for one in actions[1:]] == [two, three]


def test_a_card_that_races_the_clock_is_either_played_or_refused(people: People) -> None:
    ann = people[0]
    for game in make_rounds(make_game, people):
        mine = find_card(ann, game, -1)
        expire_turn(game)
        answer, _ = run_at_once(partial(ann.seals, game, mine, 1), due_turns.sweep_due_turns)
        # A sweep passes over a game that somebody is writing to; the next one takes it.
        due_turns.sweep_due_turns()
        assert count_told(game, "turn_closed", turn=1) == 1
        played = ann.get(f"/games/{game}/turns/1").json["actions"][0]
        if answer.status == 200:
            nonce = answer.json["nonce"]
            assert played == {"seat": 0, "action": mine, "by": "player", "nonce": nonce}
        else:
            assert (answer.code, played["by"]) == ("turn_closed", "clock")


def test_closing_a_turn_and_reading_a_feed_lock_seats_first(people: People) -> None:
    (ann, bob, cat), game = people, make_game(people)
    assert put_order(bob, game, order_of(hand(bob, game)[0])).status == 200
    seal_all(game, ann, bob)
    last = find_card(cat, game)
    with threads() as started:
        with transaction.atomic():
            # As a reading of bob's feed does, which then goes on to the private events.
            seats = Seat.objects.filter(game=game, player__username="bob")
            assert list(seats.select_for_update())
            sealing = started.start(cat.seals, game, last, 1)
            wait_until_a_row_is_waited_for()
            unbound = PrivateEvent.objects.filter(game=game, player__username="bob")
            assert list(unbound.select_for_update(nowait=True))
        assert sealing.result().status == 200
    assert count_told(game, "turn_closed", turn=1) == 1


def wait_until_a_row_is_waited_for() -> None:
    """Return once another connection waits for a lock of this one."""
    end = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while True:
            cursor.execute(
                "SELECT FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
            )
            if cursor.fetchone() is not None:
                return
            assert time.monotonic() < end, "nobody waits"
            time.sleep(0.01)


def test_two_sweeps_at_once_close_each_due_turn_once(people: People) -> None:
    games = [make_game(people) for _ in range(6)]
    for game in games:
        expire_turn(game)
    looked = run_at_once(due_turns.sweep_due_turns, due_turns.sweep_due_turns)
    assert sum(looked) == len(games)
    assert [count_told(game, "turn_closed", turn=1) for game in games] == [1] * len(games)


def test_two_different_cards_of_one_seat_at_once_leave_one_of_them(people: People) -> None:
    ann = people[0]
    for game in make_rounds(make_game, people):
        both = [find_card(ann, game, place) for place in (0, 1)]
        answers = run_at_once(*[partial(ann.seals, game, one, 1) for one in both])
        assert outcomes(answers) == [(200, None)] * 2
        assert Submission.objects.get(game=game, question__seat__number=0).action in both
        first, second = logged_events(game, "sealed")
        assert first.data["replaces"] is None
        assert second.data["replaces"] == first.data["commitment"]


def test_a_card_withdrawn_while_the_last_one_is_sealed(people: People) -> None:
    ann, bob, cat = people
    for game in make_rounds(make_game, people):
        seal_all(game, ann, bob)
        last = find_card(cat, game)
        taken, sealed = run_at_once(
            partial(ann.delete, f"/games/{game}/turns/1/submission"),
            partial(cat.seals, game, last, 1),
        )
        assert sealed.status == 200
        # Either the card was back in hand before the last was sealed, or the turn had closed.
        closings = count_told(game, "turn_closed", turn=1)
        assert (taken.status, closings) in [(200, 0), (409, 1)]


# -- seats


def test_three_who_want_the_last_seat_at_once(people: People, dan: Person) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = ann.opens(3, bots=["random"])
        answers = run_at_once(
            *[partial(who.post, f"/games/{game}/join") for who in (bob, cat, dan)]
        )
        assert outcomes(answers) == [(200, None), (409, "game_full"), (409, "game_full")]
        assert count_told(game, "started") == 1


def test_one_player_who_joins_twice_at_once_has_one_seat(people: People) -> None:
    game = people[0].opens(3)
    answers = run_at_once(*[partial(people[1].post, f"/games/{game}/join")] * 2)
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert len(people[0].sees(game)["seats"]) == 2


def test_a_game_started_twice_at_once_starts_once(ann: Person) -> None:
    game = ann.opens(5, bots=["random", "random"])
    answers = run_at_once(*[partial(ann.post, f"/games/{game}/start")] * 2)
    assert outcomes(answers) == [(200, None), (409, "already_started")]
    assert count_told(game, "started") == 1


# -- pauses


def test_a_pause_to_which_all_agree_at_once_begins_once(people: People) -> None:
    for game in make_rounds(make_game, people):
        answers = run_at_once(*[partial(vote_pause, who, game) for who in people])
        assert [answer.status for answer in answers] == [200] * 3
        pause = Pause.objects.get(game=game)
        assert pause.agreed == [0, 1, 2]
        assert pause.from_at is not None
        assert [count_told(game, one) for one in ("pause_agreed", "paused")] == [3, 1]
        assert has_no_gaps(game)


def test_a_pause_dropped_while_the_last_agrees_is_over_or_never_was(people: People) -> None:
    ann, bob, cat = people
    for game in make_rounds(make_game, people):
        for who in (ann, bob):
            vote_pause(who, game)
        agreed, dropped = run_at_once(partial(vote_pause, cat, game), partial(end_pause, ann, game))
        assert (agreed.status, dropped.status) == (200, 204)
        # It was agreed and ended, or dropped and proposed again by cat.
        over = (count_told(game, "pause_ended"), count_told(game, "pause_dropped"))
        assert over in [(1, 0), (0, 1)]
        pause = ann.sees(game)["pause"]
        assert pause is None or pause["agreed"] == [2]
        assert has_no_gaps(game)


def test_a_pause_that_races_the_clock_holds_or_comes_too_late(people: People) -> None:
    ann, bob, cat = people
    for game in make_rounds(make_game, people):
        for who in (ann, bob):
            vote_pause(who, game)
        expire_turn(game)
        agreed, _ = run_at_once(partial(vote_pause, cat, game), due_turns.sweep_due_turns)
        due_turns.sweep_due_turns()
        assert agreed.status == 200
        assert count_told(game, "turn_closed", turn=1) == 1, "whoever was first"
        assert has_no_gaps(game)


# -- vacations


def announcing(person: Person, since: float, until: float) -> Any:
    """Return a call that announces a vacation in so many days."""
    days = [iso(now() + timedelta(days=number)) for number in (since, until)]
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
        until = iso(now() + timedelta(days=5))
        made = ann.post("/me/vacations", {"until": until}).json["id"]
        end = partial(ann.delete, f"/me/vacations/{made}")
        assert outcomes(run_at_once(end, end)) == [(204, None), (409, "vacation_over")]
        Vacation.objects.all().delete()


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
            partial(dan.post, f"/games/{games[0]}/seats/1/accept"),
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
    for game in make_rounds(make_game, people):
        step = partial(tester.post, f"/games/{game}/clock/forward", {"by": "PT24H"})
        assert outcomes(run_at_once(step, step)) == [(200, None)] * 2
        assert Game.objects.get(pk=game).ahead == timedelta(hours=48)
        assert tester.sees(game)["turn"]["number"] == 3
        assert has_no_gaps(game)
