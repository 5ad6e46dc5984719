"""A receiver that is away is tried once a step, whatever waits for it, and then gets all in order."""

import json
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from notifications.models import Attempt, Delivery, Webhook
from notifications.webhooks import outbox, sender
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.threads import threads
from tests.people import Person
from tests.receiver import Arrived, Receiver
from tests.webhooks import Json, deliveries, fails, make_all_due, makes, number_of

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def has_waiting(person: Person, url: str, many: int) -> Json:
    """A webhook of this person's for which so much waits."""
    hook = makes(person, url)
    moment = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(
            webhook_id=hook["id"],
            type="joined",
            body=json.dumps({"number": number}).encode(),
            next_at=moment,
            created_at=moment + timedelta(microseconds=number),
        )
        for number in range(1, many + 1)
    )
    Webhook.objects.filter(pk=hook["id"]).update(next_attempt_at=moment)
    return hook


def numbers(receiver: Receiver) -> list[Any]:
    return [json.loads(one.body)["number"] for one in receiver.arrived]


def time_goes_by(by: timedelta) -> None:
    """Let everything of webhooks have happened so much earlier."""
    for hook in Webhook.objects.all():
        for name in ("next_attempt_at", "retry_at", "failing_since"):
            if getattr(hook, name) is not None:
                setattr(hook, name, getattr(hook, name) - by)
        hook.save()
    for row in Delivery.objects.exclude(next_at=None):
        assert row.next_at is not None
        Delivery.objects.filter(pk=row.pk).update(next_at=row.next_at - by)


@pytest.mark.parametrize("many", [1, 30])
def test_it_gets_one_attempt_a_step_however_much_waits(
    ann: Person, receiver: Receiver, many: int
) -> None:
    receiver.answer = fails
    hook = has_waiting(ann, receiver.url, many)
    for attempts in range(1, 10):
        for _ in range(3):
            sender.send_due()
        assert numbers(receiver) == [1] * attempts
        make_all_due()
    sender.send_due()
    assert len(receiver.arrived) == 9
    assert ann.get(f"/me/receivers/{hook['id']}").json["disabled"]["why"] == "failed"
    states = [one["state"] for one in deliveries(ann, hook)]
    assert states == ["failed"] + ["waiting"] * (many - 1)


def test_when_it_answers_again_all_goes_out_in_order(ann: Person, receiver: Receiver) -> None:
    receiver.answer = fails
    has_waiting(ann, receiver.url, 20)
    for _ in range(3):
        sender.send_due()
        make_all_due()
    receiver.answer = lambda _: 204
    sender.send_due()
    assert numbers(receiver) == [1, 1, 1, *range(1, 21)]


def test_what_is_new_meanwhile_changes_nothing(ann: Person, receiver: Receiver) -> None:
    receiver.answer = fails
    hook = has_waiting(ann, receiver.url, 3)
    sender.send_due()
    row = Webhook.objects.get(pk=hook["id"])
    assert row.retry_at == row.next_attempt_at is not None
    ann.opens(3)
    assert enqueue_events(number_of(ann)) == 0, "no worker is called for it"
    sender.send_due()
    assert len(receiver.arrived) == 1
    assert Webhook.objects.get(pk=hook["id"]).next_attempt_at == row.retry_at


def test_one_that_dies_amid_much_gets_no_second_attempt(ann: Person, receiver: Receiver) -> None:
    hook = has_waiting(ann, receiver.url, 6)
    Webhook.objects.update(slow=False, proven=True)
    receiver.answer = lambda arrived: 503 if b": 3}" in arrived.body else 204
    sender.send_due()
    assert numbers(receiver) == [1, 2, 3]
    assert Webhook.objects.get(pk=hook["id"]).failures == 1


def test_one_message_that_is_refused_holds_up_no_other_for_long(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = [5 * SECOND, 600 * SECOND, 600 * SECOND]
    receiver.answer = lambda arrived: 500 if b": 1}" in arrived.body else 204
    hook = has_waiting(ann, receiver.url, 4)
    sender.send_due()
    assert numbers(receiver) == [1]
    time_goes_by(7 * SECOND)
    sender.send_due()
    assert numbers(receiver) == [1, 2, 3, 4, 1]
    assert ann.get(f"/me/receivers/{hook['id']}").json["enabled"]


def test_410_disables_it_at_once_although_it_was_left_alone(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = has_waiting(ann, receiver.url, 5)
    sender.send_due()
    receiver.answer = lambda _: 410
    make_all_due()
    sender.send_due()
    assert len(receiver.arrived) == 2
    assert ann.get(f"/me/receivers/{hook['id']}").json["disabled"]["why"] == "gone"


def test_a_ping_tries_it_at_once_and_if_it_answers_all_goes_out(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = has_waiting(ann, receiver.url, 3)
    sender.send_due()
    left_alone = Webhook.objects.values_list("retry_at", "failures").get()
    for _ in range(2):
        assert ann.post(f"/me/receivers/{hook['id']}/test").status == 202
        sender.send_due()
    assert numbers(receiver) == [1, None, None]
    assert Webhook.objects.values_list("retry_at", "failures").get() == left_alone
    receiver.answer = lambda _: 204
    ann.post(f"/me/receivers/{hook['id']}/test")
    # A ping is not held back by what becomes known after it.
    ann.opens(3)
    enqueue_events(number_of(ann))
    sender.send_due()
    sent = [number for number in numbers(receiver)[3:] if number != 1]
    assert (sent[0], sent[1:]) == (None, [2, 3])
    assert Webhook.objects.get().failures == 0


def test_what_is_sent_again_is_tried_at_once_before_all_that_waits(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = has_waiting(ann, receiver.url, 3)
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


def test_another_address_is_tried_at_once(ann: Person, receiver: Receiver) -> None:
    hook = has_waiting(ann, "http://127.0.0.1:9/", 3)
    sender.send_due()
    assert Attempt.objects.count() == 1
    ann.patch(f"/me/receivers/{hook['id']}", {"address": {"url": receiver.url}})
    sender.send_due()
    assert numbers(receiver) == [1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_two_workers_try_it_once(ann: Person, receiver: Receiver) -> None:
    def waits_and_fails(arrived: Arrived) -> int:
        time.sleep(0.5)  # The other workers look for work meanwhile.
        return fails(arrived)

    has_waiting(ann, receiver.url, 10)
    receiver.answer = waits_and_fails
    with threads() as at_once:
        for one in [at_once.start(sender.send_due) for _ in range(4)]:
            one.result()
    assert (len(receiver.arrived), Attempt.objects.count()) == (1, 1)
    assert outbox.OUTBOX.claim() is None
