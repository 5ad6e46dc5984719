"""GET /games with its filters, GET /rulesets, and what lists cost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Seat
from games.rulesets import bots, registry
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from players.models import Player
from tests.app.api.calls import DAY, hand_seat_on, narrow_token, post_vacation, walk_list
from tests.app.api.conftest import Table
from tests.app.api.refusals import refused
from tests.app.api.statements import statements
from tests.factories import make_finished_game, make_game
from tests.people import People, Person


def ids(person: Person, **query: Any) -> list[str]:
    said = person.get(f"/games?{urlencode(query, doseq=True)}")
    assert said.status == 200, said.json
    return [game["id"] for game in said.json["results"]]


def befriend(*pairs: tuple[Person, str]) -> None:
    for one, other in pairs:
        assert one.patch(f"/me/relations/{other}", {"friend": True}).status == 200


def test_a_game_in_the_list_is_the_game_without_its_table(stranger, ann, table, people) -> None:
    over, game, waits = make_finished_game(people), table(), ann.opens()
    ann.seals_anything(game)
    assert ids(stranger) == [waits, game, over]
    listed = {one["id"]: one for one in stranger.get("/games").json["results"]}
    for one in (over, game, waits):
        whole = stranger.get(f"/games/{one}").json
        assert whole.items() >= listed[one].items()
        beside = {"table", "mine", "pause", "vacations", "fairness"}
        assert whole.keys() - listed[one].keys() == beside
    # A game of rules that are gone is listed without its decision.
    Game.objects.filter(pk=game).update(rules_version=99)
    shown = stranger.get("/games", status="running").json["results"][0]
    assert (shown["id"], shown["turn"]["decision"]) == (game, None)


def test_it_can_be_narrowed_down_by_status_ruleset_and_player(
    stranger: Person, ann: Person, bob: Person, table: Table, people: People
) -> None:
    games = {"running": table(), "finished": make_finished_game(people), "cancelled": ann.opens()}
    assert ann.post(f"/games/{games['cancelled']}/cancel").status == 200
    for status, game in games.items():
        assert ids(stranger, status=status) == [game]
    both, alone = ann.opens(), bob.opens()
    bob.joins(both)
    assert ids(stranger, status="open") == [alone, both]
    assert ids(stranger, status="open", player="BOB") == [alone, both]
    assert ids(stranger, status="open", player="ann") == [both]
    assert ids(stranger, player="bob", status="open", ruleset="turn_the_tide") == [alone, both]
    assert ids(stranger, player="nobody") == []
    assert ids(stranger, ruleset="another") == []


def test_private_games_are_listed_for_their_own_players_alone(ann, bob, dan) -> None:
    secret = ann.opens(private=True)
    bob.joins(secret)
    assert ids(ann, player="ann") == ids(bob, player="bob") == [secret]
    assert ids(ann) == []
    # Another player knows of it too, but what is asked for here is the list of ann.
    for person in (bob, dan, Person()):
        assert ids(person, player="ann") == ids(person) == []


def test_games_are_asked_for_by_their_ids(stranger, ann, bob, cat, dan, table) -> None:
    games = [ann.opens() for _ in range(3)]
    assert ids(stranger, id=[games[0], games[2], "nosuchgame000000"]) == [games[2], games[0]]
    pages = walk_list(stranger, f"/games?id={games[0]}&id={games[2]}&page_size=1")
    assert [one["id"] for one in pages] == [games[2], games[0]]
    assert ids(stranger, id=["nosuchgame000000"] * 100) == []
    # A private game is found by those who may see it.
    private = [ann.opens(private=True), table(private=True)]
    assert ids(stranger, id=private) == ids(dan, id=private) == private[:1]
    assert ids(bob, id=private) == private[::-1]
    hand_seat_on(private[1], cat, ann, dan, 2)
    assert (ids(cat, id=private[1:]), ids(dan, id=private[1:])) == ([], private[1:])


def test_games_that_wait_for_me(ann: Person, bob: Person, table: Table) -> None:
    ann.opens()
    answered, secret, public = table(), table(private=True), table()
    ann.seals_anything(answered)
    assert ids(ann, waiting="me") == [public, secret]
    assert ids(bob, waiting="me") == [public, secret, answered]
    assert ids(bob, waiting="me", player="ann", status="running") == [public, secret, answered]
    for needs_me in ("waiting=me", "joinable=true", "friends=true"):
        refused(Person().get(f"/games?{needs_me}"), 401, "not_authenticated")


def test_games_are_narrowed_down_by_their_terms(stranger: Person, ann: Person) -> None:
    slow = ann.opens(6, options={"edition": "bga"}, clock={"per_turn": "P7D"})
    plain = ann.opens(3, ruleset="high_tide", clock={"per_turn": "PT90S"})
    coins = ann.opens(4, ruleset="high_tide", options={"expansions": ["coins", "surfer"]})
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


def test_terms_leave_out_games_that_are_over_but_those_of_a_player(stranger, people) -> None:
    game = make_finished_game(people)
    assert ids(stranger, seat_count=3) == []
    assert ids(stranger, seat_count=3, player="ann") == [game]
    assert ids(stranger, seat_count=4, player="ann") == []


def test_games_are_narrowed_down_by_whether_bots_sit_there(stranger, ann, cat, dan, table) -> None:
    people, with_bot, of_bot = ann.opens(), ann.opens(3, bots=["random"]), dan.opens()
    owner = Player.objects.get(username="ann")
    Player.objects.filter(username="dan").update(kind="bot", bot_of=owner)
    assert ids(stranger, bots="true") == [of_bot, with_bot]
    assert ids(stranger, bots="false") == [people]
    # A bot that stands in for a player who is away is no bot of the table.
    game = table()
    Seat.objects.filter(game=game, number=1).update(away="absent", bot="random")
    assert ids(stranger, bots="true", status="running") == []
    Seat.objects.filter(game=game, number=1).update(away="resigned")
    assert ids(stranger, bots="true", status="running") == [game]


def test_games_where_friends_sit_take_the_scope_of_friends(ann, bob, cat, dan) -> None:
    befriend((ann, "bob"), (bob, "ann"), (cat, "ann"), (ann, "cat"), (ann, "dan"))
    games = [one.opens() for one in (bob, cat, dan)]
    bob.joins(games[2])
    assert ids(ann, friends="true") == [games[2], games[1], games[0]]
    assert ids(dan, friends="true") == []
    reader = narrow_token(ann, "game:read")
    refused(reader.get("/games", friends="true"), 403, "insufficient_scope")

    def named(who: Person) -> Any:
        return who.get("/games", include="friends").json["friends"]

    assert (named(ann), named(dan)) == (["bob", "cat"], [])
    assert named(Person()) is named(reader) is None
    assert "friends" not in ann.get("/games").json


def test_joinable_games_are_those_in_which_i_can_take_a_seat(ann, bob, cat, table) -> None:
    table()
    game, mine, full = ann.opens(3), bob.opens(3), ann.opens(3, start="host", bots=["random"])
    cat.joins(full)
    assert ids(bob, joinable="true") == [game]
    for free, found in ((1, {game, mine}), (2, {game, mine}), (3, set())):
        assert set(ids(bob, free_seats=free)) == found
    assert set(ids(bob, joinable="false", status="open")) == {game, mine, full}
    bob.joins(game)
    assert ids(bob, joinable="true") == []


def test_a_table_asks_for_people_alone_or_for_players_who_answer(ann, bob, cat) -> None:
    reliable = ann.opens(3, absence={"least_reliability": 60})
    people = ann.opens(3, bot_accounts=False)
    assert ids(bob, joinable="true") == [people, reliable], "bob was never asked"
    over = bob.opens(3)
    cat.joins(over)
    seat = Seat.objects.filter(game=over, number=0)
    seat.update(required=10, answered=5)
    assert ids(bob, joinable="true") == [people]
    seat.update(answered=6)
    owner = Player.objects.get(username="ann")
    Player.objects.filter(username="bob").update(kind="bot", bot_of=owner)
    assert ids(bob, joinable="true") == [reliable]


def test_tables_of_players_i_have_blocked_are_not_joinable(ann, bob, dan) -> None:
    game = ann.opens(4)
    dan.joins(game)
    bob.patch("/me/relations/dan", {"blocked": True})
    assert ids(bob, joinable="true") == []
    assert ids(bob, status="open") == [game]
    # A public table takes players who are blocked, so that the list says nothing of blocks of others.
    hosted = bob.opens(4)
    assert ids(dan, joinable="true") == [hosted]
    reader = narrow_token(bob, "game:read")
    assert ids(reader, joinable="true") == [game], "blocks are not shown to it"


def test_open_games_are_sorted_by_missing_seats(stranger, ann, bob, table) -> None:
    table()
    games = [ann.opens(3), ann.opens(3), ann.opens(5), ann.opens(3)]
    bob.joins(games[1])
    order = [games[1], games[3], games[0], games[2]]
    assert ids(stranger, sort="seats_missing") == order
    walked = walk_list(stranger, "/games?sort=seats_missing&page_size=1")
    assert [one["id"] for one in walked] == order
    Game.objects.filter(pk=games[2]).update(status=Game.Status.CANCELLED)
    assert ids(stranger, sort="seats_missing") == order[:3]


def test_every_ruleset_is_listed_once(stranger: Person) -> None:
    listed = stranger.get("/rulesets").json
    assert [one["id"] for one in listed["results"]] == list(registry.RULESETS)
    assert listed["next"] is listed["previous"] is None
    for one in listed["results"]:
        whole = stranger.get(f"/rulesets/{one['id']}").json
        told = registry.find_ruleset(one["id"]).presentation is not None
        assert bool(whole.pop("material")) == told
        assert whole == one
    refused(stranger.get("/rulesets/chess"), 404, "ruleset_not_found")


def test_turn_the_tide_says_who_can_play_it_and_how(stranger, monkeypatch) -> None:
    monkeypatch.setattr(bots, "UNAVAILABLE", {})
    said = stranger.get("/rulesets/turn_the_tide").json
    assert said["name"] == "Turn the Tide"
    assert said["seat_limits"] == {"least": 3, "most": 6}
    limits = {one["id"]: one["seat_limits"]["most"] for one in said["editions"]}
    assert limits == {"amigo": 5, "gamewright": 5, "bga": 6, "bga_modified": 6}
    assert said["bots"] == [*said["levels"]] == ["random", "careful", "strong", "expert"]
    assert [*said["levels"].values()] == ["beginner", "casual", "strong", "expert"]
    assert set(said["actions"]) == {"play"}
    # A bot that lacks what it thinks with is not offered.
    monkeypatch.setattr(bots, "UNAVAILABLE", {"expert": "strong"})
    said = stranger.get("/rulesets/turn_the_tide").json
    assert said["bots"] == [*said["levels"]] == ["random", "careful", "strong"]


# -- rulesets in the language of the request, and the pictures of their boxes


Json = dict[str, Any]
GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}


def find_piece(ruleset: Json, group: str, piece: str) -> Json:
    (found,) = [one for one in ruleset["material"] if one["id"] == group]
    (one,) = [one for one in found["pieces"] if one["id"] == piece]
    named: Json = one
    return named


def test_a_ruleset_is_told_in_the_language_that_is_accepted(stranger: Person) -> None:
    said = [stranger.get("/rulesets/turn_the_tide", headers=headers) for headers in ({}, GERMAN)]
    assert [answer.headers["Content-Language"] for answer in said] == ["en", "de"]
    assert all("Accept-Language" in answer.headers["Vary"] for answer in said)
    assert said[0].headers["ETag"] != said[1].headers["ETag"]
    english, german = said[0].json, said[1].json
    assert german["editions"][3]["name"] == "Board Game Arena, abgewandelt"
    assert german["decisions"] == {"play_card": "welche Karte gespielt wird"}
    assert german["levels"]["random"] == "Anfänger"
    # What programs go by is the same in each language.
    same = ("id", "complexity", "answers_per_player", "seat_limits", "options", "actions", "order")
    assert [english[name] for name in same] == [german[name] for name in same]


def test_a_card_and_a_tile_say_what_they_are(stranger: Person) -> None:
    card = find_piece(stranger.get("/rulesets/turn_the_tide").json, "weather_cards", "44")
    assert card == {
        "id": "44",
        "name": "Weather card 44",
        "text": "It bears half a life preserver.",
        "facts": {"card": 44, "life_preservers": 0.5},
        "picture": "http://testserver/pictures/turn_the_tide/weather_cards/44.svg",
    }
    told = stranger.get("/rulesets/high_tide", headers=GERMAN).json
    assert find_piece(told, "dice", "blue-3")["name"] == "blau 3"
    tile = find_piece(told, "tiles", "B5")
    assert tile["text"] == "Wenn dein Paar feststeht: Du wirfst einen deiner Würfel neu."
    assert [group["expansion"] for group in told["material"] if group["id"] == "tiles"] == [
        "baywatch"
    ]


def test_each_picture_is_there_for_pages_of_other_sites_too(stranger: Person) -> None:
    for rules in registry.RULESETS:
        for group in stranger.get(f"/rulesets/{rules}").json["material"]:
            for piece in group["pieces"]:
                path = piece["picture"].removeprefix("http://testserver")
                said = Client().get(path, headers={"Origin": "https://other.example"})
                assert said.status_code == 200, path
                assert said.headers["Content-Type"] == "image/svg+xml"
                assert said.headers["Access-Control-Allow-Origin"] == "*"
                assert said.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
                assert "default-src 'none'" in said.headers["Content-Security-Policy"]
                assert "RateLimit" not in said.headers
    known = {"If-None-Match": said.headers["ETag"]}
    assert Client().get(path, headers=known).status_code == 304
    others = ("chess/weather_cards/1", "turn_the_tide/dice/1", "turn_the_tide/weather_cards/61")
    for path in others:
        assert Client().get(f"/pictures/{path}.svg").status_code == 404, path


def test_what_is_not_presented_is_null(stranger: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnTheTide, "presentation", None)
    said = stranger.get("/rulesets/turn_the_tide").json
    assert said["description"] is said["complexity"] is said["answers_per_player"] is None
    assert (said["expansions"], said["material"]) == ([], [])
    assert said["editions"][0]["name"] == "amigo"
    assert Client().get("/pictures/turn_the_tide/weather_cards/1.svg").status_code == 404


# -- a call costs as many statements with many games as with few


LISTS = ("/games", "/games?player=ann", "/me/games", "/me/turns", "/me/events")


def costs_as_much(people: People, call: Callable[[], Any]) -> bool:
    """Whether a call asks as many statements with four games as with two."""
    costs = []
    for _ in range(2):
        for _ in range(2):
            people[0].seals_anything(make_game(people))
        people[0].get("/me/events")  # Events are numbered in a feed when it is read.
        with statements() as asked:
            call()
        costs.append(len(asked))
    return costs[0] == costs[1]


@pytest.mark.parametrize("path", [*LISTS, "/players/ann?include=games"])
def test_a_list_costs_as_much_for_many_games_as_for_few(people: People, path: str) -> None:
    assert costs_as_much(people, lambda: people[0].get(path))


def test_so_does_a_vacation(people: People, django_capture_on_commit_callbacks: Any) -> None:
    since = timezone.now() + timedelta(days=10)

    def announce_and_end() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            made = post_vacation(people[0], since, since + DAY).json["id"]
            assert people[0].delete(f"/me/vacations/{made}").status == 204

    assert costs_as_much(people, announce_and_end)
