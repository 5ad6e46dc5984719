"""What signs messages, and what is in them, stands in no backup, log or task."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from standardwebhooks.webhooks import WebhookVerificationError

from common.db import encrypted
from notifications.models import Delivery, Webhook
from notifications.webhooks import sender
from notifications.webhooks.feed_events import enqueue_events
from tests.app.api.events import feed
from tests.app.repository.test_secrecy import everything
from tests.people import Person
from tests.receiver import Receiver
from tests.webhooks import deliveries, delivers, fails, gives_up, grow_older, makes, number_of

Table = Callable[..., str]
SentTasks = list[tuple[Any, ...]]

pytestmark = pytest.mark.django_db


def test_for_a_day_a_message_is_signed_with_the_old_secret_too(
    ann: Person, receiver: Receiver
) -> None:
    hook = makes(ann, receiver.url)
    renewed = ann.post(f"/me/receivers/{hook['id']}/secret").json
    assert renewed["secret"] != hook["secret"]
    ann.opens(3)
    delivers(ann)
    arrived = receiver.arrived[-1]
    assert len(arrived.headers["webhook-signature"].split()) == 2
    assert arrived.verified(hook["secret"]) == arrived.verified(renewed["secret"])
    grow_older(hours=24)
    ann.opens(3)
    delivers(ann)
    arrived = receiver.arrived[-1]
    assert arrived.verified(renewed["secret"])
    with pytest.raises(WebhookVerificationError):
        arrived.verified(hook["secret"])


def test_a_backup_holds_no_secret_and_no_message(ann: Person, table: Table) -> None:
    hook = makes(ann, "http://127.0.0.1:9/")
    ann.post(f"/me/receivers/{hook['id']}/secret")
    game = table()
    plays = {"plays": [{"card": ann.sees(game)["mine"]["hand"][-1]}]}
    ann.put(f"/games/{game}/standing-order", {"order": plays})
    enqueue_events(number_of(ann))
    backup = everything()
    assert Delivery.objects.filter(type="order_given").count() == 1
    assert b'"plays"' not in backup
    assert b"whsec_" not in backup
    row = Webhook.objects.get()
    for secret in (row.secret, row.old_secret):
        assert secret is not None
        assert bytes(secret).hex().encode() not in backup


def test_what_waits_is_sent_after_the_key_was_replaced(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    old, new = encrypted.new_key(), encrypted.new_key()
    settings.TIDE_KEYS = [old]
    hook = makes(ann, receiver.url)
    renewed = ann.post(f"/me/receivers/{hook['id']}/secret").json
    ann.opens(3)
    enqueue_events(number_of(ann))
    settings.TIDE_KEYS = [new, old]
    call_command("reseal", stdout=StringIO())
    settings.TIDE_KEYS = [new]
    sender.send_due()
    (arrived,) = receiver.arrived
    assert arrived.verified(hook["secret"]) == arrived.verified(renewed["secret"]) == feed(ann)[0]


def test_a_webhook_that_no_key_opens_holds_up_no_other_and_a_new_secret_mends_it(
    ann: Person, bob: Person, receiver: Receiver, settings: Any
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = []
    settings.TIDE_KEYS = [encrypted.new_key()]
    lost = makes(ann, receiver.url)
    settings.TIDE_KEYS = [encrypted.new_key()]
    kept = makes(bob, receiver.url)
    for one in (ann, bob):
        one.opens(3)
    delivers(ann, bob)
    (arrived,) = receiver.arrived
    assert arrived.verified(kept["secret"]) == feed(bob)[0]
    (failed,) = deliveries(ann, lost)
    assert [one["error"] for one in failed["attempts"]] == ["server_fault"]
    assert ann.get(f"/me/receivers/{lost['id']}").json["enabled"], "it is not hers to mend"
    renewed = ann.post(f"/me/receivers/{lost['id']}/secret").json
    ann.opens(3)
    delivers(ann)
    assert receiver.arrived[-1].verified(renewed["secret"]) == feed(ann)[-1]


def test_nothing_that_is_sent_stands_in_the_logs_or_in_the_tasks(
    ann: Person,
    receiver: Receiver,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    sent_tasks: SentTasks,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    caplog.set_level("DEBUG")
    receiver.answer = fails
    hook = makes(ann, f"{receiver.url}/path-of-mine")
    with django_capture_on_commit_callbacks(execute=True):
        ann.opens(3)
    gives_up(ann, settings, attempts=2)
    assert "is disabled: failed" in caplog.text
    for secret in ("path-of-mine", hook["secret"], receiver.arrived[0].body.decode()):
        assert secret not in caplog.text
        assert secret not in repr(sent_tasks)
    assert {name for name, *_ in sent_tasks} == {"enqueue_for_webhooks"}
