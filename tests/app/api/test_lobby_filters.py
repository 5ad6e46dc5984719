"""GET /games for players who look for a table."""

from typing import Any

import pytest

from games.models import Game, Seat
from players.models import Player
from tests.app.api.refusals import refused
from tests.app.api.test_games_list import ids
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


def holding(name: str, *scopes: str) -> Person:
    body = {"username": name, "password": PASSWORD, "scopes": list(scopes)}
    return Person(Person().post("/me/tokens", body).json["token"], name)


# -- terms


def test_games_are_narrowed_down_by_their_terms(stranger: Person, ann: Person) -> None:
    options: dict[str, Any] = {
        "ruleset": "high_tide",
        "options": {"expansions": ["coins", "surfer"]},
    }
    slow = ann.opens(6, options={"edition": "bga"}, clock={"per_turn": "P7D"})
    plain = ann.opens(3, ruleset="high_tide", clock={"per_turn": "PT90S"})
    coins = ann.opens(4, **options)
    for query, games in (
        ({"edition": "bga"}, [slow]),
        ({"edition": "nosuch"}, []),
        ({"expansion": "coins"}, [coins]),
        ({"expansion": "none"}, [plain]),
        ({"seat_count": 6}, [slow]),
        ({"max_per_turn": "PT90S"}, [plain]),
        ({"max_per_turn": "PT24H"}, [coins, plain]),
        ({"min_per_turn": "P1D"}, [coins, slow]),
        ({"min_per_turn": "PT2M", "max_per_turn": "P1D"}, [coins]),
    ):
        assert ids(stranger, **query) == games, query


def test_games_are_narrowed_down_by_whether_bots_sit_there(
    stranger: Person, ann: Person, bob: Person
) -> None:
    people, with_bot, of_bot = ann.opens(), ann.opens(3, bots=["random"]), bob.opens()
    Player.objects.filter(username="bob").update(
        kind="bot", bot_of=Player.objects.get(username="ann")
    )
    assert ids(stranger, bots="true") == [of_bot, with_bot]
    assert ids(stranger, bots="false") == [people]


def test_a_bot_that_stands_in_for_somebody_away_is_no_bot_of_the_table(
    stranger: Person, ann: Person, table: Any
) -> None:
    game = table()
    Seat.objects.filter(game=game, number=1).update(away="absent", bot="random")
    assert ids(stranger, bots="true") == []
    Seat.objects.filter(game=game, number=1).update(away="resigned")
    assert ids(stranger, bots="true") == [game]


def test_games_where_a_friend_sits_are_found_with_the_scope_that_shows_friends(
    stranger: Person, ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    for one, other in ((ann, "bob"), (bob, "ann"), (cat, "ann"), (ann, "cat"), (ann, "dan")):
        one.patch(f"/me/relations/{other}", {"friend": True})
    games = [one.opens() for one in (bob, cat, dan)]
    bob.joins(games[2])
    assert ids(ann, friends="true") == [games[2], games[1], games[0]]
    assert ids(dan, friends="true") == []
    refused(stranger.get("/games", friends="true"), 401, "not_authenticated")
    said = holding("ann", "game:read").get("/games", friends="true")
    refused(said, 403, "insufficient_scope")


def test_a_page_names_the_friends_who_sit_at_its_tables(
    stranger: Person, ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    for one, other in ((ann, "bob"), (bob, "ann"), (cat, "ann"), (ann, "dan"), (dan, "ann")):
        one.patch(f"/me/relations/{other}", {"friend": True})
    for one in (bob, cat):
        one.opens()

    def friends(who: Person) -> Any:
        return who.get("/games", include="friends").json["friends"]

    assert friends(ann) == ["bob"]
    assert friends(cat) == []
    assert friends(stranger) is None
    assert friends(holding("ann", "game:read")) is None
    assert "friends" not in ann.get("/games").json


def test_terms_leave_out_games_that_are_over_but_those_of_a_player(
    stranger: Person, finished: Any
) -> None:
    game = finished()
    assert ids(stranger, seat_count=3) == []
    assert ids(stranger, seat_count=3, player="ann") == [game]
    assert ids(stranger, seat_count=4, player="ann") == []


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"min_per_turn": "24 hours"}, "min_per_turn"),
        ({"max_per_turn": "P"}, "max_per_turn"),
        ({"max_per_turn": "P1"}, "max_per_turn"),
        ({"free_seats": 0}, "free_seats"),
        ({"joinable": "yes"}, "joinable"),
        ({"edition": "a b"}, "edition"),
        ({"sort": "newest"}, "sort"),
    ],
)
def test_a_filter_out_of_shape_is_refused(
    stranger: Person, ann: Person, query: dict[str, Any], parameter: str
) -> None:
    refused(stranger.get("/games", **query), 400, "invalid_query", parameter)


# -- free seats


def test_games_are_narrowed_down_by_free_seats(
    stranger: Person, ann: Person, bob: Person, table: Any
) -> None:
    table()
    two, one = ann.opens(3), ann.opens(3)
    bob.joins(one)
    assert ids(stranger, free_seats=1) == [one, two]
    assert ids(stranger, free_seats=2) == [two]
    assert ids(stranger, free_seats=3) == []


def test_joinable_games_are_those_in_which_i_can_take_a_seat(
    stranger: Person, ann: Person, bob: Person, cat: Person, table: Any
) -> None:
    table()
    game, mine, full = ann.opens(3), bob.opens(3), ann.opens(3, start="host", bots=["random"])
    cat.joins(full)
    assert ids(bob, joinable="true") == [game]
    assert ids(bob, joinable="true", free_seats=3) == []
    assert set(ids(bob, joinable="false", status="open")) == {game, mine, full}
    bob.joins(game)
    assert ids(bob, joinable="true") == []
    refused(stranger.get("/games", joinable="true"), 401, "not_authenticated")


def test_a_table_asks_for_people_alone_or_for_who_answers(
    ann: Person, bob: Person, cat: Person
) -> None:
    reliable = ann.opens(3, absence={"least_reliability": 60})
    people = ann.opens(3, bot_accounts=False)
    assert ids(bob, joinable="true") == [people, reliable], "bob was never asked"
    ann_key, bob_row = Player.objects.get(username="ann"), Player.objects.filter(username="bob")
    over = bob.opens(3)
    cat.joins(over)
    Seat.objects.filter(game=over, number=0).update(required=10, answered=5)
    assert ids(bob, joinable="true") == [people]
    Seat.objects.filter(game=over, number=0).update(answered=6)
    bob_row.update(kind="bot", bot_of=ann_key)
    assert ids(bob, joinable="true") == [reliable]


def test_tables_of_players_whom_i_have_blocked_are_not_joinable_and_others_never_learn_of_it(
    ann: Person, bob: Person, dan: Person
) -> None:
    game = ann.opens(4)
    dan.joins(game)
    bob.patch("/me/relations/dan", {"blocked": True})
    assert ids(bob, joinable="true") == []
    assert ids(bob, status="open") == [game]
    # A public table takes who is blocked, so that the list says nothing of blocks of others.
    hosted = bob.opens(4)
    assert ids(dan, joinable="true") == [hosted]
    assert ids(holding("bob", "game:read"), joinable="true") == [game], "blocks are not shown to it"


def test_open_games_are_sorted_by_missing_seats_and_then_the_newest_first(
    stranger: Person, ann: Person, bob: Person, table: Any
) -> None:
    table()
    games = [ann.opens(3), ann.opens(3), ann.opens(5), ann.opens(3)]
    bob.joins(games[1])
    order = [games[1], games[3], games[0], games[2]]
    assert ids(stranger, sort="seats_missing") == order
    seen, address = list[str](), "/games?sort=seats_missing&page_size=1"
    while address:
        page = stranger.get(address.partition("/api/v1")[2] or address).json
        seen += [one["id"] for one in page["results"]]
        address, last = page["next"], page
    assert seen == order
    back = stranger.get(last["previous"].partition("/api/v1")[2]).json
    assert [one["id"] for one in back["results"]] == [order[2]]
    Game.objects.filter(pk=games[2]).update(status=Game.Status.CANCELLED)
    assert ids(stranger, sort="seats_missing") == order[:3]
