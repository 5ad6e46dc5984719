"""Webhooks of a running server: games are played, and a web server of somebody's own hears of it all."""

import json
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from tests.receiver import Arrived, Receiver, receiving
from tests.system.flows.client import Json, Person
from tests.system.flows.table import play, turn_the_tide
from tests.system.local.project import eventually

Newcomers = Callable[[int], list[Person]]
AMIGO = turn_the_tide("amigo")
SOON = 150.0
"""Seconds in which messages arrive on a machine that is busy; it takes far fewer."""


def makes(person: Person, url: str, **wish: object) -> Json:
    hook = {"channel": "webhook", "address": {"url": url}, **wish}
    made: Json = person.call("POST", "/me/receivers", hook).ok()
    return made


def feed(person: Person, after: int) -> list[Json]:
    """All events of somebody's feed after this number."""
    found: list[Json] = []
    while page := person.get("/me/events", after=after, page_size=100)["results"]:
        found += page
        after = page[-1]["number"]
    return found


def raw_feed(person: Person) -> bytes:
    """The pages of somebody's feed as they came over the wire."""
    pages, after = b"", 0
    connection = HTTPConnection(urlsplit(person.url).netloc, timeout=60)
    while True:
        address = f"/api/v1/me/events?after={after}&page_size=100"
        connection.request("GET", address, headers={"Authorization": f"Bearer {person.token}"})
        page = connection.getresponse().read()
        found = json.loads(page)["results"]
        if not found:
            connection.close()
            return pages
        pages, after = pages + page, found[-1]["number"]


def numbers(receiver: Receiver) -> set[int]:
    return {json.loads(one.body)["number"] for one in receiver.arrived}


def all_arrive(receiver: Receiver, person: Person, after: int) -> list[Json]:
    """Wait until everything of a feed after a number is at the receiver; the feed."""
    wanted = feed(person, after)
    eventually(
        lambda: numbers(receiver) >= {one["number"] for one in wanted},
        f"{len(wanted)} events, of which {len(receiver.arrived)} arrived",
        SOON,
    )
    return wanted


def state(person: Person, webhook: Json) -> Json:
    shown: Json = person.get(f"/me/receivers/{webhook['id']}")
    return shown


def deliveries(person: Person, webhook: Json, **query: object) -> list[Json]:
    found: list[Json] = person.get(f"/me/receivers/{webhook['id']}/deliveries", **query)["results"]
    return found


def has_arrived(receiver: Receiver, messages: int) -> bool:
    return len(receiver.arrived) == messages


def has_delivered(person: Person, webhook: Json) -> bool:
    return deliveries(person, webhook, state="delivered") != []


def test_every_event_of_a_whole_game_arrives_exactly_as_in_the_feed(newcomers: Newcomers) -> None:
    people = newcomers(3)
    with receiving() as receiver:
        hook = makes(people[0], f"{receiver.url}/tide")
        play(people, AMIGO, bots=[], seed=7)
        wanted = all_arrive(receiver, people[0], hook["after"])
    assert wanted[-1]["type"] == "finished"
    events = sorted(
        (one.verified(hook["secret"]) for one in receiver.arrived), key=lambda one: one["number"]
    )
    assert events == wanted
    bytes_of_feed = raw_feed(people[0])
    assert all(one.body in bytes_of_feed for one in receiver.arrived)
    assert max(Counter(receiver.ids()).values()) == 1
    assert [json.loads(one.body)["number"] for one in receiver.arrived] == sorted(
        one["number"] for one in wanted
    ), "nothing has failed, so the order is that of the feed"


def test_a_slow_receiver_costs_nobody_else_anything(newcomers: Newcomers) -> None:
    """Six that take three seconds for each message, beside one that is quick."""
    ann, *others = newcomers(7)

    def takes_its_time(_: Arrived) -> int:
        time.sleep(3)
        return 200

    with receiving() as quick, receiving(takes_its_time) as slow:
        for person in others:
            makes(person, slow.url)
            for _ in range(4):
                person.opens(**AMIGO, seats=3)
        hooks = [person.get("/me/receivers")["results"][0] for person in others]
        eventually(
            lambda: all(map(has_delivered, others, hooks)),
            "the server knows that they are slow",
            SOON,
        )
        makes(ann, quick.url)
        took = []
        for count in range(1, 6):
            began = time.time()
            ann.opens(**AMIGO, seats=3)
            eventually(partial(has_arrived, quick, count), "it arrives", SOON)
            took.append(quick.arrived[-1].at - began)
        for person, hook in zip(others, hooks, strict=True):
            person.call("DELETE", f"/me/receivers/{hook['id']}").ok()
    assert sorted(took)[2] < 1.5, took


def test_for_a_day_both_secrets_are_good(newcomers: Newcomers) -> None:
    (ann,) = newcomers(1)
    with receiving() as receiver:
        hook = makes(ann, receiver.url)
        ann.opens(**AMIGO, seats=3)
        all_arrive(receiver, ann, hook["after"])
        renewed = ann.call("POST", f"/me/receivers/{hook['id']}/secret").ok()
        ann.opens(**AMIGO, seats=3)
        all_arrive(receiver, ann, hook["after"])
    before, after = receiver.arrived
    assert before.verified(hook["secret"])
    assert after.verified(hook["secret"]) == after.verified(renewed["secret"])


def test_one_that_always_fails_is_disabled_with_a_notice_and_goes_on_when_it_is_mended(
    newcomers: Newcomers,
) -> None:
    (ann,) = newcomers(1)
    with receiving(lambda _: 500) as receiver, receiving() as other:
        hook = makes(ann, receiver.url)
        makes(ann, other.url, events=["webhook_disabled"])
        ann.opens(**AMIGO, seats=3)
        eventually(lambda: not state(ann, hook)["enabled"], "it is disabled", SOON)
        assert state(ann, hook)["disabled"]["why"] == "failed"
        eventually(lambda: len(other.arrived) == 1, "the notice arrives", SOON)
        notice = feed(ann, 0)[-1]
        assert notice["data"] == {"webhook": hook["id"], "url": receiver.url, "why": "failed"}
        assert json.loads(other.arrived[0].body) == notice
        assert len(receiver.arrived) == 5
        (failed,) = deliveries(ann, hook, state="failed")
        assert [one["status"] for one in failed["attempts"]] == [500] * 5

        receiver.answer = lambda _: 200
        address = f"/me/receivers/{hook['id']}"
        ann.call("PATCH", address, {"enabled": True}).ok()
        ann.call("POST", f"{address}/deliveries/{failed['id']}/redeliver").ok()
        eventually(lambda: has_delivered(ann, hook), "it is sent", SOON)
        assert receiver.ids() == [failed["id"]] * 6


def test_a_ping_arrives_at_once(newcomers: Newcomers) -> None:
    (ann,) = newcomers(1)
    with receiving() as receiver:
        hook = makes(ann, receiver.url)
        began = time.time()
        ping: Any = ann.call("POST", f"/me/receivers/{hook['id']}/test").ok()
        eventually(lambda: receiver.arrived != [], "the ping arrives", SOON)
    (arrived,) = receiver.arrived
    assert arrived.id == ping["id"]
    assert arrived.verified(hook["secret"])["type"] == "ping"
    assert arrived.at - began < 2
