"""One sender at a time for each webhook, and one that is slow holds up nobody else."""

import threading
import time
from collections import Counter
from typing import Any

import pytest
from django.db.models.functions import Now

from common.outbox import queue
from common.outside.post import Error, PostOutcome
from notifications.models import Attempt, Delivery, Webhook
from notifications.webhooks import outbox, sender
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.threads import threads
from tests.people import Person
from tests.receiver import Arrived, Receiver, receiving
from tests.webhooks import makes, number_of

pytestmark = pytest.mark.django_db


def test_two_senders_never_have_the_same_webhook(ann: Person, receiver: Receiver) -> None:
    hook = makes(ann, receiver.url)
    ann.opens(3)
    enqueue_events(number_of(ann))
    claimed = outbox.OUTBOX.claim()
    assert claimed is not None
    assert claimed.pk == hook["id"]
    assert outbox.OUTBOX.claim() is None
    outbox.OUTBOX.release(claimed)
    assert outbox.OUTBOX.claim() is not None


def test_what_a_dead_sender_had_is_sent_by_the_next_one_with_the_same_id(
    ann: Person, receiver: Receiver
) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    enqueue_events(number_of(ann))
    claimed = outbox.OUTBOX.claim()
    assert claimed is not None
    assert outbox.OUTBOX.next_due(claimed) is not None
    sender.send_due()
    assert receiver.arrived == []
    Webhook.objects.update(busy_until=Now())
    sender.send_due()
    assert receiver.ids() == [str(pk) for pk in Delivery.objects.values_list("pk", flat=True)]


def test_a_sender_whose_claim_has_run_out_takes_it_from_nobody_and_sends_nothing_more(
    ann: Person, receiver: Receiver
) -> None:
    makes(ann, receiver.url)
    ann.opens(3)
    enqueue_events(number_of(ann))
    late = outbox.OUTBOX.claim()
    assert late is not None
    Webhook.objects.update(busy_until=Now())
    other = outbox.OUTBOX.claim()
    assert other is not None
    assert outbox.OUTBOX.next_due(late) is None
    outbox.OUTBOX.release(late)
    assert outbox.OUTBOX.claim() is None
    assert outbox.OUTBOX.next_due(other) is not None
    outbox.OUTBOX.release(other)
    assert outbox.OUTBOX.claim() is not None


def test_those_that_are_slow_or_fail_leave_senders_for_the_others(
    ann: Person, bob: Person, cat: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "SLOW_AT_ONCE", 2)
    for person in (ann, bob, cat):
        for _ in range(2):
            makes(person, "http://127.0.0.1:9/")
        person.opens(3)
        enqueue_events(number_of(person))
    Webhook.objects.filter(player__username="cat").update(slow=False)
    claimed = [outbox.OUTBOX.claim() for _ in range(5)]
    assert Counter(None if one is None else one.slow for one in claimed) == {
        True: 2,
        False: 1,
        None: 2,
    }


def test_a_webhook_that_is_made_anew_while_it_is_sent_to_takes_no_further_sender(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, at_once = list[str](), list[int]()

    def waits(url: str, *_: Any) -> PostOutcome:
        """While this sender waits the webhook is made anew, and the next sender looks for work."""
        waiting.append(url)
        at_once.append(len(waiting))
        if len(at_once) < 20:
            Webhook.objects.all().delete()
            has_a_ping()
            sender.send_due()
        waiting.pop()
        return PostOutcome(None, Error.TIME, 5000)

    def has_a_ping() -> None:
        made = makes(ann, f"http://127.0.0.1:9/{len(at_once)}")
        assert ann.post(f"/me/receivers/{made['id']}/test").status == 202

    monkeypatch.setattr(sender, "post", waits)
    has_a_ping()
    sender.send_due()
    assert max(at_once) == queue.SLOW_AT_ONCE


@pytest.mark.django_db(transaction=True)
def test_a_slow_receiver_holds_up_nobody_else(ann: Person, bob: Person) -> None:
    meanwhile: list[int] = []

    def waits(_: Arrived) -> int:
        """Answer when all has arrived at the other one, or after some seconds."""
        end = time.monotonic() + 8
        while len(quick.arrived) < 3 and time.monotonic() < end:
            time.sleep(0.01)
        meanwhile.append(len(quick.arrived))
        return 200

    with receiving() as quick, receiving(waits) as slow:
        makes(ann, slow.url)
        makes(bob, quick.url)
        for person in (ann, bob):
            for _ in range(3):
                person.opens(3)
            enqueue_events(number_of(person))
        with threads() as at_once:
            senders = [at_once.start(sender.send_due) for _ in range(2)]
            for one in senders:
                one.result()
        assert len(slow.arrived) == len(quick.arrived) == 3
    assert meanwhile == [3, 3, 3]


@pytest.mark.django_db(transaction=True)
def test_one_that_is_deleted_while_something_is_sent_to_it_leaves_nothing_behind(
    ann: Person,
) -> None:
    arrived, deleted = threading.Event(), threading.Event()

    def waits(_: Arrived) -> int:
        arrived.set()
        deleted.wait(8)
        return 200

    with receiving(waits) as receiver, threads() as at_once:
        hook = makes(ann, receiver.url)
        for _ in range(2):
            ann.opens(3)
        enqueue_events(number_of(ann))
        sent = at_once.start(sender.send_due)
        assert arrived.wait(8)
        said = at_once.start(ann.delete, f"/me/receivers/{hook['id']}").result()
        deleted.set()
        sent.result()
        assert said.status == 204
        assert len(receiver.arrived) == 1
    assert Webhook.objects.count() == Delivery.objects.count() == Attempt.objects.count() == 0
