"""Where a feed ends, and where a client can begin to follow it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.api import subscriptions
from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.feeds.streams.hub import HUB, POLL, STREAM, WAITED_AFTER, Hub
from games.models import Log
from players.models import Player
from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import refused
from tests.happened import happened
from tests.people import Person
from tideapi.web.fair_queue import FairQueue

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def page(person: Person, address: str, **query: Any) -> Json:
    said = person.get(address, **query)
    assert said.status == 200, said.json
    found: Json = said.json
    return found


def test_every_page_says_the_number_of_the_newest_event(
    ann: Person, stranger: Person, table: Callable[..., str]
) -> None:
    assert page(ann, "/me/events") == {"results": [], "last": 0, "next": None}
    first, second = table(), table()
    for address in ("/me/events", f"/games/{first}/events"):
        whole = page(ann, address, page_size=100)
        assert whole["last"] == whole["results"][-1]["number"] == len(whole["results"])
        for query in ({"page_size": 2}, {"after": whole["last"]}, {"after": 10**10 - 1}):
            assert page(ann, address, **query)["last"] == whole["last"]
    log = page(stranger, f"/games/{second}/events")
    assert log["last"] == stranger.get(f"/games/{second}").json["log"]["events"]


def test_a_feed_is_followed_from_its_end(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    for person, address in ((bob, "/me/events"), (cat, f"/games/{game}/events")):
        before = page(ann, address, page_size=100)["last"]
        end = page(ann, address, after="latest")
        assert (end["results"], end["last"], end["next"]) == ([], before, None)
        person.seals_anything(game)
        (sealed,) = page(ann, address, after=end["last"])["results"]
        assert (sealed["number"], sealed["type"]) == (before + 1, "sealed")


def test_since_i_last_answered(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    log = f"/games/{game}/events"

    def since(person: Person) -> list[str]:
        events = page(person, log, after="my_answer", page_size=100)["results"]
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
    assert page(dan, log, after="my_answer") == page(dan, log)
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


# -- what waits, and streams


def calls(person: Person, path: str, **more: Any) -> tuple[Any, Json]:
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
        last = page(ann, address, page_size=100)["last"]
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
        last = page(ann, feed, page_size=100)["last"]
        for after, wanted in (("latest", last), ("3", 3), (None, 0)):
            query = f"?after={after}" if after else ""
            _, left = calls(ann, f"{path}/stream{query}")
            assert (left[STREAM].after, left[STREAM].last) == (wanted, last)
    (sealed,) = happened(game, "sealed")
    _, left = calls(ann, f"/games/{game}/stream?after=my_answer")
    assert left[STREAM].after == sealed.number


def test_the_end_of_a_feed_has_all_that_has_happened(
    ann: Person, table: Callable[..., str]
) -> None:
    """Although events get their numbers in it when it is read."""
    game = table()
    me = Player.objects.get(username="ann")
    assert PlayersFeed(me.pk).update_and_get_newest() == len(
        page(ann, "/me/events", page_size=100)["results"]
    )
    assert GameLog(game).update_and_get_newest() == Log.objects.get(pk=game).event_number


def test_where_a_query_begins_is_a_number() -> None:
    assert subscriptions.start_number({"after": "0017"}, lambda: 3) == 17
    assert subscriptions.start_number({"after": "latest"}, lambda: 3) == 3
    assert subscriptions.start_number({}, lambda: 3) == 0
