"""GET /me/games and PUT /me/read: a phone's home screen, and what is unread there."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from games.models import Log, Message
from tests.app.api.calls import (
    hand,
    hand_seat_on,
    narrow_token,
    order_of,
    put_order,
    vote_pause,
    walk_list,
)
from tests.app.api.conftest import Table
from tests.app.api.events import feed, log
from tests.app.api.refusals import refused
from tests.factories import expire_turns, make_finished_game
from tests.people import Person

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


def mark_read(person: Person, number: int | None = None, **more: Any) -> None:
    """Say that a player has read so far, or all that there is."""
    number = person.get("/me/games").json["last"] if number is None else number
    assert person.put("/me/read", {"number": number, **more}).status == 204


def test_the_most_urgent_of_my_games_stand_first(ann, bob, dan, table, people) -> None:
    over, lobby = make_finished_game(people), ann.opens()
    later, sooner = table(clock={"per_turn": "P3D"}), table(clock={"per_turn": "P2D"})
    day, hour = table(clock={"per_turn": "PT24H"}), table(private=True, clock={"per_turn": "PT1H"})
    for game in (later, sooner):
        ann.seals_anything(game)
    lobby_too = ann.opens()
    bob.opens()
    whole = [hour, day, sooner, later, lobby_too, lobby, over]
    assert ids(ann) == whole
    for size in (1, 3):
        assert [one["id"] for one in walk_list(ann, f"/me/games?page_size={size}")] == whole
    assert ids(bob)[:4] == [hour, day, sooner, later]
    assert ids(ann, status="running") == [hour, day, sooner, later]
    assert ids(ann, status="open") == [lobby_too, lobby]
    assert ids(ann, status="finished") == [over]
    # Games in which one has no seat, or none any more, are not on one's screen.
    assert ids(dan) == []
    bob.post(f"/games/{hour}/resign")
    assert ids(bob)[0] == day


def test_a_game_on_the_home_screen_is_the_listed_one_with_my_part_in_it(ann, bob, table) -> None:
    game = table(clock={"per_turn": "PT24H", "bank": "PT1H"})
    bob.seals_anything(game)
    (mine,) = home(ann)
    whole = ann.sees(game)
    part = mine.pop("mine")
    (listed,) = ann.get("/games").json["results"]
    assert mine == listed
    assert mine["turn"] == whole["turn"]
    due_at = whole["mine"]["due_at"]
    expected = {"seat": 0, "waiting": True, "decision": "play_card", "due_at": due_at}
    assert part == {**expected, "unread": part["unread"]}
    # What I have answered waits for others; it can still be replaced until then.
    ann.seals_anything(game)
    (after,) = home(ann)
    assert after["mine"] == {**expected, "waiting": False, "unread": 0}


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


def test_a_bot_stands_in_and_nothing_waits(ann, bob, cat, table) -> None:
    game = table(absence={"bot_after": 1})
    ann.seals_anything(game)
    cat.seals_anything(game)
    expire_turns(game)
    (mine,) = home(bob)
    assert mine["seats"][1]["away"] == "absent"
    assert mine["mine"]["waiting"] is False


def test_while_nothing_changes_the_answer_is_304(ann, bob, dan, table) -> None:
    game = table()
    tag = ann.get("/me/games").headers["ETag"]

    def is_changed() -> Any:
        nonlocal tag
        said = ann.get("/me/games", headers={"If-None-Match": tag})
        assert (said.status, said.raw == b"") in {(200, False), (304, True)}
        tag = said.headers["ETag"]
        return said.status == 200

    dan.opens()
    assert not is_changed()
    bob.seals_anything(game)
    assert is_changed()
    mark_read(ann, 10)
    assert is_changed()
    ann.opens()
    assert is_changed()


def test_a_game_in_a_list_says_its_newest_event(ann, bob, stranger, table) -> None:
    game = table()
    for act in (lambda: None, lambda: bob.seals_anything(game), lambda: expire_turns(game)):
        act()
        newest = log(stranger, game)[-1]
        told = {name: newest[name] for name in ("number", "type", "at")}
        assert home(ann)[0]["last_event"] == told
        assert stranger.get("/games").json["results"][0]["last_event"] == told
        assert stranger.get(f"/games/{game}").json["last_event"] == told
    # What one player alone is told is no event of the game's log.
    assert put_order(ann, game, order_of(hand(ann, game)[0])).status == 200
    assert home(ann)[0]["last_event"] == told


# -- what is read

OWN = {"joined", "sealed", "returned", "order_given"}
"""Events by which a player acts, as far as these tests go."""


def game_feed(person: Person) -> list[Json]:
    """Return what a player has heard of games."""
    return [event for event in feed(person) if event["game"]]


def count_news(person: Person, after: int = 0) -> dict[str, int]:
    """Count what a player has heard of each game after a number of the feed, and after acting there last."""
    counts = {}
    for game in home(person):
        heard = [event for event in game_feed(person) if event["game"] == game["id"]]
        acts = [
            event["number"]
            for event in heard
            if event["type"] in OWN and event["data"]["seat"] == game["mine"]["seat"]
        ]
        counts[game["id"]] = len([one for one in heard if one["number"] > max([after, *acts])])
    return counts


def test_the_screen_says_how_far_my_feed_goes(ann: Person, table: Table) -> None:
    empty = {"results": [], "last": 0, "counts": None, "next": None, "previous": None}
    assert ann.get("/me/games").json == empty
    table()
    last = ann.get("/me/games").json["last"]
    assert last == len(feed(ann))
    game = table()
    heard = ann.get("/me/events", after=last).json["results"]
    assert {event["game"] for event in heard} == {game, None}
    assert ann.get("/me/games").json["last"] == last + len(heard)


def test_what_others_do_is_unread_until_i_say_so(ann: Person, bob: Person, table: Table) -> None:
    first, second = table(), table()
    assert unread(ann) == count_news(ann)
    assert unread(bob) == count_news(bob)
    assert all(0 < unread(bob)[game] < unread(ann)[game] for game in (first, second))
    before = unread(ann)
    mark_read(ann, game=first)
    assert unread(ann) == {first: 0, second: before[second]}
    mark_read(ann)
    assert unread(ann) == {first: 0, second: 0}
    assert unread(bob) == count_news(bob)
    bob.seals_anything(second)
    assert unread(ann) == {first: 0, second: 1}


def test_what_i_do_is_not_unread_and_nothing_before_it(ann, bob, cat, table) -> None:
    game = table()
    bob.seals_anything(game)
    assert unread(ann)[game] > 1
    ann.seals_anything(game)
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][5])
    assert (unread(ann)[game], unread(bob)[game]) == (0, 2)
    vote_pause(cat, game, "P1D")
    assert (unread(ann)[game], unread(cat)[game]) == (1, 0)
    # With this card the turn is closed, and what that brings is news to all.
    cat.seals_anything(game)
    assert 0 < unread(cat)[game] < unread(ann)[game]
    assert unread(cat) == count_news(cat)
    # An answer that a clock or a bot gives for me is news.
    ann.seals_anything(game)
    assert unread(ann)[game] == 0
    expire_turns(game, 4)
    assert unread(ann) == count_news(ann)
    assert unread(ann)[game] > 8


def test_seats_that_are_closed_up_keep_what_their_players_have_done(ann, bob, cat, dan) -> None:
    game = ann.opens(5, start="host")
    for person in (bob, cat):
        person.joins(game)
    assert [unread(one)[game] for one in (ann, bob, cat)] == [2, 1, 0]
    assert bob.post(f"/games/{game}/leave").status == 204
    assert (unread(ann)[game], unread(cat)[game]) == (3, 1)
    for person in (bob, dan):
        person.joins(game)
        person.post(f"/games/{game}/leave")
    bob.joins(game)
    assert ann.post(f"/games/{game}/start").status == 200
    for person in (ann, bob, cat):
        assert unread(person) == count_news(person)


@pytest.mark.parametrize("number", [0, 3, 9, 10_000])
def test_up_to_any_number_events_are_read_and_stay_so(ann, bob, table, number: int) -> None:
    games = [table(), table()]
    wanted = count_news(ann, number)
    # A lower number changes nothing.
    for marked in (number, number // 2):
        mark_read(ann, marked)
        assert unread(ann) == wanted
    bob.seals_anything(games[0])
    assert unread(ann)[games[0]] == wanted[games[0]] + 1


def test_what_i_am_told_alone_is_unread_too(ann, bob, table) -> None:
    game = table()
    public = Log.objects.get(pk=game).event_number
    mark_read(ann)
    assert put_order(ann, game, order_of(hand(ann, game)[2])).status == 200
    # That I have left it is no news to me.
    assert (unread(ann)[game], Log.objects.get(pk=game).event_number) == (0, public)
    expire_turns(game)
    given, followed = [event for event in game_feed(ann) if event["event"] is None]
    assert (given["type"], followed["type"]) == ("order_given", "order_followed")
    for told, more in ((given, 1), (followed, 0)):
        mark_read(ann, told["number"])
        assert unread(ann) == count_news(ann, told["number"])
        assert unread(ann)[game] > more
    # Of what ann is told alone the others have nothing.
    assert unread(bob) == count_news(bob)
    mark_read(ann)
    assert unread(ann)[game] == 0


@pytest.mark.parametrize("blocked", [False, True])
def test_what_happened_before_i_came_is_not_unread(ann, bob, dan, table, blocked) -> None:
    game = table()
    dan.patch("/me/relations/ann", {"blocked": blocked})
    assert unread(bob)[game] == unread(ann)[game] - 1
    hand_seat_on(game, bob, ann, dan, 1)
    # Nor is it what came with the new player.
    assert game_feed(dan)
    assert unread(dan) == {game: 0}
    ann.seals_anything(game)
    assert unread(dan) == {game: 1}
    mark_read(dan)
    assert unread(dan) == {game: 0}


def test_a_game_without_a_seat_of_mine_is_nothing_to_be_read(dan: Person, table: Table) -> None:
    public, private = table(), table(private=True)
    refused(dan.put("/me/read", {"number": 9, "game": public}), 403, "not_a_player")
    for game in (private, "nosuchgame000000"):
        refused(dan.put("/me/read", {"number": 9, "game": game}), 404, "game_not_found")


def read_counts(person: Person) -> Any:
    return person.get("/me/games?include=counts").json["counts"]


def count_messages(person: Person) -> int:
    counted: int = read_counts(person)["messages"]
    return counted


def test_what_waits_besides_games_is_counted_on_request(ann, bob, cat) -> None:
    tag = ann.get("/me/games?include=counts").headers["ETag"]
    assert ann.get("/me/games").json["counts"] is None
    bob.post(f"/games/{bob.opens()}/invitations", {"player": "ann"})
    for asker in (bob, cat):
        asker.patch("/me/relations/ann", {"friend": True})
    ann.patch("/me/relations/cat", {"blocked": True})
    said = ann.get("/me/games?include=counts", headers={"If-None-Match": tag})
    counts = {"invitations": 1, "friend_requests": 1, "messages": 0}
    assert (said.status, said.json["counts"]) == (200, counts)
    ann.patch("/me/relations/bob", {"friend": True})
    assert read_counts(ann)["friend_requests"] == 0
    assert read_counts(narrow_token(ann, "game:read")) is None


def test_messages_of_others_are_new_until_they_are_marked_or_answered(ann, bob, cat, table) -> None:
    first, second = table(), table()
    tag = ann.get("/me/games?include=counts").headers["ETag"]
    for game, author in ((first, bob), (first, cat), (second, bob), (second, ann)):
        author.post(f"/games/{game}/messages", {"text": "Low water!"})
    # What stands before my own last message is no news, nor is what I have written.
    assert [count_messages(one) for one in (ann, bob, cat)] == [2, 2, 2]
    assert ann.get("/me/games?include=counts", headers={"If-None-Match": tag}).status == 200
    ann.patch("/me/relations/cat", {"muted": True})
    assert count_messages(ann) == 1
    last = ann.get("/me/games").json["last"]
    bob.post(f"/games/{second}/messages", {"text": "Still low."})
    mark_read(ann, last, game=second)
    assert count_messages(ann) == 2
    for number, left in ((last, 1), (0, 1), (None, 0)):
        mark_read(ann, number)
        assert count_messages(ann) == left


def test_a_message_that_is_deleted_or_a_month_old_is_not_new(ann, bob, table) -> None:
    path = f"/games/{table()}/messages"
    kept, deleted = (bob.post(path, {"text": text}).json["id"] for text in ("One", "Two"))
    assert bob.delete(f"{path}/{deleted}").status == 204
    assert count_messages(ann) == 1
    Message.objects.filter(pk=kept).update(at=Now() - timedelta(days=31))
    assert count_messages(ann) == 0
