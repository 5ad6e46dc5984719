"""The log of a game and a player's own feed: pages in both directions, and where one follows them."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.background import due_turns
from games.feeds.feed import prune_feed
from games.models import PrivateEvent, Seat
from players.models import Player
from tests.app.api.conftest import TimePasses
from tests.app.api.events import feed, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.event_log import logged_events
from tests.factories import expire_turn
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


Json = dict[str, Any]


def read_page(person: Person, address: str, **query: Any) -> Json:
    said = person.get(address, **query)
    assert said.status == 200, said.json
    found: Json = said.json
    return found


def event_numbers(found: Json) -> list[int]:
    return [one["number"] for one in found["results"]]


def walk_back(person: Person, address: str) -> list[Json]:
    pages = []
    while address:
        pages.append(read_page(person, address))
        address = (pages[-1]["next"] or "").removeprefix("http://testserver")
    return pages


def test_the_newest_events_come_first(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in ("/me/events", f"/games/{game}/events"):
        whole = read_page(ann, address, page_size=100)
        newest = read_page(ann, address, before="latest", page_size=3)
        assert newest["results"] == whole["results"][::-1][:3]
        assert newest["last"] == whole["last"]
        assert read_page(ann, address, before="9" * 10, page_size=3)["results"] == newest["results"]
        last = whole["last"]
        assert event_numbers(read_page(ann, address, before=last, page_size=2)) == [
            last - 1,
            last - 2,
        ]


def test_the_way_back_ends_at_the_first_event(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    for address in ("/me/events", f"/games/{game}/events"):
        whole = read_page(ann, address, page_size=100)["results"]
        for size in (1, 3, len(whole)):
            pages = walk_back(ann, f"{address}?before=latest&page_size={size}&without=hash")
            assert [one for part in pages for one in part["results"]] == [
                {name: value for name, value in one.items() if name != "hash"}
                for one in reversed(whole)
            ]
            assert all(part["results"] for part in pages)
        for before in (0, 1):
            empty = read_page(ann, address, before=before)
            assert (empty["results"], empty["next"]) == ([], None)
            assert empty["last"] == len(whole)


def test_the_way_back_ends_where_the_beginning_is_gone(
    ann: Person, table: Callable[..., str]
) -> None:
    me = Player.objects.get(username="ann")
    table()
    table()
    kept = read_page(ann, "/me/events", page_size=100)["last"]
    ann.put("/me/read", {"number": kept - 2})
    prune_feed(me.pk, timezone.now())
    left = read_page(ann, "/me/events", page_size=100)
    assert 1 < left["results"][0]["number"] <= kept
    for size in (1, 2, 50):
        pages = walk_back(ann, f"/me/events?before=latest&page_size={size}")
        found = [one for part in pages for one in part["results"]]
        assert found == left["results"][::-1]


def test_an_event_that_the_token_does_not_cover_is_passed_over(ann: Person) -> None:
    me = Player.objects.get(username="ann")
    ann.opens(3)
    for _ in range(3):
        data = {"receiver": "x", "channel": "ntfy", "why": "gone"}
        PrivateEvent.objects.create(
            player=me, type="receiver_disabled", data=data, at=timezone.now()
        )
    assert read_page(ann, "/me/events")["last"] == 4
    wish = {"username": "ann", "password": PASSWORD, "scopes": ["game:read"]}
    made = ann.post("/me/tokens", wish)
    reader = Person(made.json["token"], "ann")
    (only,) = read_page(reader, "/me/events", before="latest", page_size=1)["results"]
    assert only["type"] == "joined"


def test_beside_before_no_other_beginning_counts(ann: Person) -> None:
    for address in ("/me/events", f"/games/{ann.opens()}/events"):
        newest = ann.get(f"{address}?before=latest").raw
        for other in ("after", "wait"):
            assert ann.get(f"{address}?before=latest&{other}=3").raw == newest
        refused(ann.get(address, before="my_answer"), 400, "invalid_query", "before")
        refused(ann.get(address, without="data"), 400, "invalid_query", "without")


def events(person: Person, game: str, **query: Any) -> list[dict[str, Any]]:
    said = person.get(f"/games/{game}/events", **query)
    assert said.status == 200, said.json
    found: list[dict[str, Any]] = said.json["results"]
    return found


def test_events_are_numbered_from_1_without_a_gap(
    stranger: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game, 3)
    found = events(stranger, game, page_size=100)
    assert [one["number"] for one in found] == list(range(1, len(found) + 1))
    assert [one["event"] for one in found] == [one["number"] for one in found]
    assert {one["game"] for one in found} == {game}
    assert sorted(found, key=lambda one: one["at"]) == found


def test_after_a_number_come_the_next_ones(stranger: Person, table: Callable[..., str]) -> None:
    game = table()
    found = events(stranger, game)
    last = found[-1]["number"]
    assert events(stranger, game, after=3) == found[3:]
    assert events(stranger, game, after=0) == found
    assert events(stranger, game, after=last) == []
    assert events(stranger, game, after=2**31 - 1) == []


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"after": "-1"}, "after"),
        ({"after": "x"}, "after"),
        ({"after": "9" * 11}, "after"),
        ({"after": "LATEST"}, "after"),
        ({"after": "9" * 30}, "after"),
        ({"after": "1\x00"}, "after"),
        ({"wait": "-1"}, "wait"),
        ({"wait": "31"}, "wait"),
        ({"wait": "0.5"}, "wait"),
        ({"cursor": "x"}, "cursor"),
    ],
)
def test_a_query_out_of_shape_is_refused(
    ann: Person, query: dict[str, Any], parameter: str
) -> None:
    for address in (f"/games/{ann.opens(3)}/events", "/me/events"):
        said = ann.get(address, **query)
        assert (said.status, said.code) == (400, "invalid_query")
        assert {fault["parameter"] for fault in said.json["errors"]} == {parameter}


def test_where_nobody_can_wait_a_long_poll_is_answered_at_once(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    last = len(logged_events(game))
    empty: dict[str, Any] = {"results": [], "last": last, "next": None}
    assert stranger.get(f"/games/{game}/events", after=last, wait=30).json == empty
    heard = len(events(ann, game, page_size=100))
    hers = ann.get("/me/events", after="latest").json["last"]
    assert ann.get("/me/events", after=heard, wait=30).json == {**empty, "last": hers}


def feed_page(person: Person, **query: Any) -> list[dict[str, Any]]:
    said = person.get("/me/events", **query)
    assert said.status == 200, said.json
    found: list[dict[str, Any]] = said.json["results"]
    return found


def names(found: list[dict[str, Any]]) -> set[tuple[str, int]]:
    """The events of games' logs."""
    return {(one["game"], one["event"]) for one in found if one["game"]}


def all_of(game: str) -> set[tuple[str, int]]:
    return {(game, event.number) for event in logged_events(game)}


def test_one_feed_over_all_my_games(ann: Person, table: Callable[..., str]) -> None:
    first, second = table(), table()
    ann.seals_anything(first)
    found = feed_page(ann, page_size=100)
    assert [one["number"] for one in found] == list(range(1, len(found) + 1))
    # The opening of the table itself comes before its host takes her seat.
    assert names(found) == (all_of(first) | all_of(second)) - {(first, 1), (second, 1)}
    for one in found:
        if one["game"] is None:
            continue
        (same,) = ann.get(f"/games/{one['game']}/events", after=one["event"] - 1, page_size=1).json[
            "results"
        ]
        assert same == {**one, "number": one["event"]}


def test_what_was_read_is_read_the_same_again(
    ann: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    before = feed_page(ann, page_size=100)
    with nothing_changes():
        assert feed_page(ann, page_size=100) == before
    time_passes(game)
    assert feed_page(ann, page_size=100)[: len(before)] == before
    after = feed_page(ann, after=len(before), page_size=100)
    assert after[0]["number"] == len(before) + 1
    assert feed_page(ann, page_size=100) == before + after


def test_pages_follow_one_another_to_the_end(ann: Person, table: Callable[..., str]) -> None:
    table()
    whole = feed_page(ann)
    seen, address = [], "/me/events?page_size=3"
    while address:
        said = ann.get(address).json
        seen += said["results"]
        address = (said["next"] or "").removeprefix("http://testserver")
    assert seen == whole


def test_after_leaving_a_game_nothing_more_is_heard_of_it(ann: Person, bob: Person) -> None:
    game = ann.opens(4)
    bob.joins(game)
    assert [one["type"] for one in feed_page(bob)] == ["joined"]
    bob.post(f"/games/{game}/leave")
    ann.post(f"/games/{game}/cancel")
    assert [one["type"] for one in feed_page(bob)] == ["joined"]


# -- real threads, real commits


def plays(person: Person, game: str) -> None:
    for _ in range(3):
        # The others may close the turn between her look and her card: then she looks again.
        while person.seals_anything(game).status != 200:
            pass


def follows(person: Person, over: Callable[[], bool]) -> list[dict[str, Any]]:
    """Ask again and again after the last number seen, as a client does it, until nothing comes."""
    seen: list[dict[str, Any]] = []
    while True:
        last_time = over()
        found = feed_page(person, after=len(seen), page_size=7)
        seen += found
        if last_time and not found:
            return seen


@pytest.mark.django_db(transaction=True)
def test_nothing_is_missed_while_many_games_are_written_at_once(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    games = [table() for _ in range(4)]
    people = (ann, bob, cat)

    with threads() as at_once:
        playing = [at_once.start(plays, person, game) for person in people for game in games]

        def over() -> bool:
            return all(one.done() for one in playing)

        feeds = [at_once.start(follows, person, over) for person in people]
        for one in playing:
            one.result()
        for followed in feeds:
            found = followed.result()
            assert [one["number"] for one in found] == list(range(1, len(found) + 1))
            assert len(names(found)) == len([one for one in found if one["game"]])
    mine = names(feeds[0].result())
    assert mine == {one for game in games for one in all_of(game)} - {(game, 1) for game in games}
    # Within one game nothing is heard out of order.
    for game in games:
        order = [one["event"] for one in feeds[0].result() if one["game"] == game]
        assert order == sorted(order)


@pytest.mark.django_db(transaction=True)
def test_who_listens_does_not_wait_for_who_writes(ann: Person, table: Callable[..., str]) -> None:
    quiet, busy = table(), table()
    written, heard = threading.Event(), threading.Event()

    def writes() -> None:
        with transaction.atomic():
            Seat.objects.filter(game=busy).update(score=1)
            written.set()
            assert heard.wait(30)

    with threads() as at_once:
        writing = at_once.start(writes)
        try:
            assert written.wait(30)
            found = at_once.start(feed_page, ann).result(timeout=10)
        finally:
            heard.set()
        writing.result()
    assert names(found) == all_of(quiet) - {(quiet, 1)}
    assert names(feed_page(ann, after=len(found))) == all_of(busy) - {(busy, 1)}


def leaves_an_order(person: Person, game: str) -> None:
    plays = [{"card": person.sees(game)["mine"]["hand"][-1]}]
    said = person.put(f"/games/{game}/standing-order", {"order": {"plays": plays}})
    assert said.status == 200


def test_whispers_are_numbered_with_the_events_in_the_order_in_which_they_happened(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    leaves_an_order(ann, game)
    expire_turn(game)
    due_turns.sweep_due_turns()
    ann.seals_anything(game)
    heard = feed(ann)
    told = types(heard)
    assert told.count("order_followed") == 1
    assert told.index("turn_opened") < told.index("order_followed") < len(told) - 1
    assert [one["at"] for one in heard] == sorted(one["at"] for one in heard)


def test_every_page_says_the_number_of_the_newest_event(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    assert read_page(ann, "/me/events") == {"results": [], "last": 0, "next": None}
    first, second = table(), table()
    for address in ("/me/events", f"/games/{first}/events"):
        whole = read_page(ann, address, page_size=100)
        assert whole["last"] == whole["results"][-1]["number"] == len(whole["results"])
        for query in ({"page_size": 2}, {"after": whole["last"]}, {"after": 10**10 - 1}):
            assert read_page(ann, address, **query)["last"] == whole["last"]
    log = read_page(stranger, f"/games/{second}/events")
    assert log["last"] == stranger.get(f"/games/{second}").json["log"]["events"]


def test_a_feed_is_followed_from_its_end(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    for person, address in ((bob, "/me/events"), (cat, f"/games/{game}/events")):
        before = read_page(ann, address, page_size=100)["last"]
        end = read_page(ann, address, after="latest")
        assert (end["results"], end["last"], end["next"]) == ([], before, None)
        person.seals_anything(game)
        (sealed,) = read_page(ann, address, after=end["last"])["results"]
        assert (sealed["number"], sealed["type"]) == (before + 1, "sealed")


def test_since_i_last_answered(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    log = f"/games/{game}/events"

    def since(person: Person) -> list[str]:
        events = read_page(person, log, after="my_answer", page_size=100)["results"]
        return [event["type"] for event in events]

    assert since(ann)[:2] == ["created", "joined"]
    ann.seals_anything(game)
    assert since(ann) == []
    bob.seals_anything(game)
    assert (since(ann), since(bob)) == (["sealed"], [])
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][1])
    assert since(ann) == []
    cat.seals_anything(game)
    assert since(ann)[:2] == ["sealed", "turn_closed"]
    # What the clock plays for her is no answer of hers.
    time_passes(game)
    assert since(ann)[:2] == ["sealed", "turn_closed"]
    assert len(since(ann)) > len(since(cat))


def test_what_a_former_player_has_answered_is_not_my_answer(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.seals_anything(game)
    assert bob.post(f"/games/{game}/resign").status == 204
    assert ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"}).status == 200
    assert dan.post(f"/games/{game}/seats/1/take").status == 200
    log = f"/games/{game}/events"
    assert read_page(dan, log, after="my_answer") == read_page(dan, log)
    refused(bob.get(log, after="my_answer"), 403, "not_a_player")


def test_who_has_no_seat_has_no_answer(
    dan: Person, stranger: Person, table: Callable[..., str]
) -> None:
    game = table()
    for person in (dan, stranger):
        for rest in ("events", "stream"):
            said = person.get(f"/games/{game}/{rest}", after="my_answer")
            assert said.code == "not_a_player"
    refused(dan.get("/me/events", after="my_answer"), 400, "invalid_query", "after")


def test_a_word_that_is_not_known_is_refused_with_those_that_are(ann: Person) -> None:
    said = ann.get(f"/games/{ann.opens()}/events", after="newest")
    refused(said, 400, "invalid_query", "after")
    (fault,) = said.json["errors"]
    assert fault["code"] == "wrong_format"
    assert fault["detail"] == "This must be the number of an event, or one of: latest, my_answer."
