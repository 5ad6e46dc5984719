"""Pings, what is sent again because its player asks for it, and what is forgotten."""

from typing import Any

import pytest
from django.db import connection

from notifications.webhooks import outbox, sender
from tests.people import Person
from tests.receiver import Receiver
from tests.webhooks import deliveries, delivers, fails, grow_older, make_all_due, makes

pytestmark = pytest.mark.django_db


def test_a_ping_is_sent_once_and_its_failure_disables_nothing(
    ann: Person, receiver: Receiver
) -> None:
    receiver.answer = fails
    hook = makes(ann, receiver.url)
    said = ann.post(f"/me/receivers/{hook['id']}/test")
    assert said.status == 202
    sender.send_due()
    (delivery,) = deliveries(ann, hook)
    assert (delivery["id"], delivery["state"], delivery["number"]) == (
        said.json["id"],
        "failed",
        None,
    )
    assert receiver.arrived[0].verified(hook["secret"])["data"] == {"webhook": hook["id"]}
    make_all_due()
    sender.send_due()
    assert receiver.ids() == [said.json["id"]]
    assert ann.get(f"/me/receivers/{hook['id']}").json["enabled"]


def test_what_was_delivered_or_given_up_is_sent_again_with_the_same_id_and_body(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    settings.TIDE_DELIVERY_RETRY_DELAYS = []
    receiver.answer = lambda arrived: 500 if b'"cancelled"' in arrived.body else 200
    hook = makes(ann, receiver.url)
    game = ann.opens(3)
    delivers(ann)
    ann.post(f"/games/{game}/cancel")
    ann.opens(3)
    delivers(ann)
    address = f"/me/receivers/{hook['id']}"
    if not ann.get(address).json["enabled"]:
        ann.patch(address, {"enabled": True})
    before = {one["id"]: one["state"] for one in deliveries(ann, hook)}
    assert {"delivered", "failed"} <= set(before.values())
    receiver.answer = lambda _: 200
    first = {one.id: one.body for one in receiver.arrived}
    receiver.arrived.clear()
    for one in before:
        said = ann.post(f"{address}/deliveries/{one}/redeliver")
        assert (said.status, said.json["state"]) == (202, "waiting")
    sender.send_due()
    assert set(receiver.ids()) >= set(first)
    assert {one.id: one.body for one in receiver.arrived if one.id in first} == first
    assert {one["state"] for one in deliveries(ann, hook)} == {"delivered"}


def test_deliveries_are_forgotten_after_their_days(
    ann: Person, receiver: Receiver, settings: Any
) -> None:
    hook = makes(ann, receiver.url)
    ann.opens(3)
    delivers(ann)
    grow_older(days=29, hours=23)
    assert outbox.OUTBOX.prune() == 0
    grow_older(hours=1)
    assert outbox.OUTBOX.prune() == 1
    assert deliveries(ann, hook) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM players_attempt")
        assert cursor.fetchone() == (0,)
    settings.TIDE_DELIVERY_RETENTION_DAYS = 60
    ann.opens(3)
    delivers(ann)
    grow_older(days=59)
    assert outbox.OUTBOX.prune() == 0
