"""What fails is sent again, ever more rarely; a webhook at which nothing succeeds is disabled."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from notifications.models import Attempt, Delivery, Webhook
from notifications.webhooks import sender
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.events import feed
from tests.people import Person
from tests.receiver import Receiver, receiving
from tests.webhooks import (
    Json,
    answer_503,
    arrived_types,
    create_webhook,
    deliver_events,
    deliveries,
    exhaust_attempts,
    make_all_due,
    page,
    player_id,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]
SECOND = timedelta(seconds=1)


def queue_messages(person: Person, url: str, count: int) -> Json:
    """Make a webhook of this person's for which so many messages wait."""
    hook, moment = create_webhook(person, url), timezone.now()
    Delivery.objects.bulk_create(
        Delivery(
            webhook_id=hook["id"],
            type="joined",
            body=json.dumps({"number": number}).encode(),
            next_at=moment,
            created_at=moment + timedelta(microseconds=number),
        )
        for number in range(1, count + 1)
    )
    Webhook.objects.filter(pk=hook["id"]).update(next_attempt_at=moment)
    return hook


def numbers(receiver: Receiver) -> list[Any]:
    return [json.loads(one.body)["number"] for one in receiver.arrived]


def move_back(by: timedelta) -> None:
    """Let everything of webhooks have happened so much earlier."""
    times = ("next_attempt_at", "retry_at", "failing_since")
    Webhook.objects.update(**{name: F(name) - by for name in times})
    Delivery.objects.update(next_at=F("next_at") - by)


def show(person: Person, hook: Json) -> Json:
    shown: Json = person.get(f"/me/receivers/{hook['id']}").json
    return shown


def seconds_waited(delivery: Json) -> float:
    """Return how long after its last attempt a delivery is tried again."""
    last = delivery["attempts"][-1]
    at = datetime.fromisoformat(last["at"]) + timedelta(milliseconds=last["milliseconds"])
    return (datetime.fromisoformat(delivery["next_at"]) - at).total_seconds()


@pytest.mark.parametrize("count", [1, 30])
def test_what_fails_is_sent_again_ever_more_rarely_and_disabled(ann, receiver, count: int) -> None:
    receiver.answer = answer_503
    hook = queue_messages(ann, receiver.url, count)
    for attempt, wanted in enumerate([5, 30, 300, 1800, 7200, 18000, 28800, 28800, None], 1):
        for _ in range(3):
            sender.send_due()
        assert numbers(receiver) == [1] * attempt, "one finds out for all, once a step"
        first, *others = deliveries(ann, hook)
        assert len(first["attempts"]) == attempt
        last = first["attempts"][-1]
        assert (last["status"], last["error"]) == (503, "refused")
        if wanted is not None:
            assert first["state"] == "waiting"
            assert 0.8 <= seconds_waited(first) / wanted <= 1.2
        make_all_due()
    assert (first["state"], first["next_at"]) == ("failed", None)
    assert {one["state"] for one in others} <= {"waiting"}
    assert show(ann, hook)["disabled"]["why"] == "failed"
    assert len({(one.id, one.body) for one in receiver.arrived}) == 1
    assert all(one.verified(hook["secret"]) for one in receiver.arrived)


@pytest.mark.parametrize("status", [429, 400])
def test_a_retry_after_is_waited_for(ann, receiver, status) -> None:
    receiver.answer = lambda _: status
    receiver.headers["Retry-After"] = "3600"
    hook = queue_messages(ann, receiver.url, 1)
    sender.send_due()
    assert seconds_waited(deliveries(ann, hook)[0]) >= 3590


def test_no_private_address_is_called(ann, receiver, settings) -> None:
    hook = queue_messages(ann, receiver.url, 1)
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    sender.send_due()
    (delivery,) = deliveries(ann, hook)
    assert [one["error"] for one in delivery["attempts"]] == ["bad_address"]
    assert receiver.arrived == []


# -- a receiver that is away


def test_when_it_answers_again_all_goes_out_in_order(ann, receiver) -> None:
    receiver.answer = answer_503
    hook = queue_messages(ann, receiver.url, 20)
    for _ in range(3):
        make_all_due()
        sender.send_due()
    row = Webhook.objects.get()
    assert row.retry_at == row.next_attempt_at is not None
    assert show(ann, hook)["failing_since"] is not None
    # What is new meanwhile changes nothing.
    ann.opens(3)
    assert enqueue_events(player_id(ann)) == 0, "no worker is called for it"
    sender.send_due()
    assert len(receiver.arrived) == 3
    assert Webhook.objects.get().next_attempt_at == row.retry_at
    receiver.answer = lambda _: 204
    make_all_due()
    sender.send_due()
    assert numbers(receiver)[:-1] == [1, 1, 1, *range(1, 21)]
    assert {one["state"] for one in deliveries(ann, hook)} == {"delivered"}
    assert show(ann, hook)["failing_since"] is None


def test_one_that_dies_amid_much_gets_no_second_attempt(ann, receiver) -> None:
    queue_messages(ann, receiver.url, 6)
    Webhook.objects.update(slow=False, proven=True)
    receiver.answer = lambda arrived: 503 if b": 3}" in arrived.body else 204
    sender.send_due()
    assert numbers(receiver) == [1, 2, 3]
    assert Webhook.objects.get().failures == 1


def test_one_message_that_is_refused_holds_up_no_other_for_long(ann, receiver, settings) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = [5 * SECOND, 600 * SECOND]
    receiver.answer = lambda arrived: 500 if b": 1}" in arrived.body else 204
    hook = queue_messages(ann, receiver.url, 4)
    sender.send_due()
    assert numbers(receiver) == [1]
    move_back(7 * SECOND)
    sender.send_due()
    assert numbers(receiver) == [1, 2, 3, 4, 1]
    make_all_due()
    sender.send_due()
    states = [one["state"] for one in deliveries(ann, hook)]
    assert states == ["failed", "delivered", "delivered", "delivered"]
    assert show(ann, hook)["enabled"]


def test_another_address_is_tried_at_once(ann, receiver) -> None:
    hook = queue_messages(ann, "http://127.0.0.1:9/", 3)
    sender.send_due()
    assert Attempt.objects.count() == 1
    ann.patch(f"/me/receivers/{hook['id']}", {"address": {"url": receiver.url}})
    sender.send_due()
    assert numbers(receiver) == [1, 2, 3]


def test_one_that_never_answers_is_disabled(ann, receiver, settings) -> None:
    with receiving(answer_503) as broken:
        hook = create_webhook(ann, broken.url, events=["joined"])
        create_webhook(ann, receiver.url, events=["webhook_disabled"])
        ann.opens(3)
        exhaust_attempts(ann, settings, attempts=3)
        assert len(broken.arrived) == 3
        shown = show(ann, hook)
        assert (shown["enabled"], shown["disabled"]["why"]) == (False, "failed")
        (told,) = feed(ann, "webhook_disabled")
        assert (told["game"], told["event"], told["hash"]) == (None, None, None)
        assert told["data"] == {"webhook": hook["id"], "url": broken.url, "why": "failed"}
        said = ann.get("/me/events", after=1)
        ann.opens(3)
        deliver_events(ann)
        assert len(broken.arrived) == 3
    assert arrived_types(receiver) == ["webhook_disabled"], "the others are sent it"
    assert page([receiver.arrived[0].body], said.json["last"]) == said.raw


def test_a_410_disables_it_at_once(ann, receiver) -> None:
    receiver.answer = lambda _: 410
    hook = queue_messages(ann, receiver.url, 5)
    sender.send_due()
    assert len(receiver.arrived) == 1
    assert show(ann, hook)["disabled"]["why"] == "gone"
    assert [one["state"] for one in deliveries(ann, hook)] == ["failed", *["waiting"] * 4]


def test_enabling_it_sends_what_waited_before(ann, receiver) -> None:
    receiver.answer = answer_503
    hook = create_webhook(ann, receiver.url)
    game, address = ann.opens(3), f"/me/receivers/{hook['id']}"
    deliver_events(ann)
    assert ann.patch(address, {"enabled": False}).json["disabled"]["why"] == "by_player"
    make_all_due()
    ann.post(f"/games/{game}/cancel")
    deliver_events(ann)
    assert len(receiver.arrived) == 1
    receiver.answer = lambda _: 204
    shown = ann.patch(address, {"enabled": True}).json
    assert (shown["disabled"], shown["after"]) == (None, feed(ann)[-1]["number"])
    deliver_events(ann)
    ann.opens(3)
    deliver_events(ann)
    assert arrived_types(receiver) == ["joined"] * 3
    first, again, new = receiver.ids()
    assert first == again != new


def test_a_ping_is_sent_once_and_where_it_is_answered_all_goes_out(ann, receiver) -> None:
    receiver.answer = answer_503
    hook = queue_messages(ann, receiver.url, 3)
    sender.send_due()
    left_alone = Webhook.objects.values_list("retry_at", "failures").get()
    for _ in range(2):
        said = ann.post(f"/me/receivers/{hook['id']}/test")
        assert said.status == 202
        sender.send_due()
        ping = deliveries(ann, hook)[-1]
        known = (ping["id"], ping["state"], ping["number"])
        assert known == (said.json["id"], "failed", None)
    assert numbers(receiver) == [1, None, None]
    assert receiver.arrived[-1].verified(hook["secret"])["data"] == {"webhook": hook["id"]}
    assert Webhook.objects.values_list("retry_at", "failures").get() == left_alone
    receiver.answer = lambda _: 204
    ann.post(f"/me/receivers/{hook['id']}/test")
    # A ping is not held back by what becomes known after it.
    ann.opens(3)
    enqueue_events(player_id(ann))
    sender.send_due()
    sent = [number for number in numbers(receiver)[3:] if number != 1]
    assert (sent[0], sent[1:]) == (None, [2, 3])
    assert Webhook.objects.get().failures == 0
    make_all_due()
    sender.send_due()
    assert numbers(receiver).count(None) == 3, "a ping that failed is not tried again"


def test_what_is_sent_again_goes_before_all_that_waits(ann, receiver) -> None:
    receiver.answer = answer_503
    hook = queue_messages(ann, receiver.url, 3)
    sender.send_due()
    last = deliveries(ann, hook)[-1]
    said = ann.post(f"/me/receivers/{hook['id']}/deliveries/{last['id']}/redeliver")
    assert said.status == 202
    assert datetime.fromisoformat(said.json["next_at"]) <= timezone.now(), "and not when it is due"
    sender.send_due()
    assert numbers(receiver) == [1, 3]
    assert Webhook.objects.get().failures == 1
    receiver.answer = lambda _: 204
    make_all_due()
    sender.send_due()
    assert numbers(receiver) == [1, 3, 1, 2, 3], "it has gone back to its place"


def test_a_message_is_sent_again_as_it_was(ann, receiver, settings) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = [5 * SECOND]
    receiver.answer = lambda arrived: 500 if b": 1}" in arrived.body else 204
    hook = queue_messages(ann, receiver.url, 3)
    sender.send_due()
    make_all_due()
    sender.send_due()
    before = deliveries(ann, hook)
    assert [one["state"] for one in before] == ["failed", "delivered", "delivered"]
    first = {one.id: one.body for one in receiver.arrived}
    receiver.answer = lambda _: 200
    receiver.arrived.clear()
    for one in before:
        said = ann.post(f"/me/receivers/{hook['id']}/deliveries/{one['id']}/redeliver")
        assert (said.status, said.json["state"]) == (202, "waiting")
    sender.send_due()
    assert {one.id: one.body for one in receiver.arrived} == first
    assert {one["state"] for one in deliveries(ann, hook)} == {"delivered"}
