"""Two at once around absence: real threads on a real PostgreSQL, and one defined outcome."""

from functools import partial

import pytest

from games.background import botplay, due_turns
from games.models import FormerSeat, Seat, Submission, Turn
from tests.app.repository.racing import offered, outcomes, told, without_gaps
from tests.app.repository.test_races import ROUNDS, at_once, card, closings, opened
from tests.event_log import logged_events
from tests.factories import expire_turn
from tests.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Person]:
    return [Person.signs_up(name) for name in ("ann", "bob", "cat")]


@pytest.fixture
def dan() -> Person:
    return Person.signs_up("dan")


def without_ann(people: list[Person]) -> str:
    """A game in which a bot has just taken the seat of ann, who is its host no more."""
    ann, bob, cat = people
    game = ann.opens(3, absence={"bot_after": 1})
    bob.joins(game)
    cat.joins(game)
    bob.seals_anything(game)
    cat.seals_anything(game)
    expire_turn(game)
    due_turns.sweep_due_turns()
    assert Seat.objects.get(game=game, number=0).away == "absent"
    return game


# -- seats


def test_an_offer_taken_from_two_clients_at_once_is_taken_once(
    people: list[Person], dan: Person
) -> None:
    for _ in range(ROUNDS):
        game = offered(people, 1)
        take = partial(dan.post, f"/games/{game}/seats/1/take")
        assert outcomes(at_once(take, take)) == [(200, None), (403, "not_offered")]
        assert told(game, "seat_taken") == FormerSeat.objects.filter(game=game).count() == 1
        assert without_gaps(game)


def test_who_loses_her_seat_while_she_reads_hears_once_of_all_that_happened_until_then(
    people: list[Person], dan: Person
) -> None:
    bob = people[1]
    for _ in range(ROUNDS):
        game = offered(people, 1)
        taken, *_ = at_once(
            partial(dan.post, f"/games/{game}/seats/1/take"),
            *[partial(bob.get, "/me/events", page_size=100)] * 2,
        )
        assert taken.status == 200
        heard = bob.get("/me/events", page_size=100).json["results"]
        assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))
        of_the_log = [one["event"] for one in heard if one["game"] == game and one["event"]]
        (joined,) = logged_events(game, "joined", seat=1)
        (resigned,) = logged_events(game, "stand_in")
        assert of_the_log == list(range(joined.number, resigned.number + 1))
        private_events = [one["type"] for one in heard if one["game"] == game and not one["event"]]
        assert private_events == ["seat_lost"]


def test_of_two_seats_offered_to_one_player_she_takes_one(
    people: list[Person], dan: Person
) -> None:
    for _ in range(ROUNDS):
        game = offered(people, 1, 2)
        answers = at_once(
            *[partial(dan.post, f"/games/{game}/seats/{seat}/take") for seat in (1, 2)]
        )
        assert outcomes(answers) == [(200, None), (409, "already_joined")]
        assert Seat.objects.filter(game=game, player__username="dan").count() == 1


def test_a_seat_offered_to_another_while_it_is_taken_is_one_of_theirs(
    people: list[Person], dan: Person
) -> None:
    ann = people[0]
    Person.signs_up("eve")
    for _ in range(ROUNDS):
        game = offered(people, 1)
        taken, other = at_once(
            partial(dan.post, f"/games/{game}/seats/1/take"),
            partial(ann.put, f"/games/{game}/seats/1/offer", {"player": "eve"}),
        )
        assert (taken.status, taken.code, other.status, other.code) in [
            (200, None, 409, "seat_not_vacant"),
            (403, "not_offered", 200, None),
        ]


def test_a_seat_is_taken_or_its_owner_is_back(people: list[Person], dan: Person) -> None:
    ann, bob, _ = people
    for _ in range(ROUNDS):
        game = without_ann(people)
        assert bob.put(f"/games/{game}/seats/0/offer", {"player": "dan"}).status == 200
        taken, back = at_once(
            partial(dan.post, f"/games/{game}/seats/0/take"),
            partial(ann.post, f"/games/{game}/return"),
        )
        seat = Seat.objects.select_related("player").get(game=game, number=0)
        assert seat.player is not None
        assert (taken.status, taken.code, back.status, back.code, seat.player.username) in [
            (200, None, 403, "not_a_player", "dan"),
            (403, "not_offered", 200, None, "ann"),
        ]
        assert (seat.away, seat.bot) == (None, None)


def test_who_resigns_while_her_last_card_is_on_its_way(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        ann.seals_anything(game)
        bob.seals_anything(game)
        last = card(cat, game)
        sealed, resigned = at_once(
            partial(cat.seals, game, last, 1), partial(cat.post, f"/games/{game}/resign")
        )
        assert resigned.status == 204
        # The card was there first and closed the turn, or the seat was a bot's by then.
        assert (sealed.status, sealed.code, closings(game, 1)) in [
            (200, None, 1),
            (403, "not_a_player", 0),
        ]
        botplay.move_bots(game)
        assert closings(game, 1) == 1
        assert without_gaps(game)


def test_who_resigns_while_another_closes_the_turn(people: list[Person]) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        ann.seals_anything(game)
        bob.seals_anything(game)
        last = card(cat, game)
        sealed, resigned = at_once(
            partial(cat.seals, game, last, 1), partial(bob.post, f"/games/{game}/resign")
        )
        assert (sealed.status, resigned.status, closings(game, 1)) == (200, 204, 1)
        by = [one["by"] for one in ann.get(f"/games/{game}/turns/1").json["actions"]]
        assert by == ["player"] * 3, "what she had sealed stays sealed"
        assert ann.sees(game)["seats"][1]["away"] == "resigned"
        # Whichever was first, a bot is asked in her place now.
        botplay.move_bots(game)
        assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [False, True, False]


def test_all_who_resign_at_once_leave_a_game_of_bots(people: list[Person]) -> None:
    for _ in range(ROUNDS):
        game = opened(people)
        answers = at_once(*[partial(who.post, f"/games/{game}/resign") for who in people])
        assert [answer.status for answer in answers] == [204] * 3
        assert set(Seat.objects.filter(game=game).values_list("away", flat=True)) == {"resigned"}
        assert without_gaps(game)


def test_who_comes_back_while_the_bot_moves(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = without_ann(people)
        back, _ = at_once(
            partial(ann.post, f"/games/{game}/return"), partial(botplay.move_bots, game)
        )
        assert back.status == 200
        assert ann.sees(game)["seats"][0]["away"] is None
        sealed = Turn.objects.get(game=game, closed_at=None).submissions.filter(seat=0)
        assert [one.by for one in sealed] in ([], ["bot"])
        # Either way the question is hers.
        assert ann.seals_anything(game).status == 200
        assert [one.by for one in sealed.all()] == ["player"]


def test_who_comes_back_by_answering_wins_over_the_bot(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = without_ann(people)
        mine = card(ann, game, -1)
        answer, _ = at_once(partial(ann.seals, game, mine, 2), partial(botplay.move_bots, game))
        assert answer.status == 200
        (sealed,) = Submission.objects.filter(game=game, turn=2, seat=0)
        assert (sealed.action, sealed.by) == (mine, "player")
        assert told(game, "returned") == 1
        assert without_gaps(game)


def test_who_comes_back_twice_at_once_is_back_once(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = without_ann(people)
        back = partial(ann.post, f"/games/{game}/return")
        assert outcomes(at_once(back, back)) == [(200, None), (409, "not_away")]
        assert told(game, "returned") == 1
