"""What arrives at a webhook: every event of the feed, once, signed, as it stands in the feed."""

import json
from collections.abc import Callable

import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from notifications.models import Delivery
from notifications.webhooks import feed_events
from notifications.webhooks.feed_events import enqueue_events, list_left_behind
from players.models import Player
from tests.app.api.events import feed, types
from tests.people import Person
from tests.receiver import Arrived, Receiver, receiving
from tests.webhooks import (
    arrived_types,
    delivers,
    makes,
    number_of,
    page,
)

Table = Callable[..., str]

pytestmark = pytest.mark.django_db


def test_every_event_arrives_once_byte_for_byte_as_in_the_feed_in_its_order(
    ann: Person, bob: Person, table: Table, receiver: Receiver
) -> None:
    first = table()
    hook = makes(ann, receiver.url)
    second = table()
    for _ in range(2):
        ann.seals_anything(first)
        bob.seals_anything(second)
        delivers(ann, bob)
    said = ann.get("/me/events", after=hook["after"], page_size=100)
    assert len(said.json["results"]) == len(receiver.arrived) >= 8
    assert page((one.body for one in receiver.arrived), said.json["last"]) == said.raw
    assert len(set(receiver.ids())) == len(receiver.arrived)
    delivers(ann)
    assert len(receiver.arrived) == len(said.json["results"]), "nothing comes twice"


def test_a_message_is_signed_so_that_the_library_takes_it_and_no_change_is_taken(
    ann: Person, receiver: Receiver
) -> None:
    hook = makes(ann, receiver.url)
    ann.opens(3)
    delivers(ann)
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"])["type"] == "joined"
    changed = Arrived(arrived.at, arrived.path, arrived.headers, arrived.body + b" ")
    renamed = Arrived(
        arrived.at, arrived.path, {**arrived.headers, "webhook-id": "msg_x"}, arrived.body
    )
    for forged in (changed, renamed):
        with pytest.raises(WebhookVerificationError):
            forged.verified(hook["secret"])
    with pytest.raises(WebhookVerificationError):
        arrived.verified(makes(ann, receiver.url)["secret"])


def test_only_what_comes_after_it_was_made_is_sent(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    game = table()
    hook = makes(ann, receiver.url)
    assert hook["after"] == feed(ann)[-1]["number"]
    delivers(ann)
    assert receiver.arrived == []
    ann.seals_anything(game)
    delivers(ann)
    assert arrived_types(receiver) == ["sealed"]


def test_events_of_other_types_than_were_asked_for_are_left_out(
    ann: Person, table: Table, receiver: Receiver
) -> None:
    makes(ann, receiver.url, events=["started", "turn_opened"])
    table()
    delivers(ann)
    assert arrived_types(receiver) == ["started", "turn_opened"]


def test_each_of_two_webhooks_gets_everything(ann: Person, bob: Person, table: Table) -> None:
    with receiving() as one, receiving() as other:
        makes(ann, one.url)
        makes(ann, other.url)
        table()
        delivers(ann)
        bodies = [[arrived.body for arrived in each.arrived] for each in (one, other)]
        assert bodies[0] == bodies[1] != []
        assert not set(one.ids()) & set(other.ids())


def test_what_was_read_in_the_feed_before_is_sent_all_the_same(
    ann: Person, receiver: Receiver
) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    assert types(feed(ann)) == ["joined"]
    delivers(ann)
    assert arrived_types(receiver) == ["joined"]


def test_many_events_at_once_are_all_sent(
    ann: Person, table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_events, "AT_ONCE", 3)
    makes(ann, receiver.url)
    makes(ann, f"{receiver.url}/started", events=["started"])
    table()
    table()
    delivers(ann)
    sent = [json.loads(one.body)["number"] for one in receiver.arrived]
    wanted = [one["number"] for one in feed(ann)]
    assert sorted(sent) == sorted(wanted + [one["number"] for one in feed(ann, "started")])


def test_who_has_no_seat_is_sent_her_private_events(
    ann: Person, bob: Person, dan: Person, table: Table, receiver: Receiver
) -> None:
    game = table()
    hook = makes(dan, receiver.url)
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    delivers(dan)
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"]) == feed(dan)[0]


def test_nothing_is_sent_for_a_player_who_was_deactivated(ann: Person, receiver: Receiver) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    enqueue_events(number_of(ann))
    ann.opens(3)
    Player.objects.filter(username="ann").update(is_active=False)
    delivers(ann)
    assert list_left_behind() == []
    assert receiver.arrived == []
    assert Delivery.objects.count() == 1
