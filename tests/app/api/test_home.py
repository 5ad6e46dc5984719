"""GET /me/games, PUT /me/read and GET /me/turns: a phone's home screen."""

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


def list_games(person: Person, **query: Any) -> list[Json]:
    said = person.get("/me/games", **query)
    assert said.status == 200, said.json
    found: list[Json] = said.json["results"]
    return found


def list_ids(person: Person, **query: Any) -> list[str]:
    return [game["id"] for game in list_games(person, **query)]


def count_unread(person: Person) -> dict[str, int]:
    return {game["id"]: game["mine"]["unread"] for game in list_games(person)}


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
    assert list_ids(ann) == whole
    for size in (1, 3):
        assert [one["id"] for one in walk_list(ann, f"/me/games?page_size={size}")] == whole
    assert list_ids(bob)[:4] == [hour, day, sooner, later]
    assert list_ids(ann, status="running") == [hour, day, sooner, later]
    assert list_ids(ann, status="open") == [lobby_too, lobby]
    assert list_ids(ann, status="finished") == [over]
    # Games in which one has no seat, or none any more, are not on one's screen.
    assert list_ids(dan) == []
    bob.post(f"/games/{hour}/resign")
    assert list_ids(bob)[0] == day


def test_a_game_on_the_home_screen_is_the_listed_one_with_my_part_in_it(ann, bob, table) -> None:
    game = table(clock={"per_turn": "PT24H", "bank": "PT1H"})
    bob.seals_anything(game)
    (mine,) = list_games(ann)
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
    (after,) = list_games(ann)
    assert after["mine"] == {**expected, "waiting": False, "unread": 0}


def test_who_is_not_asked_has_no_decision(people, table) -> None:
    game = table(ruleset="high_tide")
    turn = people[0].sees(game)["turn"]
    asked = [one["seat"] for one in turn["asked"]]
    decisions = [list_games(one)[0]["mine"]["decision"] for one in people]
    assert decisions == [turn["decision"] if seat in asked else None for seat in range(3)]
    assert turn["decision"] in people[0].get("/rulesets/high_tide").json["decisions"]


def test_a_bot_stands_in_and_nothing_waits(bob, table) -> None:
    expire_turns(table(absence={"bot_after": 1}))
    (mine,) = list_games(bob)
    assert (mine["seats"][1]["away"], mine["mine"]["waiting"]) == ("absent", False)


def test_while_nothing_changes_the_answer_is_304(ann, bob, dan, table) -> None:
    game = table()
    tag = ann.get("/me/games").headers["ETag"]
    for act, status in (
        (dan.opens, 304),
        (lambda: bob.seals_anything(game), 200),
        (lambda: mark_read(ann, 10), 200),
        (ann.opens, 200),
    ):
        act()
        said = ann.get("/me/games", headers={"If-None-Match": tag})
        assert said.status == status
        tag = said.headers["ETag"]


def test_a_game_in_a_list_says_its_newest_event(ann, bob, stranger, table) -> None:
    game = table()
    for act in (lambda: None, lambda: bob.seals_anything(game), lambda: expire_turns(game)):
        act()
        newest = log(stranger, game)[-1]
        told = {name: newest[name] for name in ("number", "type", "at")}
        assert list_games(ann)[0]["last_event"] == told
        assert stranger.get("/games").json["results"][0]["last_event"] == told
        assert stranger.get(f"/games/{game}").json["last_event"] == told
    # What one player alone is told is no event of the game's log.
    assert put_order(ann, game, order_of(hand(ann, game)[0])).status == 200
    assert list_games(ann)[0]["last_event"] == told


# -- what is read

OWN = {"joined", "sealed", "returned", "order_given"}
"""Events by which a player acts, as far as these tests go."""


def game_feed(person: Person) -> list[Json]:
    """Return what a player has heard of games."""
    return [event for event in feed(person) if event["game"]]


def count_news(person: Person, after: int = 0) -> dict[str, int]:
    """Count what a player has heard of each game after a number of the feed, and after acting there last."""
    counts = {}
    for game in list_games(person):
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
    for _ in range(2):
        table()
        assert ann.get("/me/games").json["last"] == len(feed(ann))


def test_what_others_do_is_unread_until_i_say_so(ann: Person, bob: Person, table: Table) -> None:
    first, second = table(), table()
    assert count_unread(ann) == count_news(ann)
    assert count_unread(bob) == count_news(bob)
    assert all(0 < count_unread(bob)[game] < count_unread(ann)[game] for game in (first, second))
    before = count_unread(ann)
    mark_read(ann, game=first)
    assert count_unread(ann) == {first: 0, second: before[second]}
    mark_read(ann)
    assert count_unread(ann) == {first: 0, second: 0}
    assert count_unread(bob) == count_news(bob)
    bob.seals_anything(second)
    assert count_unread(ann) == {first: 0, second: 1}


def test_what_i_do_is_not_unread_and_nothing_before_it(ann, bob, cat, table) -> None:
    game = table()
    bob.seals_anything(game)
    assert count_unread(ann)[game] > 1
    ann.seals_anything(game)
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][5])
    assert (count_unread(ann)[game], count_unread(bob)[game]) == (0, 2)
    vote_pause(cat, game, "P1D")
    assert (count_unread(ann)[game], count_unread(cat)[game]) == (1, 0)
    # With this card the turn is closed, and what that brings is news to all.
    cat.seals_anything(game)
    assert 0 < count_unread(cat)[game] < count_unread(ann)[game]
    assert count_unread(cat) == count_news(cat)
    # An answer that a clock or a bot gives for me is news.
    ann.seals_anything(game)
    expire_turns(game, 4)
    assert count_unread(ann) == count_news(ann)
    assert count_unread(ann)[game] > 8


def test_seats_that_are_closed_up_keep_what_their_players_have_done(ann, bob, cat, dan) -> None:
    game = ann.opens(5, start="host")
    for person in (bob, cat):
        person.joins(game)
    assert [count_unread(one)[game] for one in (ann, bob, cat)] == [2, 1, 0]
    assert bob.post(f"/games/{game}/leave").status == 204
    assert (count_unread(ann)[game], count_unread(cat)[game]) == (3, 1)
    for person in (bob, dan):
        person.joins(game)
        person.post(f"/games/{game}/leave")
    bob.joins(game)
    assert ann.post(f"/games/{game}/start").status == 200
    for person in (ann, bob, cat):
        assert count_unread(person) == count_news(person)


@pytest.mark.parametrize("number", [0, 3, 9, 10_000])
def test_up_to_any_number_events_are_read_and_stay_so(ann, bob, table, number: int) -> None:
    games = [table(), table()]
    wanted = count_news(ann, number)
    # A lower number changes nothing.
    for marked in (number, number // 2):
        mark_read(ann, marked)
        assert count_unread(ann) == wanted
    bob.seals_anything(games[0])
    assert count_unread(ann)[games[0]] == wanted[games[0]] + 1


def test_what_i_am_told_alone_is_unread_too(ann, bob, table) -> None:
    game = table()
    public = Log.objects.get(pk=game).event_number
    mark_read(ann)
    assert put_order(ann, game, order_of(hand(ann, game)[2])).status == 200
    # That I have left it is no news to me.
    assert (count_unread(ann)[game], Log.objects.get(pk=game).event_number) == (0, public)
    expire_turns(game)
    given, followed = [event for event in game_feed(ann) if event["event"] is None]
    assert (given["type"], followed["type"]) == ("order_given", "order_followed")
    for told, more in ((given, 1), (followed, 0)):
        mark_read(ann, told["number"])
        assert count_unread(ann) == count_news(ann, told["number"])
        assert count_unread(ann)[game] > more
    # Of what ann is told alone the others have nothing.
    assert count_unread(bob) == count_news(bob)
    mark_read(ann)
    assert count_unread(ann)[game] == 0


@pytest.mark.parametrize("blocked", [False, True])
def test_what_happened_before_i_came_is_not_unread(ann, bob, dan, table, blocked) -> None:
    game = table()
    dan.patch("/me/relations/ann", {"blocked": blocked})
    assert count_unread(bob)[game] == count_unread(ann)[game] - 1
    hand_seat_on(game, bob, ann, dan, 1)
    # Nor is it what came with the new player.
    assert game_feed(dan)
    assert count_unread(dan) == {game: 0}
    ann.seals_anything(game)
    assert count_unread(dan) == {game: 1}
    mark_read(dan)
    assert count_unread(dan) == {game: 0}


def test_one_reads_how_far_one_has_read(ann: Person, bob: Person, table: Table) -> None:
    def read_positions() -> list[int]:
        asked: list[Json] = [{}, {"game": first}, {"game": second}]
        return [ann.get("/me/read", **one).json["number"] for one in asked]

    first, second = table(), table()
    last = feed(ann)[-1]["number"]
    second_begins = next(one["number"] for one in feed(ann) if one["game"] == second)
    assert read_positions() == [0, 0, second_begins - 1]
    mark_read(ann, second_begins + 3)
    assert read_positions() == [second_begins + 3, last, second_begins + 3]
    mark_read(ann, game=second)
    bob.seals_anything(first)
    assert read_positions() == [last, last, last + 1]
    mark_read(ann, 10**9)
    assert read_positions() == [last + 1] * 3


def test_a_game_without_a_seat_of_mine_is_nothing_to_be_read(dan: Person, table: Table) -> None:
    public, private = table(), table(private=True)
    refused(dan.put("/me/read", {"number": 9, "game": public}), 403, "not_a_player")
    refused(dan.get("/me/read", game=public), 403, "not_a_player")
    for game in (private, "nosuchgame000000"):
        refused(dan.put("/me/read", {"number": 9, "game": game}), 404, "game_not_found")
        refused(dan.get("/me/read", game=game), 404, "game_not_found")


def read_counts(person: Person) -> Any:
    return person.get("/me/games?include=counts").json["counts"]


def count_messages(person: Person) -> Any:
    return read_counts(person)["messages"]


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
    bob.delete(f"{path}/{deleted}")
    assert count_messages(ann) == 1
    Message.objects.filter(pk=kept).update(at=Now() - timedelta(days=31))
    assert count_messages(ann) == 0


# -- questions that wait for an answer, and a note on a game


def list_waiting(person: Person, **query: Any) -> list[str]:
    said = person.get("/me/turns", **query)
    assert said.status == 200
    return [question["game"] for question in said.json["results"]]


def test_every_question_that_waits_for_me_the_most_urgent_first(ann, bob, table) -> None:
    day, hour, week = (table(clock={"per_turn": span}) for span in ("PT24H", "PT1H", "P7D"))
    ann.opens(3)
    assert list_waiting(ann) == [hour, day, week]
    put_order(ann, hour, order_of(3))
    for person in (ann, bob):
        person.seals_anything(day)
    plain = ann.get("/me/turns").json["results"]
    whole = ann.get("/me/turns", include="game").json["results"]
    assert [one.pop("view") for one in whole] == [ann.sees(game) for game in (hour, day, week)]
    assert whole == plain
    walked = walk_list(ann, "/me/turns?include=game&page_size=2")
    assert [one["view"]["id"] for one in walked] == [hour, day, week]


def test_it_is_sorted_by_my_own_deadline(ann: Person, bob: Person, table: Table) -> None:
    games = [table() for _ in range(3)]
    for game, seat in zip(games, (0, 2, 2), strict=True):
        assert bob.post(f"/games/{game}/seats/{seat}/extension").status == 200
    assert [one["game"] for one in walk_list(ann, "/me/turns?page_size=2")] == [
        *games[1:],
        games[0],
    ]


def test_a_question_says_all_that_is_needed_to_answer_it(ann, table) -> None:
    game = table()
    (question,) = ann.get("/me/turns").json["results"]
    seen = ann.sees(game)
    assert question == {
        "game": game,
        "ruleset": "turn_the_tide",
        "turn": 1,
        "seat": 0,
        "decision": "play_card",
        "opened_at": seen["turn"]["opened_at"],
        "due_at": seen["turn"]["due_at"],
        "bank": None,
        "bank_seconds": None,
        "legal_actions": seen["mine"]["legal_actions"],
        "fallback": seen["mine"]["fallback"],
        "fallback_by": "clock",
        "submission": None,
    }
    # It stays with its answer until the turn closes.
    receipt = ann.seals_anything(game).json
    assert ann.get("/me/turns").json["results"] == [{**question, "submission": receipt}]
    expire_turns(game)
    (question,) = ann.get("/me/turns").json["results"]
    assert (question["turn"], question["submission"]) == (2, None)


def test_what_is_answered_is_left_out_of_what_is_open(ann, table) -> None:
    answered, other = table(), table()
    assert ann.seals_anything(answered).status == 200
    assert list_waiting(ann, open="true") == [other]
    assert (
        sorted(list_waiting(ann, open="false"))
        == sorted(list_waiting(ann))
        == sorted([answered, other])
    )
    # Taken back it is open again.
    assert ann.delete(f"/games/{answered}/turns/1/submission").status == 200
    assert sorted(list_waiting(ann, open="true")) == sorted([answered, other])


def test_a_page_with_games_is_another_when_one_of_the_games_is(ann, bob, table) -> None:
    game = table()
    plain, whole = ann.get("/me/turns"), ann.get("/me/turns", include="game")
    tags = [one.headers["ETag"] for one in (plain, whole)]
    assert tags[0] != tags[1]

    def status(tag: str, **query: Any) -> Any:
        return ann.get("/me/turns", headers={"If-None-Match": tag}, **query).status

    assert status(tags[0]) == status(tags[1], include="game") == 304
    bob.seals_anything(game)
    # That bob has answered stands in the game, and not in ann's question.
    assert (status(tags[0]), status(tags[1], include="game")) == (304, 200)
