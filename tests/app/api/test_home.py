"""GET /me/games and PUT /me/read: a phone's home screen."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Log
from tests.app.api.calls import gives
from tests.app.api.conftest import TimePasses
from tests.app.api.events import feed
from tests.app.api.refusals import refused
from tests.app.api.test_paging import cursor
from tests.people import Person

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def home(person: Person, **query: Any) -> list[Json]:
    said = person.get("/me/games", **query)
    assert said.status == 200, said.json
    found: list[Json] = said.json["results"]
    return found


def ids(person: Person, **query: Any) -> list[str]:
    return [game["id"] for game in home(person, **query)]


def unread(person: Person) -> dict[str, int]:
    return {game["id"]: game["mine"]["unread"] for game in home(person)}


def test_the_most_urgent_of_my_games_stand_first(
    ann: Person, bob: Person, table: Callable[..., str], finished: Callable[..., str]
) -> None:
    over = finished()
    lobby = ann.opens()
    later, sooner = table(clock={"per_turn": "P3D"}), table(clock={"per_turn": "P2D"})
    day, hour = table(clock={"per_turn": "PT24H"}), table(clock={"per_turn": "PT1H"})
    for game in (later, sooner):
        ann.seals_anything(game)
    lobby_too = ann.opens()
    bob.opens()
    assert ids(ann) == [hour, day, sooner, later, lobby_too, lobby, over]
    assert ids(bob)[:4] == [hour, day, sooner, later]
    assert ids(ann, status="running") == [hour, day, sooner, later]
    assert ids(ann, status="open") == [lobby_too, lobby]
    assert ids(ann, status="finished") == [over]


def test_a_game_on_the_home_screen_is_the_listed_one_with_my_part_in_it(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT24H", "bank": "PT1H"})
    bob.seals_anything(game)
    (mine,) = home(ann)
    whole = ann.sees(game)
    part = mine.pop("mine")
    (listed,) = ann.get("/games").json["results"]
    assert mine == listed
    assert mine["turn"] == whole["turn"]
    assert part == {
        "seat": 0,
        "waiting": True,
        "decision": "play_card",
        "due_at": whole["mine"]["due_at"],
        "unread": part["unread"],
    }


def test_what_i_have_answered_waits_for_others(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    (before,) = home(ann)
    ann.seals_anything(game)
    (after,) = home(ann)
    assert (before["mine"]["waiting"], after["mine"]["waiting"]) == (True, False)
    # It can still be replaced until then.
    assert after["mine"]["due_at"] == before["mine"]["due_at"]
    assert after["mine"]["decision"] == "play_card"


def test_high_tide_says_which_decision_it_is(ann: Person) -> None:
    game = ann.opens(3, ruleset="high_tide", bots=["random", "random"])
    (mine,) = home(ann)
    turn = ann.sees(game)["turn"]
    assert mine["turn"]["decision"] == turn["decision"] == ann.sees(game)["table"]["decision"]
    asked = [one["seat"] for one in turn["asked"]]
    assert (mine["mine"]["decision"] is None) == (asked != [0])
    meant = ann.get("/rulesets/high_tide").json["decisions"]
    assert meant["choose"] == "whether to roll or to take a pair"
    assert turn["decision"] in meant


def test_games_that_are_not_mine_are_not_on_my_screen(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    private = table(private=True)
    ann.opens()
    assert ids(dan) == []
    assert ids(bob) == [private]
    bob.post(f"/games/{private}/resign")
    assert ids(bob) == []


def test_a_bot_stands_in_and_nothing_waits(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table(absence={"bot_after": 1})
    ann.seals_anything(game)
    cat.seals_anything(game)
    time_passes(game)
    (mine,) = home(bob)
    assert mine["seats"][1]["away"] == "absent"
    assert mine["mine"]["waiting"] is False


# -- pages, tags, costs


def test_the_list_is_walked_from_end_to_end_and_back(
    ann: Person, table: Callable[..., str]
) -> None:
    for hours in (5, 3, 4):
        table(clock={"per_turn": f"PT{hours}H"})
    ann.seals_anything(table())
    for _ in range(3):
        called_off = ann.opens()
        ann.opens()
        ann.post(f"/games/{called_off}/cancel")
    whole = ids(ann)
    assert len(whole) == 10
    seen, back = list[str](), list[str]()
    address, previous = "/me/games?page_size=3", None
    while address:
        page = ann.get(address.removeprefix("http://testserver")).json
        seen += [game["id"] for game in page["results"]]
        address, previous = page["next"], page["previous"]
    while previous:
        page = ann.get(previous.removeprefix("http://testserver")).json
        back = [game["id"] for game in page["results"]] + back
        previous = page["previous"]
    assert (seen, back) == (whole, whole[:9])


@pytest.mark.parametrize(
    "made_up", ["nonsense", cursor(p="x"), cursor(p="1e400"), cursor(p="1;"), cursor(p="9" * 14)]
)
def test_a_cursor_that_was_made_up_is_refused(ann: Person, made_up: str) -> None:
    refused(ann.get("/me/games", cursor=made_up), 400, "invalid_query", "cursor")


def test_while_nothing_changes_the_answer_is_304(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()

    def tag() -> Any:
        return ann.get("/me/games").headers["ETag"]

    def changes(known: str) -> bool:
        said = ann.get("/me/games", headers={"If-None-Match": known})
        assert said.status in {200, 304}
        assert (said.status == 304) == (said.raw == b"")
        return said.status == 200

    known = tag()
    dan.opens()
    assert not changes(known)
    bob.seals_anything(game)
    assert changes(known)
    known = tag()
    assert ann.put("/me/read", {"number": 10}).status == 204
    assert changes(known)
    known = tag()
    ann.opens()
    assert changes(known)


def feed_of(person: Person) -> list[Json]:
    """What a player has heard of her games."""
    found: list[Json] = []
    while page := person.get("/me/events", after=len(found), page_size=100).json["results"]:
        found += page
    return [event for event in found if event["game"]]


OWN = {"joined", "sealed", "returned", "order_given"}
"""Events by which a player acts, as far as these tests go."""


def news_for(person: Person, after: int = 0) -> dict[str, int]:
    """How much of each game a player has heard after a number of the feed, and after acting there last."""
    heard = feed_of(person)
    seats = {game["id"]: game["mine"]["seat"] for game in home(person)}
    counts = {}
    for game, seat in seats.items():
        numbers = [event["number"] for event in heard if event["game"] == game]
        acts = [
            event["number"]
            for event in heard
            if event["game"] == game and event["type"] in OWN and event["data"]["seat"] == seat
        ]
        counts[game] = len([number for number in numbers if number > max([after, *acts])])
    return counts


# -- what is read


def test_the_screen_says_how_far_my_feed_goes(ann: Person, table: Callable[..., str]) -> None:
    empty = {"results": [], "last": 0, "counts": None, "next": None, "previous": None}
    assert ann.get("/me/games").json == empty
    table()
    last = ann.get("/me/games").json["last"]
    assert last == len(feed(ann))
    game = table()
    heard = ann.get("/me/events", after=last).json["results"]
    assert {event["game"] for event in heard} == {game, None}
    assert ann.get("/me/games").json["last"] == last + len(heard)


def test_what_others_do_is_unread_until_i_say_so(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    first, second = table(), table()
    assert unread(ann) == news_for(ann)
    assert unread(bob) == news_for(bob)
    assert all(0 < unread(bob)[game] < unread(ann)[game] for game in (first, second))
    assert ann.put("/me/read", {"number": ann.get("/me/games").json["last"]}).status == 204
    assert unread(ann) == {first: 0, second: 0}
    assert unread(bob) == news_for(bob)
    bob.seals_anything(second)
    assert unread(ann) == {first: 0, second: 1}


def test_what_i_do_is_not_unread_and_nothing_before_it(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.seals_anything(game)
    assert unread(ann)[game] > 1
    ann.seals_anything(game)
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][5])
    assert (unread(ann)[game], unread(bob)[game]) == (0, 2)
    cat.put(f"/games/{game}/pause", {"length": "P1D"})
    assert (unread(ann)[game], unread(cat)[game]) == (1, 0)
    # With this card the turn is closed, and what that brings is news to all.
    cat.seals_anything(game)
    assert 0 < unread(cat)[game] < unread(ann)[game]
    assert unread(cat) == news_for(cat)


def test_an_answer_that_a_clock_or_a_bot_gives_for_me_is_news(
    ann: Person, bob: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    ann.seals_anything(game)
    assert unread(ann)[game] == 0
    time_passes(game, 4)
    assert unread(ann) == news_for(ann)
    assert unread(ann)[game] > 8


def test_seats_that_are_closed_up_keep_what_their_players_have_done(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.opens(5, start="host")
    for person in (bob, cat):
        person.joins(game)
    assert [unread(one)[game] for one in (ann, bob, cat)] == [2, 1, 0]
    assert bob.post(f"/games/{game}/leave").status == 204
    assert (unread(ann)[game], unread(cat)[game]) == (3, 1)
    bob.joins(game)
    bob.post(f"/games/{game}/leave")
    dan = Person.signs_up("dan")
    dan.joins(game)
    dan.post(f"/games/{game}/leave")
    bob.joins(game)
    assert ann.post(f"/games/{game}/start").status == 200
    for person in (ann, bob, cat):
        assert unread(person) == news_for(person)


def test_a_game_in_a_list_says_its_newest_event(
    ann: Person, bob: Person, stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()

    def newest() -> Json:
        (event,) = stranger.get(f"/games/{game}/events", before="latest", page_size=1).json[
            "results"
        ]
        return {name: event[name] for name in ("number", "type", "at")}

    for act in (lambda: None, lambda: bob.seals_anything(game), lambda: time_passes(game)):
        act()
        told = newest()
        assert home(ann)[0]["last_event"] == told
        assert stranger.get("/games").json["results"][0]["last_event"] == told
        assert stranger.get(f"/games/{game}").json["last_event"] == told
    # What one player alone is told is no event of the game's log.
    assert gives(ann, game, {"plays": [{"card": ann.sees(game)["mine"]["hand"][0]}]}).status == 200
    assert home(ann)[0]["last_event"] == newest() == told


@pytest.mark.parametrize("number", [0, 3, 9, 10_000])
def test_up_to_any_number_events_are_read_and_stay_so(
    ann: Person, bob: Person, table: Callable[..., str], number: int
) -> None:
    games = [table(), table()]
    wanted = news_for(ann, number)
    # A lower number changes nothing.
    for marked in (number, number // 2):
        assert ann.put("/me/read", {"number": marked}).status == 204
        assert unread(ann) == wanted
    bob.seals_anything(games[0])
    assert unread(ann)[games[0]] == wanted[games[0]] + 1


def test_one_game_is_read_and_the_others_are_not(ann: Person, table: Callable[..., str]) -> None:
    first, second = table(), table()
    before = unread(ann)
    last = ann.get("/me/games").json["last"]
    assert ann.put("/me/read", {"number": last, "game": first}).status == 204
    assert unread(ann) == {first: 0, second: before[second]}


def test_what_i_am_told_alone_is_unread_too(
    ann: Person, bob: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    hand = ann.sees(game)["mine"]["hand"]
    public = Log.objects.get(pk=game).event_number
    ann.put("/me/read", {"number": ann.get("/me/games").json["last"]})
    assert gives(ann, game, {"plays": [{"card": hand[2]}]}).status == 200
    # That I have left it is no news to me.
    assert (unread(ann)[game], Log.objects.get(pk=game).event_number) == (0, public)
    time_passes(game)
    given, followed = [event for event in feed_of(ann) if event["event"] is None]
    assert (given["type"], followed["type"]) == ("order_given", "order_followed")
    for told, more in ((given, 1), (followed, 0)):
        assert ann.put("/me/read", {"number": told["number"]}).status == 204
        assert unread(ann) == news_for(ann, told["number"])
        assert unread(ann)[game] > more
    # Of what she is told alone the others have nothing.
    assert unread(bob) == news_for(bob)
    ann.put("/me/read", {"number": ann.get("/me/games").json["last"]})
    assert unread(ann)[game] == 0


def test_what_happened_before_i_came_is_not_unread(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    assert unread(bob)[game] == unread(ann)[game] - 1
    bob.post(f"/games/{game}/resign")
    assert ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"}).status == 200
    before = Log.objects.get(pk=game).event_number
    assert dan.post(f"/games/{game}/seats/1/take").status == 200
    after = Log.objects.get(pk=game).event_number
    assert after > before
    # Nor is it what came with her.
    assert unread(dan) == {game: 0}
    ann.seals_anything(game)
    assert unread(dan) == {game: 1}


def test_what_is_withheld_from_me_is_not_unread(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    dan.patch("/me/relations/ann", {"blocked": True})
    bob.post(f"/games/{game}/resign")
    assert ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"}).status == 200
    assert dan.post(f"/games/{game}/seats/1/take").status == 200
    assert feed_of(dan)
    assert unread(dan) == {game: 0}
    ann.seals_anything(game)
    assert unread(dan) == {game: 1}
    dan.put("/me/read", {"number": dan.get("/me/games").json["last"]})
    assert unread(dan) == {game: 0}


def test_a_game_without_a_seat_of_mine_is_nothing_to_be_read(
    ann: Person, dan: Person, table: Callable[..., str]
) -> None:
    public, private = table(), table(private=True)
    refused(dan.put("/me/read", {"number": 9, "game": public}), 403, "not_a_player")
    refused(dan.put("/me/read", {"number": 9, "game": private}), 404, "game_not_found")
    refused(dan.put("/me/read", {"number": 9, "game": "nosuchgame000000"}), 404, "game_not_found")
