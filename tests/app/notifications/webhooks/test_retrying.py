"""What fails is sent again, ever more rarely; a webhook at which nothing succeeds is disabled."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from notifications.webhooks import sender
from tests.app.api.events import feed
from tests.people import Person
from tests.receiver import Arrived, Receiver, receiving
from tests.webhooks import (
    arrived_types,
    deliveries,
    delivers,
    fails,
    gives_up,
    make_all_due,
    makes,
    page,
)

Table = Callable[..., str]

pytestmark = pytest.mark.django_db


def test_what_fails_is_sent_again_later_and_ever_more_rarely(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    ann.opens(3)
    delivers(ann)
    waited = []
    for attempt in range(1, 9):
        (delivery,) = deliveries(ann, hook)
        assert (delivery["state"], len(delivery["attempts"])) == ("waiting", attempt)
        last = delivery["attempts"][-1]
        assert (last["status"], last["error"]) == (503, "refused")
        after = moment(delivery["next_at"]) - moment(last["at"])
        waited.append((after - timedelta(milliseconds=last["milliseconds"])).total_seconds())
        sender.send_due()
        assert len(receiver.arrived) == attempt, "it is not due yet"
        make_all_due()
        sender.send_due()
    wanted = [5, 30, 300, 1800, 7200, 18000, 28800, 28800]
    assert [0.8 <= had / want <= 1.2 for had, want in zip(waited, wanted, strict=True)] == [
        True
    ] * 8
    (delivery,) = deliveries(ann, hook)
    assert (delivery["state"], delivery["next_at"]) == ("failed", None)
    assert len(set(receiver.ids())) == 1
    assert len({one.body for one in receiver.arrived}) == 1
    assert all(one.verified(hook["secret"]) for one in receiver.arrived)


@pytest.mark.parametrize("status", [429, 400])
def test_who_says_when_to_come_again_is_tried_no_sooner(
    ann: Person, receiver: Receiver, status: int
) -> None:
    receiver.answer = lambda _: status
    receiver.headers["Retry-After"] = "3600"
    hook = makes(ann, receiver.url)
    ann.opens(3)
    delivers(ann)
    (delivery,) = deliveries(ann, hook)
    waits = moment(delivery["next_at"]) - moment(delivery["attempts"][-1]["at"])
    assert waits >= timedelta(hours=1)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_a_receiver_that_comes_back_gets_what_it_has_missed(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    table()
    delivers(ann)
    assert len(receiver.arrived) == 1, "one finds out for all"
    assert ann.get(f"/me/receivers/{hook['id']}").json["failing_since"] is not None
    receiver.answer = lambda _: 200
    make_all_due()
    sender.send_due()
    missed = [one["id"] for one in deliveries(ann, hook)]
    assert len(missed) > 1
    assert receiver.ids() == [missed[0], *missed], "in the order of the feed"
    assert {one["state"] for one in deliveries(ann, hook)} == {"delivered"}
    assert ann.get(f"/me/receivers/{hook['id']}").json["failing_since"] is None


def test_one_that_never_answers_is_disabled_and_its_player_gets_an_event(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    ann.opens(3)
    gives_up(ann, settings, attempts=3)
    assert len(receiver.arrived) == 3
    shown = ann.get(f"/me/receivers/{hook['id']}").json
    assert (shown["enabled"], shown["disabled"]["why"]) == (False, "failed")
    (told,) = feed(ann, "webhook_disabled")
    assert (told["game"], told["event"], told["hash"]) == (None, None, None)
    assert told["data"] == {"webhook": hook["id"], "url": receiver.url, "why": "failed"}
    ann.opens(3)
    delivers(ann)
    assert len(receiver.arrived) == 3


def test_that_one_is_disabled_is_sent_to_the_others(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    with receiving(fails) as broken:
        makes(ann, broken.url, events=["joined"])
        makes(ann, receiver.url, events=["webhook_disabled"])
        ann.opens(3)
        gives_up(ann, settings, attempts=2)
        delivers(ann)
    assert arrived_types(receiver) == ["webhook_disabled"]
    said = ann.get("/me/events", after=1)
    assert page([receiver.arrived[0].body], said.json["last"]) == said.raw


def test_one_that_takes_some_messages_is_not_disabled(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    def takes_no_joining(arrived: Arrived) -> int:
        return 500 if b'"joined"' in arrived.body else 200

    receiver.answer = takes_no_joining
    hook = makes(ann, receiver.url)
    game = ann.opens(3)
    settings.TIDE_DELIVERY_RETRY_DELAYS = [timedelta(hours=1)]
    delivers(ann)
    ann.post(f"/games/{game}/cancel")
    delivers(ann)
    make_all_due()
    sender.send_due()
    states = [(one["type"], one["state"]) for one in deliveries(ann, hook)]
    assert states == [("joined", "failed"), ("cancelled", "delivered")]
    assert ann.get(f"/me/receivers/{hook['id']}").json["enabled"]


def test_one_that_says_410_is_disabled_at_once(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    receiver.answer = lambda _: 410
    hook = makes(ann, receiver.url)
    table()
    delivers(ann)
    assert len(receiver.arrived) == 1
    assert ann.get(f"/me/receivers/{hook['id']}").json["disabled"]["why"] == "gone"
    assert feed(ann, "webhook_disabled")[0]["data"]["why"] == "gone"
    states = [one["state"] for one in deliveries(ann, hook)]
    assert states[0] == "failed"
    assert set(states[1:]) == {"waiting"}


def test_what_waited_when_it_was_disabled_is_sent_when_it_is_enabled_and_what_came_between_is_not(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    game = ann.opens(3)
    delivers(ann)
    address = f"/me/receivers/{hook['id']}"
    assert ann.patch(address, {"enabled": False}).json["disabled"]["why"] == "by_player"
    make_all_due()
    ann.post(f"/games/{game}/cancel")
    delivers(ann)
    assert len(receiver.arrived) == 1
    receiver.answer = lambda _: 204
    shown = ann.patch(address, {"enabled": True}).json
    assert (shown["disabled"], shown["after"]) == (None, feed(ann)[-1]["number"])
    delivers(ann)
    ann.opens(3)
    delivers(ann)
    assert arrived_types(receiver) == ["joined", "joined", "joined"]
    assert receiver.ids()[0] == receiver.ids()[1] != receiver.ids()[2]


def test_no_attempt_is_made_where_the_address_is_not_public(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    hook = makes(ann, receiver.url)
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    ann.opens(3)
    delivers(ann)
    (delivery,) = deliveries(ann, hook)
    assert [one["error"] for one in delivery["attempts"]] == ["bad_address"]
    assert receiver.arrived == []
