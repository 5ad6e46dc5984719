"""Two at once around absence and standing orders: one defined outcome on a real PostgreSQL."""

from functools import partial

import pytest

from games.background import botplay, due_turns
from games.models import Seat, Submission
from tests.app.api.calls import hand, order_of, play, put_order, seal_all
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


def make_game_without_ann(people: People) -> str:
    """Return a game in which a bot has just taken the seat of ann, who is its host no more."""
    game = make_game(people, absence={"bot_after": 1})
    seal_all(game, *people[1:])
    expire_turn(game)
    due_turns.sweep_due_turns()
    assert Seat.objects.get(game=game, number=0).away == "absent"
    return game


# -- offered seats


def test_who_loses_a_seat_while_reading_hears_all_once(people: People, dan: Person) -> None:
    bob = people[1]
    for game in make_rounds(make_offered_game, people, 1):
        read = partial(bob.get, "/me/events", page_size=100)
        taken, *_ = run_at_once(partial(dan.post, f"/games/{game}/seats/1/accept"), read, read)
        assert taken.status == 200
        heard = read().json["results"]
        assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))
        of_game = [one for one in heard if one["game"] == game]
        (joined,), (resigned,) = (
            logged_events(game, "joined", seat=1),
            logged_events(game, "stand_in"),
        )
        of_the_log = [one["event"] for one in of_game if one["event"]]
        assert of_the_log == list(range(joined.number, resigned.number + 1))
        assert [one["type"] for one in of_game if not one["event"]] == ["seat_lost"]


def test_of_two_seats_offered_to_one_player_one_is_taken(people: People, dan: Person) -> None:
    for game in make_rounds(make_offered_game, people, 1, 2):
        takes = [partial(dan.post, f"/games/{game}/seats/{seat}/accept") for seat in (1, 2)]
        assert outcomes(run_at_once(*takes)) == [(200, None), (409, "already_joined")]
        assert Seat.objects.filter(game=game, player__username="dan").count() == 1


def test_a_seat_offered_anew_while_it_is_taken_is_one_players(people: People, dan: Person) -> None:
    Person.signs_up("eve")
    for game in make_rounds(make_offered_game, people, 1):
        taken, other = run_at_once(
            partial(dan.post, f"/games/{game}/seats/1/accept"),
            partial(people[0].put, f"/games/{game}/seats/1/offer", {"player": "eve"}),
        )
        assert (taken.status, taken.code, other.status, other.code) in [
            (200, None, 409, "seat_not_vacant"),
            (403, "not_offered", 200, None),
        ]


def test_a_seat_is_taken_or_its_owner_is_back(people: People, dan: Person) -> None:
    ann, bob, _ = people
    for game in make_rounds(make_game_without_ann, people):
        assert bob.put(f"/games/{game}/seats/0/offer", {"player": "dan"}).status == 200
        taken, back = run_at_once(
            partial(dan.post, f"/games/{game}/seats/0/accept"),
            partial(ann.post, f"/games/{game}/reclaim"),
        )
        seat = Seat.objects.select_related("player").get(game=game, number=0)
        assert seat.player is not None
        assert (taken.status, taken.code, back.status, back.code, seat.player.username) in [
            (200, None, 403, "not_a_player", "dan"),
            (403, "not_offered", 200, None, "ann"),
        ]
        assert (seat.away, seat.bot) == (None, None)


# -- resigning


def test_who_resigns_while_their_last_card_is_on_its_way(people: People) -> None:
    ann, bob, cat = people
    for game in make_rounds(make_game, people):
        seal_all(game, ann, bob)
        last = find_card(cat, game)
        sealed, resigned = run_at_once(
            partial(cat.seals, game, last, 1), partial(cat.post, f"/games/{game}/resign")
        )
        assert resigned.status == 204
        # The card was there first and closed the turn, or the seat was a bot's by then.
        assert (sealed.status, sealed.code, count_told(game, "turn_closed", turn=1)) in [
            (200, None, 1),
            (403, "not_a_player", 0),
        ]
        botplay.move_bots(game)
        assert count_told(game, "turn_closed", turn=1) == 1
        assert has_no_gaps(game)


def test_all_who_resign_at_once_leave_a_game_of_bots(people: People) -> None:
    for game in make_rounds(make_game, people):
        answers = run_at_once(*[partial(who.post, f"/games/{game}/resign") for who in people])
        assert [answer.status for answer in answers] == [204] * 3
        assert set(Seat.objects.filter(game=game).values_list("away", flat=True)) == {"resigned"}
        assert has_no_gaps(game)


# -- coming back


def test_who_comes_back_while_the_bot_moves(people: People) -> None:
    ann = people[0]
    for game in make_rounds(make_game_without_ann, people):
        back, _ = run_at_once(
            partial(ann.post, f"/games/{game}/reclaim"), partial(botplay.move_bots, game)
        )
        assert back.status == 200
        assert ann.sees(game)["seats"][0]["away"] is None
        sealed = Submission.objects.filter(question__turn__number=2, question__seat__number=0)
        sealed = sealed.filter(game=game)
        assert [one.by for one in sealed] in ([], ["bot"])
        # Either way the question is ann's.
        assert ann.seals_anything(game).status == 200
        assert [one.by for one in sealed.all()] == ["player"]


def test_who_comes_back_by_answering_wins_over_the_bot(people: People) -> None:
    ann = people[0]
    for game in make_rounds(make_game_without_ann, people):
        mine = find_card(ann, game, -1)
        answer, _ = run_at_once(partial(ann.seals, game, mine, 2), partial(botplay.move_bots, game))
        assert answer.status == 200
        (sealed,) = Submission.objects.filter(
            game=game, question__turn__number=2, question__seat__number=0
        )
        assert (sealed.action, sealed.by) == (mine, "player")
        assert count_told(game, "returned") == 1
        assert has_no_gaps(game)


# -- standing orders


def test_an_order_and_the_last_card_at_once_close_the_turn_once(people: People) -> None:
    ann, bob, cat = people
    for game in make_rounds(make_game, people):
        seal_all(game, cat)
        card = hand(ann, game)[0]
        answers = run_at_once(
            partial(put_order, ann, game, order_of(card), at_once=True),
            partial(bob.seals, game, find_card(bob, game), 1),
        )
        assert [answer.status for answer in answers] == [200, 200]
        assert count_told(game, "turn_closed", turn=1) == 1
        played = ann.get(f"/games/{game}/turns/1").json["actions"][0]
        assert (played["action"], played["by"]) == (play(card), "order")


def test_an_order_changed_at_the_deadline_is_the_old_or_the_new(people: People) -> None:
    ann = people[0]
    for game in make_rounds(make_game, people):
        _, old, new, *_ = hand(ann, game)
        put_order(ann, game, order_of(old))
        expire_turn(game)
        changed, _ = run_at_once(
            partial(put_order, ann, game, order_of(new)), due_turns.sweep_due_turns
        )
        due_turns.sweep_due_turns()
        played = ann.get(f"/games/{game}/turns/1").json["actions"][0]
        # Once it was used the new one may speak of a card that is gone; none of these is.
        assert (changed.status, played["by"]) == (200, "order")
        assert played["action"] in (play(old), play(new))


def test_an_order_given_while_the_turn_closes_is_played_in_the_next(people: People) -> None:
    ann, bob, cat = people
    for _ in range(2 * ROUNDS):
        game = make_game(people)
        seal_all(game, ann, bob)
        given, sealed = run_at_once(
            partial(put_order, ann, game, order_of(hand(ann, game)[-1]), at_once=True),
            partial(cat.seals, game, find_card(cat, game), 1),
        )
        assert (given.status, sealed.status) == (200, 200)
        assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [True, False, False]
        assert has_no_gaps(game)


def test_a_card_and_an_order_of_one_player_at_once_leave_the_card(people: People) -> None:
    ann = people[0]
    for game in make_rounds(make_game, people):
        mine, ordered, *_ = hand(ann, game)
        sealed, given = run_at_once(
            partial(ann.seals, game, play(mine), 1),
            partial(put_order, ann, game, order_of(ordered), at_once=True),
        )
        assert (sealed.status, given.status) == (200, 200)
        row = Submission.objects.get(game=game, question__seat__number=0)
        assert (row.action, row.by) == (play(mine), "player")
        # The order sealed nothing after the card, and was replaced if it was first.
        first, *replaced = logged_events(game, "sealed")
        assert first.data["replaces"] is None
        assert [one.data["replaces"] for one in replaced] in ([], [first.data["commitment"]])
        assert [first, *replaced][-1].data["commitment"] == sealed.json["commitment"]
