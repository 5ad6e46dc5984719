"""Two at once: real threads on a real PostgreSQL, and one defined answer to each of them."""

import time
from functools import partial

import pytest
from django.db import connection, transaction

from games.background import due_turns
from games.models import Game, PrivateEvent, Seat, Submission
from tests.app.api.calls import all_seal, cards, gives, hand
from tests.app.api.threads import threads
from tests.app.repository.racing import (
    ROUNDS,
    count_told,
    find_card,
    has_no_gaps,
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
    for _ in range(ROUNDS):
        game = make_game(people)
        all_seal(game, ann)
        two, three = find_card(bob, game), find_card(cat, game)
        sealing = [partial(bob.seals, game, two, 1), partial(cat.seals, game, three, 1)]
        assert outcomes(run_at_once(*sealing)) == [(200, None)] * 2
        assert count_told(game, "turn_closed", turn=1) == 1
        assert bob.sees(game)["turn"]["number"] == 2
        actions = bob.get(f"/games/{game}/turns/1").json["actions"]
        assert [one["action"] for one in actions[1:]] == [two, three]


def test_a_card_that_races_the_clock_is_either_played_or_refused(people: People) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = make_game(people)
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
    assert gives(bob, game, cards(hand(bob, game)[0])).status == 200
    all_seal(game, ann, bob)
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
    """Come back once another connection waits for what somebody has locked."""
    end = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while True:
            # What the statistics say is read once in a transaction, unless it is forgotten.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT FROM pg_stat_activity"
                " WHERE wait_event_type = 'Lock' AND datname = current_database()"
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


def test_the_same_request_sent_many_times_at_once_does_one_thing(people: People) -> None:
    ann, game = people[0], make_game(people)
    answers = run_at_once(*[partial(ann.seals, game, find_card(ann, game), 1)] * 6)
    assert [answer.status for answer in answers] == [200] * 6
    assert len({answer.raw for answer in answers}) == 1
    assert count_told(game, "sealed") == 1


def test_two_different_cards_of_one_seat_at_once_leave_one_of_them(people: People) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = make_game(people)
        both = [find_card(ann, game, place) for place in (0, 1)]
        answers = run_at_once(*[partial(ann.seals, game, one, 1) for one in both])
        assert outcomes(answers) == [(200, None)] * 2
        assert Submission.objects.get(game=game, seat=0).action in both
        first, second = logged_events(game, "sealed")
        assert first.data["replaces"] is None
        assert second.data["replaces"] == first.data["commitment"]


def test_a_card_withdrawn_while_the_last_one_is_sealed(people: People) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = make_game(people)
        all_seal(game, ann, bob)
        last = find_card(cat, game)
        taken, sealed = run_at_once(
            partial(ann.delete, f"/games/{game}/turns/1/submission"),
            partial(cat.seals, game, last, 1),
        )
        assert sealed.status == 200
        # Either the card was back in hand before the last was sealed, or the turn had closed.
        closings = count_told(game, "turn_closed", turn=1)
        assert (taken.status, closings) in [(200, 0), (409, 1)]


def test_event_numbers_have_no_gaps_when_all_seal_at_once(people: People) -> None:
    game = make_game(people)
    while (number := Game.objects.get(pk=game).turn_number) < 6:
        run_at_once(*[partial(who.seals, game, find_card(who, game), number) for who in people])
    assert has_no_gaps(game)


# -- seats and names


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


def test_one_username_is_given_to_one_of_two_who_sign_up_at_once() -> None:
    bodies = [{"username": name, "password": "rock-pool-and-anemone"} for name in ("eve", "EVE")]
    answers = run_at_once(*[partial(Person().post, "/players", body) for body in bodies])
    assert outcomes(answers) == [(201, None), (409, "username_taken")]
