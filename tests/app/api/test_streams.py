"""GET /games/{id}/stream, GET /me/stream, and calls that wait for news: places, beginnings, ends."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.api import subscriptions
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.feeds.streams.hub import HUB, POLL, STREAM, WAITED_AFTER, Hub
from games.models import Log
from players.models import Player
from tests.event_log import logged_events
from tests.people import API, PASSWORD, Person
from tideapi.web.fair_queue import FairQueue

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/games/{game}/stream", "/me/stream"])
def test_a_process_that_holds_no_streams_says_so(
    ann: Person, table: Callable[..., str], path: str
) -> None:
    said = ann.call("GET", path.format(game=table()))
    assert (said.status, said.json["code"]) == (503, "streams_elsewhere")


@pytest.mark.parametrize("heard", ["x", "-1", "1.0", "٣", "9" * 20])
def test_a_last_event_id_that_no_event_has_is_refused(
    ann: Person, table: Callable[..., str], heard: str
) -> None:
    headers = {"Last-Event-ID": heard.encode().decode("latin-1")}
    said = ann.call("GET", f"/games/{table()}/stream", headers=headers)
    assert (said.status, said.json["code"]) == (400, "invalid_query")


def test_what_was_heard_last_goes_before_where_the_client_began(
    ann: Person, table: Callable[..., str]
) -> None:
    game = ann.opens(3)
    ann.post(f"/games/{game}/cancel")
    last = ann.get(f"/games/{game}/events").json["results"][-1]["number"]
    stream = f"/games/{game}/stream"
    assert ann.call("GET", f"{stream}?after=0").status == 503
    assert ann.call("GET", f"{stream}?after=0", headers={"Last-Event-ID": str(last)}).status == 204
    assert ann.call("GET", f"{stream}?after={last}").status == 204
    assert ann.call("GET", f"{stream}?after={last}", headers={"Last-Event-ID": "1"}).status == 503


@pytest.fixture
def hub(settings: Any) -> Hub:
    settings.TIDE_MAX_STREAMS_PER_PROCESS, settings.TIDE_MAX_STREAMS_PER_CALLER = 5, 2
    return Hub(FairQueue(1, 1))


def opens(hub: Hub, person: Person, path: str, **more: Any) -> Any:
    """Ask for a stream, from an address of this machine; the answer, and the place if there is one."""
    token = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    return person._client.get(API + path, headers=token, **{HUB: hub, **more})


def test_all_tokens_of_a_player_share_her_part(ann: Person, bob: Person, hub: Hub) -> None:
    said = ann.post("/me/tokens", {"username": "ann", "password": PASSWORD})
    other = Person(said.json["token"], "ann")
    assert [opens(hub, one, "/me/stream").status_code for one in (ann, other)] == [200, 200]
    for one in (ann, other):
        refusal = opens(hub, one, "/me/stream")
        assert (refusal.status_code, refusal["Retry-After"]) == (429, "10")
        assert refusal["RateLimit-Policy"] == '"streams";q=2', "the limit that has struck"
        assert refusal["RateLimit"] == '"streams";r=0'
    assert opens(hub, bob, "/me/stream").status_code == 200


def test_strangers_behind_a_proxy_are_told_apart(
    stranger: Person, table: Callable[..., str], hub: Hub, settings: Any
) -> None:
    settings.TIDE_PROXY_COUNT = 1
    path = f"/games/{table()}/stream"
    for client in ("192.0.2.1", "192.0.2.2"):
        said = [
            opens(hub, stranger, path, HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, {client}")
            for number in range(3)
        ]
        assert [one.status_code for one in said] == [200, 200, 429]


def test_a_server_that_holds_as_many_as_it_can_says_when_to_come_again(
    stranger: Person, table: Callable[..., str], hub: Hub
) -> None:
    path = f"/games/{table()}/stream"
    said = [opens(hub, stranger, path, REMOTE_ADDR=f"192.0.2.{number}") for number in range(6)]
    assert [one.status_code for one in said] == [200] * 5 + [503]
    assert (said[-1].json()["code"], said[-1]["Retry-After"]) == ("no_room", "10")
    hub.streams.free_place(said[0].wsgi_request.META[STREAM].caller)
    assert opens(hub, stranger, path, REMOTE_ADDR="192.0.2.9").status_code == 200


# -- what waits, and streams


def calls(person: Person, path: str, **more: Any) -> tuple[Any, dict[str, Any]]:
    """A call in a process that holds streams, as far as its thread goes; its answer and what it leaves."""
    sent = {"HTTP_AUTHORIZATION": f"Bearer {person.token}", HUB: Hub(FairQueue(1, 1)), **more}
    answer: Any = Client().get(f"/api/v1{path}", **sent)
    assert answer.status_code == 200
    return answer, answer.wsgi_request.META


def test_a_call_that_waits_at_the_end_is_answered_with_what_follows_it(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    """It is made once more when there is news: then the end is further, and yet the news is its answer."""
    game = table()
    for person, address in ((bob, "/me/events"), (cat, f"/games/{game}/events")):
        last = ann.get(address, page_size=100).json["last"]
        _, left = calls(ann, f"{address}?after=latest&wait=20")
        waits = left[POLL].subscription
        assert waits.after == last
        person.seals_anything(game)
        more = {WAITED_AFTER: waits.after}
        answer, left = calls(ann, f"{address}?after=latest&wait=20", **more)
        assert b'"sealed"' in answer.content
        assert POLL not in left


def test_a_stream_begins_where_it_is_asked_to_and_knows_the_end(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    for path, feed in (("/me", "/me/events"), (f"/games/{game}", f"/games/{game}/events")):
        last = ann.get(feed, page_size=100).json["last"]
        for after, wanted in (("latest", last), ("3", 3), (None, 0)):
            query = f"?after={after}" if after else ""
            _, left = calls(ann, f"{path}/stream{query}")
            assert (left[STREAM].after, left[STREAM].last) == (wanted, last)
    (sealed,) = logged_events(game, "sealed")
    _, left = calls(ann, f"/games/{game}/stream?after=my_answer")
    assert left[STREAM].after == sealed.number


def test_the_end_of_a_feed_has_all_that_has_happened(
    ann: Person, table: Callable[..., str]
) -> None:
    """Although events get their numbers in it when it is read."""
    game = table()
    me = Player.objects.get(username="ann")
    assert PlayersFeed(me.pk).update_and_get_newest() == len(
        ann.get("/me/events", page_size=100).json["results"]
    )
    assert GameLog(game).update_and_get_newest() == Log.objects.get(pk=game).event_number


def test_where_a_query_begins_is_a_number() -> None:
    assert subscriptions.start_number({"after": "0017"}, lambda: 3) == 17
    assert subscriptions.start_number({"after": "latest"}, lambda: 3) == 3
    assert subscriptions.start_number({}, lambda: 3) == 0
