"""Webhooks of people at the server, and their receivers on this machine."""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from notifications.models import Delivery, Webhook
from notifications.webhooks import sender
from notifications.webhooks.feed_events import enqueue_events
from players.models import Player
from tests.people import Person
from tests.receiver import Arrived, Receiver

Json = dict[str, Any]


def webhook_to(url: str, **wish: object) -> Json:
    """What is sent to create a webhook to this address."""
    return {"channel": "webhook", "address": {"url": url}, **wish}


def create_webhook(person: Person, url: str, **wish: object) -> Json:
    """A new webhook of somebody's, with its secret."""
    said = person.post("/me/receivers", webhook_to(url, **wish))
    assert said.status == 201, said.json
    made: Json = said.json
    return made


def player_id(person: Person) -> int:
    return int(Player.objects.get(username=person.name).pk)


def deliver_events(*people: Person) -> None:
    """What is new for these people is handed over, and everything that is due is sent."""
    for person in people:
        enqueue_events(player_id(person))
    sender.send_due()


def arrived_types(receiver: Receiver) -> list[str]:
    return [json.loads(one.body)["type"] for one in receiver.arrived]


def answer_503(_: Arrived) -> int:
    """How a receiver answers that takes nothing."""
    return 503


def exhaust_attempts(person: Person, settings: Any, attempts: int) -> None:
    """Everything that waits is tried so often."""
    settings.TIDE_DELIVERY_RETRY_DELAYS = [timedelta(hours=1)] * (attempts - 1)
    deliver_events(person)
    for _ in range(attempts - 1):
        make_all_due()
        sender.send_due()


def make_all_due() -> None:
    """Whatever waits for a later attempt need not wait any longer."""
    Delivery.objects.filter(state="waiting", next_at__gt=Now()).update(next_at=Now())
    Webhook.objects.filter(deliveries__state="waiting").update(retry_at=None, next_attempt_at=Now())


def deliveries(person: Person, webhook: Json, **query: Any) -> list[Json]:
    """The log of a webhook, the oldest first."""
    said = person.get(f"/me/receivers/{webhook['id']}/deliveries", page_size=100, **query)
    assert said.status == 200, said.json
    return list(reversed(said.json["results"]))


def page(bodies: Iterable[bytes], last: int) -> bytes:
    """The answer of GET /me/events that has these events in it, byte for byte."""
    rest = b'],"last":%d,"next":null,"previous":null}' % last
    return b'{"results":[' + b",".join(bodies) + rest


def age_deliveries(**by: float) -> None:
    """Let everything of webhooks have happened so much earlier."""
    earlier = timedelta(**by)
    for row in Delivery.objects.all():
        Delivery.objects.filter(pk=row.pk).update(created_at=row.created_at - earlier)
    for hook in Webhook.objects.exclude(old_secret_until=None):
        until = hook.old_secret_until
        assert until is not None
        Webhook.objects.filter(pk=hook.pk).update(old_secret_until=until - earlier)
