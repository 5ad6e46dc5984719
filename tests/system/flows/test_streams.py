"""Server-sent events: what is read is the log, to its end, however often the line is cut."""

import json
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random

import pytest

from tests.system.flows.client import PASSWORD, Json, Person
from tests.system.flows.event_stream import EventStream
from tests.system.flows.table import play_out, seated, turn_the_tide

Newcomers = Callable[[int], list[Person]]
Table = tuple[list[Person], str]
ENDS_WITHIN = 15.0
"""Seconds within which a stream ends that must: tokens are looked at every five."""


@pytest.fixture
def table(newcomers: Newcomers) -> Table:
    """Three people, and the id of their game."""
    people = newcomers(3)
    return people, str(seated(people, turn_the_tide("amigo"), [])["id"])


def join_and_play(people: list[Person], opened: Json) -> None:
    """Have the others join a game that is open, and play it to its end."""
    for person in people[1:]:
        person.joins(opened["id"])
    play_out(people, opened, seed=5)


def read_feed(person: Person, path: str) -> list[Json]:
    """A feed, page by page."""
    found: list[Json] = []
    while page := person.get(path, after=len(found), page_size=100)["results"]:
        found += page
    return found


def test_a_stranger_reads_the_whole_log_while_it_is_written(newcomers: Newcomers) -> None:
    people = newcomers(3)
    stranger = Person(people[0].url)
    opened = people[0].opens(**turn_the_tide("amigo"), seats=3)
    path = f"/games/{opened['id']}"
    with EventStream(stranger, f"{path}/stream") as stream, ThreadPoolExecutor(1) as threads:
        assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream")
        assert stream.headers["X-Request-Id"]
        playing = threads.submit(join_and_play, people, opened)
        events = list(stream.events(playing))
        playing.result()
    assert events == read_feed(stranger, f"{path}/events")
    assert events[-1]["type"] == "finished"
    with EventStream(stranger, f"{path}/stream", last=len(events)) as again:
        assert again.status == 204
    with EventStream(stranger, f"{path}/stream", last=len(events) - 3) as again:
        assert list(again.events()) == events[-3:]


def test_a_client_that_takes_gzip_reads_each_event_at_once_and_in_fewer_bytes(table: Table) -> None:
    people, game = table
    log, text = f"/games/{game}/stream", b""
    with EventStream(people[0], log, accepts="br, gzip") as stream:
        unpacker, pieces = zlib.decompressobj(zlib.MAX_WBITS | 16), stream.pieces()
        # The game goes on once what has happened so far is read, and not before.
        while b'"turn_opened"' not in text:
            text += unpacker.decompress(next(pieces))
        play_out(people, people[0].get(f"/games/{game}"), seed=5)
    with EventStream(people[0], log, accepts="gzip") as stream:
        sent = b"".join(stream.pieces())
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    text = unpacker.decompress(sent)
    assert unpacker.eof, "cut off"
    events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith(b"data: ")]
    assert events == read_feed(people[0], f"/games/{game}/events")
    assert len(sent) < len(text) / 3
    with EventStream(people[0], "/me/stream?after=0", accepts="gzip") as own:
        encoding = own.headers["Content-Encoding"]
        assert (own.status, encoding) == (200, None), "what is the player's alone is not compressed"


def test_a_player_whose_line_is_cut_again_and_again_misses_nothing_and_reads_nothing_twice(
    newcomers: Newcomers,
) -> None:
    people, chance = newcomers(3), Random(5)
    ann, events, cuts = people[0], list[Json](), 0
    opened = ann.opens(**turn_the_tide("amigo"), seats=3)
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(join_and_play, people, opened)
        while not events or events[-1]["type"] != "finished":
            with EventStream(ann, "/me/stream", last=len(events)) as stream:
                for event in islice(stream.events(playing), chance.randrange(1, 6)):
                    events.append(event)
                    if event["type"] == "finished":
                        break
                cuts += 1
        playing.result()
    assert cuts > 10
    assert events == read_feed(ann, "/me/events")[: len(events)]
    assert [one["number"] for one in events] == list(range(1, len(events) + 1))


def test_a_stranger_reads_nothing_of_what_follows_once_a_private_game_has_begun(
    newcomers: Newcomers,
) -> None:
    ann, bob, cat = newcomers(3)
    game = ann.opens(**turn_the_tide("amigo"), seats=3, private=True)["id"]
    log, stranger = f"/games/{game}/stream", Person(ann.url)
    with EventStream(stranger, log) as one, EventStream(bob, log) as other:
        bob.joins(game)
        cat.joins(game)
        strangers = [event["type"] for event in one.events()]
        friends = [event["type"] for event in islice(other.events(), len(strangers) + 2)]
    assert ("started" in friends, "started" in strangers) == (True, False)
    with EventStream(stranger, log) as again:
        assert (again.status, again.code()) == (404, "game_not_found")


def test_a_stream_ends_soon_after_its_token(newcomers: Newcomers) -> None:
    (ann,) = newcomers(1)
    wish = {"username": ann.name, "password": PASSWORD}
    other = ann.call("POST", "/me/tokens", wish).ok()
    with EventStream(Person(ann.url, other["token"]), "/me/stream") as stream:
        stream.line()
        ann.call("DELETE", f"/me/tokens/{other['id']}").ok()
        began = time.monotonic()
        list(stream.events())
    assert time.monotonic() - began < ENDS_WITHIN
    assert ann.call("GET", "/me").status == 200
