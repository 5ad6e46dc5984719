"""Receivers of all channels as one resource, and the calls about webhooks.

What arrives at a webhook is for tests/app/notifications/webhooks/.
"""

from typing import Any

import pytest
from django.utils import timezone

from notifications import receivers
from notifications.delivery.outbox_entries import queue_notices
from notifications.models import Delivery, Receiver, Webhook
from notifications.webhooks import sender
from tests.app.api.calls import walk_list
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person
from tests.webhooks import (
    create_webhook,
    deliver_events,
    deliveries,
    make_all_due,
    player_id,
    webhook_to,
)

URL = "https://bots.example/tide"
NOBODY = "http://127.0.0.1:9/"
"""Where nobody listens."""
PHONE = {"channel": "ntfy", "address": {"url": "https://ntfy.example/anns-long-topic"}}


@pytest.fixture
def private_addresses(settings: Any) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True


def add_phone(person: Person, **wish: Any) -> Any:
    said = person.post("/me/receivers", {**PHONE, **wish})
    assert said.status == 201, said.json
    return said.json


def test_webhooks_and_other_receivers_are_one_list_on_one_page(ann: Person, bob: Person) -> None:
    create_webhook(bob, URL)
    made = [make()["id"] for make in (lambda: create_webhook(ann, URL), lambda: add_phone(ann)) * 2]
    page = ann.get("/me/receivers").json
    assert [one["id"] for one in page["results"]] == made[::-1]
    assert [one["channel"] for one in page["results"]] == ["ntfy", "webhook"] * 2
    assert (page["next"], page["previous"]) == (None, None)


def test_only_a_webhook_has_a_secret_and_events(ann: Person) -> None:
    hook, phone = create_webhook(ann, URL), add_phone(ann)
    assert hook.keys() == phone.keys()
    assert (hook["events"], hook["after"]) == ([], 0)
    lacks = ("secret", "events", "after", "old_secret_until")
    assert [phone[name] for name in lacks] == [None] * 4
    path = f"/me/receivers/{phone['id']}"
    told = ann.post(f"{path}/test").json["id"]
    with nothing_changes():
        wish = {"events": ["finished"]}
        refused(ann.patch(path, wish), 409, "not_a_webhook", "/events")
        refused(ann.post("/me/receivers", {**PHONE, **wish}), 409, "not_a_webhook", "/events")
        said = ann.patch(path, {"address": PHONE["address"], "note": "x"})
        refused(said, 409, "not_a_webhook", "/address")
        refused(ann.post(f"{path}/secret"), 409, "not_a_webhook")
        refused(ann.post(f"{path}/deliveries/{told}/redeliver"), 409, "not_a_webhook")


def test_each_kind_is_counted_on_its_own(ann: Person, bob: Person, settings: Any) -> None:
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = settings.TIDE_MAX_RECEIVERS_PER_PLAYER = 1
    create_webhook(ann, URL)
    add_phone(ann)
    with nothing_changes():
        for wish in (webhook_to(URL), PHONE):
            refused(ann.post("/me/receivers", wish), 409, "too_many_receivers")
    create_webhook(bob, URL)


def test_the_logs_have_one_shape(ann: Person, bob: Person) -> None:
    hook, phone = create_webhook(ann, URL), add_phone(ann)
    bob.patch("/me/relations/ann", {"friend": True})
    game = bob.opens(3)
    assert bob.post(f"/games/{game}/invitations", {"player": "ann"}).status == 201
    deliver_events(ann)
    queue_notices(player_id(ann))
    invited, told = deliveries(ann, hook)[-1], deliveries(ann, phone)[-1]
    assert invited.keys() == told.keys()
    assert (invited["type"], told["type"]) == ("invited", "invited")
    assert invited["number"] == told["number"]
    assert (invited["game"], told["game"]) == (None, game)


@pytest.mark.parametrize(
    ("why", "enabled"), [("gone", True), ("failed", True), ("by_player", False)]
)
def test_mail_begins_anew_unless_its_player_has_switched_it_off(ann, why, enabled) -> None:
    receivers.begin_mail(player_id(ann))
    Receiver.objects.update(enabled=False, disabled_at=timezone.now(), disabled_why=why)
    receivers.begin_mail(player_id(ann))
    (mail,) = ann.get("/me/receivers").json["results"]
    assert (mail["channel"], mail["events"], mail["enabled"]) == ("mail", None, enabled)
    assert ann.patch(f"/me/receivers/{mail['id']}", {"note": "mine"}).json["note"] == "mine"


def test_a_webhook_is_made_with_a_secret_that_is_shown_this_once(ann: Person) -> None:
    ann.opens(3)
    made = create_webhook(ann, URL, note="my bot", events=["joined", "finished", "joined"])
    assert made["secret"].startswith("whsec_")
    assert len(made["secret"]) == len("whsec_") + 44
    shown = {name: value for name, value in made.items() if name != "secret"}
    path = f"/me/receivers/{made['id']}"
    assert ann.get(path).json == shown
    assert ann.get("/me/receivers").json["results"] == [shown]
    assert (shown["address"], shown["note"]) == ({"url": URL}, "my bot")
    assert shown["events"] == ["finished", "joined"]
    assert (shown["enabled"], shown["disabled"]) == (True, None)
    assert shown["after"] == 1, "it begins after what has happened"
    assert shown["old_secret_until"] is None
    renewed = ann.post(f"{path}/secret").json
    assert renewed["old_secret_until"] is not None
    assert renewed["secret"] != made["secret"]
    assert ann.get(path).json == {**shown, "old_secret_until": renewed["old_secret_until"]}


def test_only_what_is_sent_is_changed(ann: Person) -> None:
    address = f"/me/receivers/{create_webhook(ann, URL, note='old', events=['joined'])['id']}"
    expected = ann.get(address).json
    with nothing_changes():
        assert ann.patch(address, {}).json == expected
        assert ann.patch(address, {"enabled": True}).json == expected
    elsewhere = "https://other.example:8443/x?y"
    wishes: list[Any] = [{"note": "new"}, {"events": []}, {"address": {"url": elsewhere}}]
    for wish in wishes:
        expected |= wish
        assert ann.patch(address, wish).json == expected
    disabled = ann.patch(address, {"enabled": False}).json
    assert (disabled["enabled"], disabled["disabled"]["why"]) == (False, "by_player")
    with nothing_changes():
        assert ann.patch(address, {"enabled": False}).json == disabled
    assert ann.patch(address, {"enabled": True}).json == expected


def test_what_is_deleted_is_gone_with_its_deliveries(ann: Person, private_addresses: None) -> None:
    path = f"/me/receivers/{create_webhook(ann, NOBODY)['id']}"
    ann.opens(3)
    deliver_events(ann)
    assert ann.delete(path).status == 204
    assert Webhook.objects.count() == Delivery.objects.count() == 0
    refused(ann.delete(path), 404, "receiver_not_found")


def test_webhooks_of_others_are_not_there(ann: Person, bob: Person) -> None:
    address = f"/me/receivers/{create_webhook(ann, URL)['id']}"
    delivery = ann.post(f"{address}/test").json["id"]
    mine = f"/me/receivers/{create_webhook(bob, URL)['id']}"
    with nothing_changes():
        assert len(bob.get("/me/receivers").json["results"]) == 1
        for said in (
            bob.get(address),
            bob.patch(address, {"note": "x"}),
            bob.delete(address),
            bob.post(f"{address}/secret"),
            bob.post(f"{address}/test"),
            bob.get(f"{address}/deliveries"),
            bob.post(f"{address}/deliveries/{delivery}/redeliver"),
            bob.get("/me/receivers/nosuchhook"),
        ):
            refused(said, 404, "receiver_not_found")
        refused(bob.post(f"{mine}/deliveries/{delivery}/redeliver"), 404, "delivery_not_found")


def test_the_log_tells_the_newest_first_page_by_page(ann: Person, private_addresses: None) -> None:
    made = create_webhook(ann, NOBODY)
    for _ in range(5):
        ann.opens(3)
    deliver_events(ann)
    log = walk_list(ann, f"/me/receivers/{made['id']}/deliveries?page_size=2")
    assert [one["number"] for one in log] == [5, 4, 3, 2, 1]
    assert {(one["state"], one["type"]) for one in log} == {("waiting", "joined")}
    *others, tried = log
    (attempt,) = tried["attempts"]
    assert (attempt["status"], attempt["error"]) == (None, "no_connection")
    assert [one["attempts"] for one in others] == [[]] * 4, "one finds out for all"
    ping = ann.post(f"/me/receivers/{made['id']}/test").json["id"]
    sender.send_due()
    assert [one["id"] for one in deliveries(ann, made, state="failed")] == [ping]
    assert [one["type"] for one in deliveries(ann, made, state="waiting")] == ["joined"] * 5
    assert deliveries(ann, made, state="delivered") == []


def test_redeliveries_and_pings_have_a_limit_for_each_player(ann, bob, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "redeliveries": (3, 86400 * 3650)}
    address = f"/me/receivers/{create_webhook(ann, URL)['id']}"
    delivery = ann.post(f"{address}/test").json["id"]
    again = f"{address}/deliveries/{delivery}/redeliver"
    assert [ann.post(again).status for _ in range(2)] == [202] * 2
    # Another webhook is no way around it.
    other = f"/me/receivers/{create_webhook(ann, URL)['id']}"
    with nothing_changes():
        for path in (again, f"{address}/test", f"{other}/test"):
            refused(ann.post(path), 429, "throttled")
    assert bob.post(f"/me/receivers/{create_webhook(bob, URL)['id']}/test").status == 202


def test_nothing_is_sent_to_a_receiver_that_is_disabled(ann: Person) -> None:
    address = f"/me/receivers/{create_webhook(ann, URL)['id']}"
    delivery = ann.post(f"{address}/test").json["id"]
    ann.patch(address, {"enabled": False})
    with nothing_changes():
        refused(ann.post(f"{address}/test"), 409, "receiver_disabled")
        again = ann.post(f"{address}/deliveries/{delivery}/redeliver")
        refused(again, 409, "receiver_disabled")


def test_what_is_due_anyway_is_not_made_due_again(ann: Person, private_addresses: None) -> None:
    made = create_webhook(ann, NOBODY)
    ann.opens(3)
    deliver_events(ann)
    make_all_due()
    (due,) = Delivery.objects.all()
    assert (due.state, due.attempts) == ("waiting", 1)
    said = ann.post(f"/me/receivers/{made['id']}/deliveries/{due.pk}/redeliver")
    assert (said.status, said.json["state"]) == (202, "waiting")
    again = Delivery.objects.get()
    assert (again.attempts, again.next_at) == (1, due.next_at), "and its retries are not begun anew"
