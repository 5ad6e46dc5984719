"""Whose webhooks are sent to first."""

from collections import Counter
from typing import Any

import pytest

from common.outbox import outcome as outcomes
from common.outbox import queue
from common.outside.post import SECONDS, PostOutcome
from notifications.models import Webhook
from notifications.webhooks import outbox, sender
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.threads import threads
from tests.people import Person
from tests.receiver import Receiver
from tests.webhooks import delivers, makes, number_of

pytestmark = pytest.mark.django_db


def has_something(person: Person, webhooks: int, **change: Any) -> None:
    """So many webhooks of somebody's have something to be sent."""
    for number in range(webhooks):
        makes(person, f"http://127.0.0.1:9/{number}")
    person.opens(3)
    enqueue_events(number_of(person))
    Webhook.objects.filter(player__username=person.name).update(**change)


def claimed_of() -> list[str | None]:
    """Whose webhooks are claimed, until there is none left that may be."""
    found: list[str | None] = []
    while (webhook := outbox.OUTBOX.claim()) is not None:
        found.append(webhook.player.username)
    return found


def test_what_is_new_leaves_senders_for_what_has_shown_that_it_answers(
    ann: Person, bob: Person, cat: Person, dan: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "SLOW_AT_ONCE", 2)
    for person in (ann, bob, cat):
        has_something(person, 1)
    has_something(dan, 1, slow=False, proven=True)
    assert claimed_of() == ["ann", "bob", "dan"]


def test_one_webhook_of_a_player_is_sent_to_at_a_time_and_one_more_that_is_slow(
    ann: Person, bob: Person
) -> None:
    has_something(ann, 3)
    has_something(bob, 4)
    Webhook.objects.filter(pk__in=Webhook.objects.filter(player__username="bob")[:2]).update(
        slow=False, proven=True
    )
    assert Counter(claimed_of()) == {"ann": 1, "bob": 2}


def test_one_that_has_answered_quickly_is_new_no_more_until_it_has_another_address(
    ann: Person, receiver: Receiver
) -> None:
    hook = makes(ann, receiver.url)
    row = Webhook.objects.filter(pk=hook["id"])
    assert row.values_list("proven", "slow").get() == (False, True)
    ann.opens(3)
    delivers(ann)
    assert row.values_list("proven", "slow").get() == (True, False)
    ann.patch(f"/me/receivers/{hook['id']}", {"enabled": False})
    ann.patch(f"/me/receivers/{hook['id']}", {"enabled": True})
    assert row.values_list("proven", "slow").get() == (True, True)
    ann.patch(f"/me/receivers/{hook['id']}", {"address": {"url": f"{receiver.url}/elsewhere"}})
    assert row.values_list("proven", "slow").get() == (False, True)


def test_what_is_new_has_less_time_to_answer(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def post(url: str, headers: Any, body: bytes, seconds: float) -> PostOutcome:
        given.append(seconds)
        return PostOutcome(200, None, 3)

    monkeypatch.setattr(sender, "post", post)
    makes(ann, "http://127.0.0.1:9/")
    for _ in range(2):
        ann.opens(3)
        delivers(ann)
    assert given == [sender.UNPROVEN, SECONDS]


def test_one_that_is_slow_lets_others_go_first_after_each_message(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def post(*_: object) -> PostOutcome:
        made.append("sent")
        return PostOutcome(200, None, outcomes.SLOW + 1)

    monkeypatch.setattr(sender, "post", post)
    makes(ann, "http://127.0.0.1:9/")
    ann.opens(3)
    ann.opens(3)
    enqueue_events(number_of(ann))
    webhook = outbox.OUTBOX.claim()
    assert webhook is not None
    sender._send_to(webhook)
    assert made == ["sent"]


@pytest.mark.django_db(transaction=True)
def test_senders_that_claim_at_once_keep_to_that_too(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    for person in (ann, bob, cat, dan):
        has_something(person, 3)
    with threads() as at_once:
        claims = [at_once.start(outbox.OUTBOX.claim) for _ in range(12)]
        found = [one.result() for one in claims]
    players = Counter(one.player_id for one in found if one is not None)
    assert sorted(players.values()) == [1, 1, 1, 1]
