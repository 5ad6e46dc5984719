"""Server-sent events: what is heard is the log, to its end, however often the line is cut."""

import json
import socket
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.running import Server
from tests.system.flows.client import Person
from tests.system.flows.hearing import Stream
from tests.system.flows.table import play_out, seated, turn_the_tide

Json = dict[str, Any]
SOON = 15.0
"""Seconds within which a stream ends that must: tokens are looked at every five."""


@pytest.fixture
def table(newcomers: Callable[[int], list[Person]]) -> tuple[list[Person], str]:
    """Three people, and the id of their game."""
    people = newcomers(3)
    return people, str(seated(people, turn_the_tide("amigo"), [])["id"])


def join_and_play(people: list[Person], opened: Json) -> None:
    """The others of a game that is open join, and it is played to its end."""
    for person in people[1:]:
        person.joins(opened["id"])
    play_out(people, opened, seed=5)


def all_of(person: Person, path: str) -> list[Json]:
    """A feed, page by page."""
    found: list[Json] = []
    while page := person.get(path, after=len(found), page_size=100)["results"]:
        found += page
    return found


def test_a_stranger_hears_the_whole_log_while_it_is_written(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    stranger = Person(people[0].url)
    opened = people[0].opens(**turn_the_tide("amigo"), seats=3)
    log = f"/games/{opened['id']}/stream"
    with Stream(stranger, log) as stream, ThreadPoolExecutor(1) as threads:
        assert (stream.status, stream.kind) == (200, "text/event-stream")
        assert stream.id, "no id of the call"
        playing = threads.submit(join_and_play, people, opened)
        heard = list(stream.messages(while_=playing))
        playing.result()
    assert heard == all_of(stranger, f"/games/{opened['id']}/events")
    assert heard[-1]["type"] == "finished"
    with Stream(stranger, log, heard=len(heard)) as again:
        assert again.status == 204
    with Stream(stranger, log, heard=len(heard) - 3) as again:
        assert list(again.messages()) == heard[-3:]


def test_who_takes_gzip_hears_each_event_at_once_and_in_fewer_bytes(
    table: tuple[list[Person], str],
) -> None:
    people, game = table
    log = f"/games/{game}/stream"
    with Stream(people[0], log, accepts="br, gzip") as stream:
        assert stream.encoding == "gzip"
        unpacks, pieces = zlib.decompressobj(zlib.MAX_WBITS | 16), stream.pieces()
        heard = b""
        # The game goes on once what has happened so far is heard, and not before.
        while b'"turn_opened"' not in heard:
            heard += unpacks.decompress(next(pieces))
        play_out(people, people[0].get(f"/games/{game}"), seed=5)
    with Stream(people[0], log, accepts="gzip") as stream:
        whole, sent = b"", 0
        unpacks = zlib.decompressobj(zlib.MAX_WBITS | 16)
        for piece in stream.pieces():
            whole += unpacks.decompress(piece)
            sent += len(piece)
    assert unpacks.eof, "cut off"
    events = [json.loads(line[6:]) for line in whole.splitlines() if line.startswith(b"data: ")]
    assert events == all_of(people[0], f"/games/{game}/events")
    assert sent < len(whole) / 3
    with Stream(people[0], "/me/stream?after=0", accepts="gzip") as own:
        assert (own.status, own.encoding) == (200, None), "what is hers alone is not compressed"


@pytest.mark.parametrize("mine", [True, False])
def test_a_stream_begins_at_the_end_and_goes_on_from_there(
    table: tuple[list[Person], str], mine: bool
) -> None:
    (ann, bob, cat), game = table
    path = "/me" if mine else f"/games/{game}"
    events = "/me/events" if mine else f"/games/{game}/events"
    last = ann.get(events, page_size=100)["last"]
    with Stream(ann, f"{path}/stream?after=latest") as stream:
        lines = [stream.beginning() for _ in range(4)]
        assert lines == [b"retry: 2000\n", b"id: %d\n" % last, b": last %d\n" % last, b"\n"]
        bob.seals(game, 1, bob.sees(game)["mine"]["legal_actions"][0])
        sealed = next(stream.messages())
    cat.seals(game, 1, cat.sees(game)["mine"]["legal_actions"][0])
    # Cut before there was a message, it would have gone on from where it began.
    with Stream(ann, f"{path}/stream?after=latest", heard=last) as again:
        assert list(islice(again.messages(), 2)) == all_of(ann, events)[last:]
    assert (sealed["number"], sealed["type"]) == (last + 1, "sealed")


@pytest.mark.parametrize("mine", [True, False])
def test_a_long_poll_at_the_end_of_a_feed_is_answered_with_what_comes_then(
    table: tuple[list[Person], str], mine: bool
) -> None:
    (ann, bob, _), game = table
    events = "/me/events" if mine else f"/games/{game}/events"
    last = ann.get(events, page_size=100)["last"]
    with ThreadPoolExecutor(1) as threads:
        polled = threads.submit(ann.get, events, after="latest", wait=25)
        cards = bob.sees(game)["mine"]["legal_actions"][:2]
        # As often as an answer may be replaced: what happened before the call came is not its news.
        for action in islice(cycle(cards), 20):
            if polled.done():
                break
            bob.seals(game, 1, action)
            time.sleep(1)
        news = polled.result()["results"]
    assert {event["type"] for event in news} == {"sealed"}
    assert news[0]["number"] > last


def test_a_long_poll_of_a_game_that_is_over_does_not_wait(
    newcomers: Callable[[int], list[Person]],
) -> None:
    (ann,) = newcomers(1)
    game = ann.opens("turn_the_tide", {}, 3)["id"]
    ann.call("POST", f"/games/{game}/cancel").ok()
    begun = time.monotonic()
    assert ann.get(f"/games/{game}/events", after="latest", wait=30)["results"] == []
    assert time.monotonic() - begun < 25


def test_a_player_whose_line_is_cut_again_and_again_misses_nothing_and_hears_nothing_twice(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    ann, chance = people[0], Random(5)
    opened = ann.opens(**turn_the_tide("amigo"), seats=3)
    heard: list[Json] = []
    cuts = 0
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(join_and_play, people, opened)
        while not heard or heard[-1]["type"] != "finished":
            with Stream(ann, "/me/stream", heard=len(heard)) as stream:
                assert stream.status == 200
                for _, event in zip(
                    range(chance.randrange(1, 6)), stream.messages(while_=playing), strict=False
                ):
                    heard.append(event)
                    if event["type"] == "finished":
                        break
                cuts += 1
        playing.result()
    assert cuts > 10
    assert heard == all_of(ann, "/me/events")[: len(heard)]
    assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))


def test_who_may_not_look_any_more_hears_nothing_of_what_follows(
    newcomers: Callable[[int], list[Person]],
) -> None:
    ann, bob, cat = newcomers(3)
    game = ann.opens(**turn_the_tide("amigo"), seats=3, private=True)["id"]
    log = f"/games/{game}/stream"
    with Stream(Person(ann.url), log) as stranger, Stream(bob, log) as friend:
        bob.joins(game)
        cat.joins(game)
        strangers = [one["type"] for one in stranger.messages()]
        friends = [one["type"] for one in islice(friend.messages(), len(strangers) + 2)]
    assert "started" in friends
    assert "started" not in strangers
    with Stream(Person(ann.url), log) as again:
        assert (again.status, again.problem()["code"]) == (404, "game_not_found")


def test_a_stream_ends_soon_after_its_token(table: tuple[list[Person], str]) -> None:
    (ann, *_), _ = table
    said = ann.call(
        "POST", "/me/tokens", {"username": ann.name, "password": "rock-pool-and-anemone"}
    )
    other = said.ok()
    with Stream(Person(ann.url, other["token"]), "/me/stream") as stream:
        stream.beginning()
        ann.call("DELETE", f"/me/tokens/{other['id']}").ok()
        began = time.monotonic()
        list(stream.messages())
    assert time.monotonic() - began < SOON


def test_a_stream_ends_soon_after_the_password_was_changed(
    newcomers: Callable[[int], list[Person]],
) -> None:
    (ann,) = newcomers(1)
    old, new = "rock-pool-and-anemone", "sea-urchin-and-sand"
    stolen = ann.call("POST", "/me/tokens", {"username": ann.name, "password": old}).ok()["token"]
    with Stream(Person(ann.url, stolen), "/me/stream") as stream:
        stream.beginning()
        ann.call("PATCH", "/me", {"password": new, "current_password": old}).ok()
        began = time.monotonic()
        list(stream.messages())
    assert time.monotonic() - began < SOON
    assert ann.call("GET", "/me").status == 200


def test_nobody_may_open_any_number_of_streams(table: tuple[list[Person], str]) -> None:
    (ann, bob, _), game = table
    open_ones: list[Stream] = []
    try:
        # Two processes answer, and each counts for itself.
        while not open_ones or open_ones[-1].status == 200:
            assert len(open_ones) <= 20
            open_ones.append(Stream(ann, f"/games/{game}/stream"))
        assert len(open_ones) > 10
        assert (open_ones[-1].status, open_ones[-1].problem()["code"]) == (429, "too_many_streams")
        with Stream(bob, f"/games/{game}/stream") as his:
            assert his.status == 200
    finally:
        for one in open_ones:
            one.__exit__()


def test_somebody_who_takes_nothing_costs_nobody_else(table: tuple[list[Person], str]) -> None:
    people, game = table
    ann = people[0]
    netloc = urlsplit(ann.url)
    assert netloc.hostname is not None
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect((netloc.hostname, netloc.port))
        deaf.sendall(
            f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        )
        with Stream(ann, f"/games/{game}/stream") as stream, ThreadPoolExecutor(1) as threads:
            playing = threads.submit(play_out, people, ann.sees(game), 5)
            heard = list(stream.messages(while_=playing))
            playing.result()
    assert heard == all_of(ann, f"/games/{game}/events")


def test_the_process_that_answers_is_well_afterwards(server: Server) -> None:
    assert server.alive
    assert not server.tracebacks()
