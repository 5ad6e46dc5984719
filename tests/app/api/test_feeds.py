"""The log of a game and a player's own feed: pages in both directions, and streams."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.feeds.feed import prune_feed
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.feeds.streams.hub import HUB, POLL, STREAM, WAITED_AFTER, Hub
from games.models import Log, Seat
from players.models import Player
from tests.app.api.calls import hand_seat_on, narrow_token, walk_pages
from tests.app.api.conftest import Table
from tests.app.api.events import feed, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.event_log import logged_events
from tests.factories import expire_turns
from tests.people import API, Person
from tideapi.web.fair_queue import FairQueue

Json = dict[str, Any]


def read_page(person: Person, address: str, **query: Any) -> Json:
    said = person.get(address, **query)
    assert said.status == 200, said.json
    found: Json = said.json
    return found


def read_feed(person: Person, after: int = 0, page_size: int = 100) -> list[Json]:
    found: list[Json] = read_page(person, "/me/events", after=after, page_size=page_size)["results"]
    return found


@pytest.mark.parametrize("address", ["/me/events", "/games/{game}/events"])
def test_events_are_read_forwards_and_back(ann: Person, table: Table, address: str) -> None:
    address = address.format(game=table())
    whole = read_page(ann, address, page_size=100)
    events, last = whole["results"], whole["last"]
    for query in ("page_size=2", f"after={last}", "after=9999999999"):
        assert read_page(ann, f"{address}?{query}")["last"] == last
    assert [one["number"] for one in events] == list(range(1, last + 1))
    assert sorted(events, key=lambda one: one["at"]) == events
    for after in (0, 3, last, 2**31 - 1):
        assert read_page(ann, address, after=after)["results"] == events[after:]
    for before, wanted in ("latest", events), ("9" * 10, events), (last, events[:-1]):
        newest = read_page(ann, address, before=before, page_size=3)
        assert (newest["results"], newest["last"]) == (wanted[::-1][:3], last)
    for before in (0, 1):
        empty = {"results": [], "last": last, "next": None, "previous": None}
        assert read_page(ann, address, before=before) == empty
    hashless = [{name: one[name] for name in one if name != "hash"} for one in events]
    for size in (1, 3, last):
        onwards = [*walk_pages(ann, f"{address}?page_size={size}")]
        assert [one for page in onwards for one in page["results"]] == events
        query = f"before=latest&page_size={size}&without=hash"
        back = [*walk_pages(ann, f"{address}?{query}")]
        assert all(page["results"] for page in back)
        assert [one for page in back for one in page["results"]] == hashless[::-1]
    # Beside `before` no other beginning counts.
    alone = ann.get(f"{address}?before=latest").raw
    for other in ("after", "wait"):
        assert ann.get(f"{address}?before=latest&{other}=3").raw == alone


def test_the_way_back_ends_where_the_beginning_is_gone(ann: Person, table: Table) -> None:
    table()
    ann.put("/me/read", {"number": read_page(ann, "/me/events", page_size=100)["last"] - 2})
    prune_feed(Player.objects.get(username="ann").pk, timezone.now())
    left = read_feed(ann)
    assert left[0]["number"] > 1
    pages = walk_pages(ann, "/me/events?before=latest&page_size=1")
    assert [one for page in pages for one in page["results"]] == left[::-1]


def event_keys(events: list[Json]) -> set[tuple[str, int]]:
    """Return game and number of the events of games' logs."""
    return {(one["game"], one["event"]) for one in events if one["game"]}


def all_of(*games: str) -> set[tuple[str, int]]:
    """Return game and number of what a host hears: a table is opened before the host takes a seat."""
    return {(game, event.number) for game in games for event in logged_events(game)[1:]}


def test_one_feed_over_all_my_games(ann: Person, table: Table) -> None:
    assert read_page(ann, "/me/events") == {
        "results": [],
        "last": 0,
        "next": None,
        "previous": None,
    }
    first, second = table(), table()
    assert len(log(ann, first)) == ann.sees(first)["log"]["events"]
    ann.seals_anything(first)
    events = feed(ann)
    assert event_keys(events) == all_of(first, second)
    for one in events:
        if one["game"] is not None:
            same = log(ann, one["game"])[one["event"] - 1]
            assert same == {**one, "number": one["event"]}
    # What was read is read the same again, and what is new comes after it.
    with nothing_changes():
        assert feed(ann) == events
    expire_turns(first)
    assert feed(ann) == events + read_feed(ann, after=len(events))


def test_after_leaving_a_game_nothing_more_is_heard_of_it(ann: Person, bob: Person) -> None:
    game = ann.opens(4)
    bob.joins(game)
    assert types(feed(bob)) == ["joined"]
    bob.post(f"/games/{game}/leave")
    ann.post(f"/games/{game}/cancel")
    assert types(feed(bob)) == ["joined"]


# -- real threads, real commits


def play_three_turns(person: Person, game: str) -> None:
    for _ in range(3):
        # The others may close the turn between the look and the card: then the player looks again.
        while person.seals_anything(game).status != 200:
            pass


def follow_feed(person: Person, over: Callable[[], bool]) -> list[Json]:
    """Ask again and again after the last number seen, as a client does it, until nothing comes."""
    seen: list[Json] = []
    while True:
        last_time = over()
        found = read_feed(person, after=len(seen), page_size=7)
        seen += found
        if last_time and not found:
            return seen


@pytest.mark.django_db(transaction=True)
def test_nothing_is_missed_while_many_games_are_written_at_once(ann, bob, cat, table) -> None:
    games = [table() for _ in range(4)]
    people = (ann, bob, cat)
    with threads() as at_once:
        playing = [at_once.start(play_three_turns, who, game) for who in people for game in games]

        def over() -> bool:
            return all(one.done() for one in playing)

        feeds = [at_once.start(follow_feed, person, over) for person in people]
        for one in playing:
            one.result()
        found = [one.result() for one in feeds]
    for heard in found:
        assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))
        assert len(event_keys(heard)) == len([one for one in heard if one["game"]])
    assert event_keys(found[0]) == all_of(*games)
    # Within one game nothing is heard out of order.
    for game in games:
        order = [one["event"] for one in found[0] if one["game"] == game]
        assert order == sorted(order)


@pytest.mark.django_db(transaction=True)
def test_a_reader_of_a_feed_does_not_wait_for_a_writer(ann: Person, table: Table) -> None:
    quiet, busy = table(), table()
    written, heard = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            Seat.objects.filter(game=busy).update(score=1)
            written.set()
            assert heard.wait(30)

    with threads() as at_once:
        writing = at_once.start(write)
        try:
            assert written.wait(30)
            found = at_once.start(read_feed, ann).result(timeout=10)
        finally:
            heard.set()
        writing.result()
    assert event_keys(found) == all_of(quiet)
    assert event_keys(read_feed(ann, after=len(found))) == all_of(busy)


def test_a_feed_is_followed_from_its_end(ann, bob, cat, table) -> None:
    game = table()
    for person, address in ((bob, "/me/events"), (cat, f"/games/{game}/events")):
        last = read_page(ann, address, page_size=100)["last"]
        # Where nobody can wait, a long poll is answered at once.
        end = read_page(ann, address, after="latest", wait=30)
        assert end == {"results": [], "last": last, "next": None, "previous": None}
        person.seals_anything(game)
        (sealed,) = read_page(ann, address, after=end["last"])["results"]
        assert (sealed["number"], sealed["type"]) == (last + 1, "sealed")


def test_a_log_is_read_from_my_own_answer(ann, bob, cat, table) -> None:
    game = table()

    def since(person: Person) -> list[str]:
        query: Any = {"after": "my_answer", "page_size": 100}
        return types(read_page(person, f"/games/{game}/events", **query)["results"])

    assert since(ann)[:2] == ["created", "joined"]
    for person in (ann, bob):
        person.seals_anything(game)
    assert (since(ann), since(bob)) == (["sealed"], [])
    ann.seals(game, ann.sees(game)["mine"]["legal_actions"][1])
    assert since(ann) == []
    cat.seals_anything(game)
    # What the clock plays for ann is no answer of hers.
    expire_turns(game)
    assert since(ann)[:2] == ["sealed", "turn_closed"]


def test_without_a_seat_there_is_no_answer(ann, bob, cat, dan, table) -> None:
    game = table()
    address = f"/games/{game}/events"
    for person in (dan, Person()):
        for rest in ("events", "stream"):
            said = person.get(f"/games/{game}/{rest}", after="my_answer")
            assert said.code == "not_a_player"
    # What a former player has answered is not the answer of the next.
    bob.seals_anything(game)
    hand_seat_on(game, bob, ann, dan, 1)
    assert read_page(dan, address, after="my_answer") == read_page(dan, address)
    refused(bob.get(address, after="my_answer"), 403, "not_a_player")


# -- streams, and calls that wait


def test_a_process_that_holds_no_streams_says_so(ann: Person, table: Table) -> None:
    path = f"/games/{table()}/stream"
    for address in (path, "/me/stream"):
        refused(ann.call("GET", address), 503, "streams_elsewhere")
    for heard in ("x", "-1", "1.0", "٣", "9" * 20):
        headers = {"Last-Event-ID": heard.encode().decode("latin-1")}
        said = ann.call("GET", path, headers=headers)
        assert (said.status, said.json["code"]) == (400, "invalid_query")


def test_what_was_heard_last_goes_before_where_the_client_began(ann: Person) -> None:
    game = ann.opens(3)
    ann.post(f"/games/{game}/cancel")
    last, stream = len(log(ann, game)), f"/games/{game}/stream"
    assert ann.call("GET", f"{stream}?after=0").status == 503
    assert ann.call("GET", f"{stream}?after=0", headers={"Last-Event-ID": str(last)}).status == 204
    assert ann.call("GET", f"{stream}?after={last}").status == 204
    assert ann.call("GET", f"{stream}?after={last}", headers={"Last-Event-ID": "1"}).status == 503


@pytest.fixture
def hub(settings: Any) -> Hub:
    settings.TIDE_MAX_STREAMS_PER_PROCESS, settings.TIDE_MAX_STREAMS_PER_CALLER = 5, 2
    return Hub(FairQueue(1, 1))


def open_stream(hub: Hub, person: Person, path: str, **more: Any) -> Any:
    """Ask for a stream, from an address of this machine; the answer, and the place if there is one."""
    token = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    return person._client.get(API + path, headers=token, **{HUB: hub, **more})


def test_all_tokens_of_a_player_share_a_part(ann: Person, bob: Person, hub: Hub) -> None:
    tokens = (ann, narrow_token(ann, "game:read"))
    assert [open_stream(hub, one, "/me/stream").status_code for one in tokens] == [200, 200]
    for one in tokens:
        refusal = open_stream(hub, one, "/me/stream")
        assert (refusal.status_code, refusal["Retry-After"]) == (429, "10")
        assert refusal["RateLimit-Policy"] == '"streams";q=2', "the limit that has struck"
        assert refusal["RateLimit"] == '"streams";r=0'
    assert open_stream(hub, bob, "/me/stream").status_code == 200


def test_a_server_that_is_full_says_when_to_come_again(stranger, table, hub) -> None:
    path = f"/games/{table()}/stream"
    said = [
        open_stream(hub, stranger, path, REMOTE_ADDR=f"192.0.2.{number}") for number in range(6)
    ]
    assert [one.status_code for one in said] == [200] * 5 + [503]
    assert (said[-1].json()["code"], said[-1]["Retry-After"]) == ("no_room", "10")
    hub.streams.free_place(said[0].wsgi_request.META[STREAM].caller)
    assert open_stream(hub, stranger, path, REMOTE_ADDR="192.0.2.9").status_code == 200


def call_with_streams(person: Person, path: str, **more: Any) -> tuple[Any, Json]:
    """Call a process that holds streams, as far as its thread goes; its answer and what it leaves."""
    sent = {"HTTP_AUTHORIZATION": f"Bearer {person.token}", HUB: Hub(FairQueue(1, 1)), **more}
    answer: Any = Client().get(f"/api/v1{path}", **sent)
    assert answer.status_code == 200
    return answer, answer.wsgi_request.META


def test_a_call_that_waits_is_answered_with_what_follows(ann, bob, cat, table) -> None:
    """It is made once more when there is news: then the end is further, and yet the news is its answer."""
    game = table()
    for person, address in ((bob, "/me/events"), (cat, f"/games/{game}/events")):
        last = read_page(ann, address, page_size=100)["last"]
        _, left = call_with_streams(ann, f"{address}?after=latest&wait=20")
        waits = left[POLL].subscription
        assert waits.after == last
        person.seals_anything(game)
        more = {WAITED_AFTER: waits.after}
        answer, left = call_with_streams(ann, f"{address}?after=latest&wait=20", **more)
        assert b'"sealed"' in answer.content
        assert POLL not in left


def test_a_stream_begins_where_it_is_asked_to_and_knows_the_end(ann: Person, table: Table) -> None:
    game = table()
    ann.seals_anything(game)
    me = Player.objects.get(username="ann")
    # Although events get their numbers in a feed when it is read.
    ends = PlayersFeed(me.pk).update_and_get_newest(), GameLog(game).update_and_get_newest()
    assert ends == (len(feed(ann)), Log.objects.get(pk=game).event_number)
    for path, last in zip(("/me", f"/games/{game}"), ends, strict=True):
        for query, wanted in (("?after=latest", last), ("?after=0003", 3), ("", 0)):
            _, left = call_with_streams(ann, f"{path}/stream{query}")
            assert (left[STREAM].after, left[STREAM].last) == (wanted, last)
    (sealed,) = logged_events(game, "sealed")
    _, left = call_with_streams(ann, f"/games/{game}/stream?after=my_answer")
    assert left[STREAM].after == sealed.number
