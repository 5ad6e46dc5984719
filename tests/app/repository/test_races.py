"""Two at once: real threads on a real PostgreSQL, and one defined answer to each of them."""

import time
from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from games.background import due_turns
from games.models import Game, PrivateEvent, Seat, Submission
from tests.app.api.calls import cards, gives
from tests.app.api.threads import threads
from tests.event_log import logged_events
from tests.factories import expire_turn
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60.0
"""Seconds that a busy machine has until a call waits for a lock."""
ROUNDS = 5
"""How often each race is run: who is first differs, what is true afterwards must not."""


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Do all of these in threads of their own that begin together; their results in order."""
    results: list[Any] = [None] * len(deeds)
    gate = Barrier(len(deeds))

    def run(place: int, deed: Callable[[], Any]) -> None:
        try:
            gate.wait()
            results[place] = deed()
        except BaseException as error:  # noqa: BLE001  It is raised again below, where it is seen.
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, deed)) for place, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


@pytest.fixture
def people() -> list[Person]:
    return [Person.signs_up(name) for name in ("ann", "bob", "cat")]


def opened(people: list[Person]) -> str:
    game = people[0].opens(3)
    for person in people[1:]:
        person.joins(game)
    return game


def card(person: Person, game: str, place: int = 0) -> dict[str, Any]:
    action: dict[str, Any] = person.sees(game)["mine"]["legal_actions"][place]
    return action


def closings(game: str, turn: int) -> int:
    return len(logged_events(game, "turn_closed", turn=turn))


def test_the_last_two_cards_sealed_at_once_close_the_turn_once(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        ann.seals_anything(game)
        two, three = card(bob, game), card(cat, game)
        answers: list[Answer] = at_once(
            partial(bob.seals, game, two, 1), partial(cat.seals, game, three, 1)
        )
        assert [answer.status for answer in answers] == [200, 200]
        assert closings(game, 1) == 1
        assert bob.sees(game)["turn"]["number"] == 2
        played = {
            one["seat"]: one["action"] for one in bob.get(f"/games/{game}/turns/1").json["actions"]
        }
        assert (played[1], played[2]) == (two, three)


def test_a_card_that_races_the_clock_is_either_played_or_refused(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = opened(people)
        mine = card(ann, game, -1)
        expire_turn(game)
        answer, _ = at_once(partial(ann.seals, game, mine, 1), due_turns.sweep_due_turns)
        # A sweep passes over a game that somebody is writing to; the next one takes it.
        due_turns.sweep_due_turns()
        assert closings(game, 1) == 1
        turn = ann.get(f"/games/{game}/turns/1").json
        (played,) = (one for one in turn["actions"] if one["seat"] == 0)
        if answer.status == 200:
            nonce = answer.json["nonce"]
            assert played == {"seat": 0, "action": mine, "by": "player", "nonce": nonce}
        else:
            assert answer.code == "turn_closed"
            assert played["by"] == "clock"


def test_who_closes_a_turn_takes_seats_before_private_events_as_who_reads_her_feed_does(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    game = opened(people)
    assert gives(bob, game, cards(bob.sees(game)["mine"]["hand"][0])).status == 200
    ann.seals_anything(game)
    bob.seals_anything(game)
    last = card(cat, game)
    with threads() as started:
        with transaction.atomic():
            # As a reading of her feed does, which then goes on to her private events.
            seats = Seat.objects.filter(game=game, player__username="bob")
            assert list(seats.select_for_update())
            sealing = started.start(cat.seals, game, last, 1)
            somebody_waits_for_a_row()
            unbound = PrivateEvent.objects.filter(game=game, player__username="bob")
            assert list(unbound.select_for_update(nowait=True))
        assert sealing.result().status == 200
    assert closings(game, 1) == 1


def somebody_waits_for_a_row() -> None:
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


def test_two_sweeps_at_once_close_each_due_turn_once(people: list[Person]) -> None:
    games = [opened(people) for _ in range(6)]
    for game in games:
        expire_turn(game)
    looked = at_once(due_turns.sweep_due_turns, due_turns.sweep_due_turns)
    assert sum(looked) == len(games)
    assert [closings(game, 1) for game in games] == [1] * len(games)


def test_the_same_request_sent_many_times_at_once_does_one_thing(people: list[Person]) -> None:
    ann = people[0]
    game = opened(people)
    action = card(ann, game)
    answers = at_once(*[partial(ann.seals, game, action, 1)] * 6)
    assert [answer.status for answer in answers] == [200] * 6
    assert len({answer.raw for answer in answers}) == 1
    assert len(logged_events(game, "sealed")) == 1


def test_two_different_cards_of_one_seat_at_once_leave_one_of_them(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = opened(people)
        one, other = card(ann, game, 0), card(ann, game, 1)
        answers = at_once(partial(ann.seals, game, one, 1), partial(ann.seals, game, other, 1))
        assert [answer.status for answer in answers] == [200, 200]
        sealed = Submission.objects.get(game=game, seat=0)
        assert sealed.action in (one, other)
        first, second = logged_events(game, "sealed")
        assert first.data["replaces"] is None
        assert second.data["replaces"] == first.data["commitment"]


def test_a_card_withdrawn_while_the_last_one_is_sealed(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        mine = card(ann, game)
        ann.seals(game, mine, 1)
        bob.seals_anything(game)
        last = card(cat, game)
        taken, sealed = at_once(
            partial(ann.delete, f"/games/{game}/turns/1/submission"),
            partial(cat.seals, game, last, 1),
        )
        assert sealed.status == 200
        # Either the card was back in hand before the last was sealed, or the turn had closed.
        assert (taken.status, closings(game, 1)) in [(200, 0), (409, 1)]


def test_three_who_want_the_last_seat_at_once(people: list[Person]) -> None:
    ann = people[0]
    others = [people[1], people[2], Person.signs_up("dan")]
    for _ in range(ROUNDS):
        game = ann.opens(3, bots=["random"])
        answers = at_once(*[partial(who.post, f"/games/{game}/join") for who in others])
        assert sorted(answer.status for answer in answers) == [200, 409, 409]
        assert {answer.code for answer in answers} == {None, "game_full"}
        assert len(logged_events(game, "started")) == 1


def test_one_player_who_joins_twice_at_once_has_one_seat(people: list[Person]) -> None:
    ann, bob, _ = people
    game = ann.opens(3)
    answers = at_once(
        partial(bob.post, f"/games/{game}/join"), partial(bob.post, f"/games/{game}/join")
    )
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert len(ann.sees(game)["seats"]) == 2


def test_a_game_started_twice_at_once_starts_once(people: list[Person]) -> None:
    ann = people[0]
    game = ann.opens(5, bots=["random", "random"])
    answers = at_once(
        partial(ann.post, f"/games/{game}/start"), partial(ann.post, f"/games/{game}/start")
    )
    assert sorted((answer.status, answer.code) for answer in answers) == [
        (200, None),
        (409, "already_started"),
    ]
    assert len(logged_events(game, "started")) == 1


def test_one_username_is_given_to_one_of_two_who_sign_up_at_once() -> None:
    body = {"username": "eve", "password": "rock-pool-and-anemone"}
    shouted = {**body, "username": "EVE"}
    answers = at_once(
        partial(Person().post, "/players", body), partial(Person().post, "/players", shouted)
    )
    assert sorted((answer.status, answer.code) for answer in answers) == [
        (201, None),
        (409, "username_taken"),
    ]


def test_event_numbers_have_no_gaps_when_all_seal_at_once(people: list[Person]) -> None:
    game = opened(people)
    while Game.objects.get(pk=game).turn_number < 6:
        number = Game.objects.get(pk=game).turn_number
        deeds = [partial(who.seals, game, card(who, game), number) for who in people]
        at_once(*deeds)
    numbers = [event.number for event in logged_events(game)]
    assert numbers == list(range(1, len(numbers) + 1))
