"""One sender at a time for each webhook, whose turn it is, and one that is slow holds up nobody else."""

import threading
import time
from collections import Counter
from typing import Any

import pytest
from django.db.models.functions import Now

from common.outbox import outcome as outcomes
from common.outbox import queue
from common.outside.post import SECONDS, Error, PostOutcome
from notifications.models import Attempt, Delivery, Webhook
from notifications.webhooks import sender
from notifications.webhooks.feed_events import enqueue_events
from notifications.webhooks.outbox import OUTBOX
from tests.app.api.threads import threads
from tests.people import Person
from tests.receiver import Arrived, receiving
from tests.webhooks import create_webhook, deliver_events, player_id

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]
NOWHERE = "http://127.0.0.1:9/"


def queue_events(person: Person, *urls: str, events: int = 1, **change: Any) -> None:
    """Make webhooks of this person's, and have something to be sent to each."""
    for url in urls:
        create_webhook(person, url)
    for _ in range(events):
        person.opens(3)
    enqueue_events(player_id(person))
    if change:
        Webhook.objects.filter(player__username=person.name).update(**change)


def claim_all() -> list[str]:
    """Return whose webhooks are claimed, until there is none left that may be."""
    found = list[str]()
    while (webhook := OUTBOX.claim()) is not None:
        found.append(webhook.player.username)
    return found


def test_two_senders_never_have_the_same_webhook(ann) -> None:
    queue_events(ann, NOWHERE)
    late = OUTBOX.claim()
    assert late is not None
    assert OUTBOX.claim() is None
    # A sender whose claim has run out takes it from nobody, and sends nothing more.
    Webhook.objects.update(busy_until=Now())
    other = OUTBOX.claim()
    assert other is not None
    assert OUTBOX.next_due(late) is None
    OUTBOX.release(late)
    assert OUTBOX.claim() is None
    assert OUTBOX.next_due(other) is not None
    OUTBOX.release(other)
    assert OUTBOX.claim() is not None


def test_what_a_dead_sender_had_is_sent_with_the_same_id(ann, receiver) -> None:
    queue_events(ann, receiver.url)
    claimed = OUTBOX.claim()
    assert claimed is not None
    assert OUTBOX.next_due(claimed) is not None
    sender.send_due()
    assert receiver.arrived == []
    Webhook.objects.update(busy_until=Now())
    sender.send_due()
    assert receiver.ids() == [str(pk) for pk in Delivery.objects.values_list("pk", flat=True)]


# -- whose turn it is


def test_what_is_slow_or_new_leaves_senders_for_others(ann, bob, cat, dan, monkeypatch) -> None:
    monkeypatch.setattr(queue, "SLOW_AT_ONCE", 2)
    for person in (ann, bob, cat):
        queue_events(person, NOWHERE, f"{NOWHERE}2")
    queue_events(dan, NOWHERE, slow=False, proven=True)
    assert claim_all() == ["ann", "bob", "dan"]


def test_one_fast_and_one_slow_webhook_of_a_player_at_a_time(ann, bob) -> None:
    for person in (ann, bob):
        queue_events(person, *(f"{NOWHERE}{number}" for number in range(4)))
    some = Webhook.objects.filter(player__username="bob")[:2]
    Webhook.objects.filter(pk__in=some).update(slow=False, proven=True)
    assert Counter(claim_all()) == {"ann": 1, "bob": 2}


def test_another_address_has_to_prove_itself_again(ann, receiver) -> None:
    hook = create_webhook(ann, receiver.url)
    place, row = f"/me/receivers/{hook['id']}", Webhook.objects.values_list("proven", "slow")
    assert row.get() == (False, True)
    ann.opens(3)
    deliver_events(ann)
    assert row.get() == (True, False)
    for enabled in (False, True):
        ann.patch(place, {"enabled": enabled})
    assert row.get() == (True, True)
    ann.patch(place, {"address": {"url": f"{receiver.url}/elsewhere"}})
    assert row.get() == (False, True)


def test_what_is_new_has_less_time_and_lets_others_go_first(ann, bob, monkeypatch) -> None:
    sent: list[tuple[str, float]] = []

    def post(url: str, headers: Any, body: bytes, seconds: float) -> PostOutcome:
        sent.append((url[-3:], seconds))
        return PostOutcome(200, None, outcomes.SLOW + 1)

    monkeypatch.setattr(sender, "post", post)
    queue_events(ann, f"{NOWHERE}ann", events=2)
    queue_events(bob, f"{NOWHERE}bob", events=2)
    sender.send_due()
    assert [url for url, _ in sent] == ["ann", "bob", "ann", "bob"]
    assert [seconds for _, seconds in sent] == [sender.UNPROVEN] * 2 + [SECONDS] * 2


@pytest.mark.django_db(transaction=True)
def test_senders_that_claim_at_once_keep_to_that_too(ann, bob, cat, dan) -> None:
    for person in (ann, bob, cat, dan):
        queue_events(person, *(f"{NOWHERE}{number}" for number in range(3)))
    with threads() as at_once:
        claims = [at_once.start(OUTBOX.claim) for _ in range(12)]
        found = [one.result() for one in claims]
    players = Counter(one.player_id for one in found if one is not None)
    assert sorted(players.values()) == [1, 1, 1, 1]


def test_a_webhook_made_anew_takes_no_sender(ann, monkeypatch) -> None:
    waiting, at_once = list[str](), list[int]()

    def post(url: str, *_: Any) -> PostOutcome:
        """While this sender waits the webhook is made anew, and the next sender looks for work."""
        waiting.append(url)
        at_once.append(len(waiting))
        if len(at_once) < 20:
            Webhook.objects.all().delete()
            send_ping()
        waiting.pop()
        return PostOutcome(None, Error.TIME, 5000)

    def send_ping() -> None:
        made = create_webhook(ann, f"{NOWHERE}{len(at_once)}")
        assert ann.post(f"/me/receivers/{made['id']}/test").status == 202
        sender.send_due()

    monkeypatch.setattr(sender, "post", post)
    send_ping()
    assert max(at_once) == queue.SLOW_AT_ONCE


@pytest.mark.django_db(transaction=True)
def test_a_new_receiver_waits_less_than_five_seconds_for_others_that_never_answer(
    ann, bob, cat, dan
) -> None:
    over = threading.Event()

    def stay_silent(_: Arrived) -> int:
        over.wait(20)
        return 204

    with receiving() as quick, receiving(stay_silent) as silent:
        for person in (ann, bob, cat, dan):
            queue_events(person, silent.url)
        queue_events(Person.signs_up("eve"), quick.url)
        began = time.time()
        with threads() as at_once:
            for one in [at_once.start(sender.send_due) for _ in range(8)]:
                one.result()
        over.set()
    assert len(silent.arrived) == queue.SLOW_AT_ONCE
    assert [one.at - began < 5 for one in quick.arrived] == [True]


@pytest.mark.django_db(transaction=True)
def test_deleting_a_webhook_that_is_sent_to_leaves_nothing_behind(ann) -> None:
    arrived, deleted = threading.Event(), threading.Event()

    def answer(_: Arrived) -> int:
        arrived.set()
        deleted.wait(8)
        return 200

    with receiving(answer) as receiver, threads() as at_once:
        queue_events(ann, receiver.url, events=2)
        hook = Webhook.objects.get().pk
        sent = at_once.start(sender.send_due)
        assert arrived.wait(8)
        said = at_once.start(ann.delete, f"/me/receivers/{hook}").result()
        deleted.set()
        sent.result()
        assert said.status == 204
        assert len(receiver.arrived) == 1
    assert Webhook.objects.count() == Delivery.objects.count() == Attempt.objects.count() == 0
