"""Receivers of all channels as one resource: one list, one log, and what only a webhook has."""

from typing import Any

import pytest
from django.utils import timezone

from notifications import receivers
from notifications.delivery.outbox_entries import queue_notices
from notifications.models import Receiver
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person
from tests.webhooks import deliveries, delivers, makes, number_of, webhook_to

pytestmark = pytest.mark.django_db

URL = "https://bots.example/tide"
PHONE = {"channel": "ntfy", "address": {"url": "https://ntfy.example/anns-long-topic"}}
OF_WEBHOOKS = ("events", "after", "old_secret_until")
"""Members that are null for all other channels."""


def phone(person: Person, **wish: Any) -> Any:
    said = person.post("/me/receivers", {**PHONE, **wish})
    assert said.status == 201, said.json
    return said.json


def ids(page: Any) -> list[str]:
    return [one["id"] for one in page["results"]]


def test_webhooks_and_other_receivers_are_one_list_page_by_page(ann: Person, bob: Person) -> None:
    makes(bob, URL)
    made = [make()["id"] for make in (lambda: makes(ann, URL), lambda: phone(ann)) * 2]
    whole = ann.get("/me/receivers").json
    assert ids(whole) == made[::-1]
    assert [one["channel"] for one in whole["results"]] == ["ntfy", "webhook"] * 2
    found, page = list[str](), ann.get("/me/receivers", page_size=1).json
    while True:
        found += ids(page)
        if page["next"] is None:
            break
        page = ann.get(page["next"].removeprefix("http://testserver")).json
    assert found == ids(whole)
    back = ann.get(page["previous"].removeprefix("http://testserver")).json
    assert ids(back) == ids(whole)[-2:-1]


def test_only_a_webhook_has_a_secret_and_events(ann: Person) -> None:
    hook, other = makes(ann, URL), phone(ann)
    assert hook.keys() == other.keys()
    assert other["secret"] is None
    assert [other[name] for name in OF_WEBHOOKS] == [None] * 3
    assert (hook["events"], hook["after"]) == ([], 0)


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"events": ["finished"]}, "/events"),
        ({"address": PHONE["address"], "note": "x"}, "/address"),
    ],
)
def test_what_only_a_webhook_has_is_not_set_elsewhere(
    ann: Person, wish: dict[str, Any], pointer: str
) -> None:
    path = f"/me/receivers/{phone(ann)['id']}"
    with nothing_changes():
        refused(ann.patch(path, wish), 409, "not_a_webhook", pointer)
        if "address" not in wish:
            refused(ann.post("/me/receivers", {**PHONE, **wish}), 409, "not_a_webhook", pointer)


def test_what_only_a_webhook_can_do_is_refused_elsewhere_and_counts_for_no_limit(
    ann: Person, settings: Any
) -> None:
    path = f"/me/receivers/{phone(ann)['id']}"
    told = ann.post(f"{path}/test").json["id"]
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "redeliveries": (2, 86400 * 3650)}
    with nothing_changes():
        refused(ann.post(f"{path}/secret"), 409, "not_a_webhook")
        for _ in range(3):
            refused(ann.post(f"{path}/deliveries/{told}/redeliver"), 409, "not_a_webhook")
    assert ann.post(f"{path}/test").status == 202


def test_each_kind_is_counted_on_its_own(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = settings.TIDE_MAX_RECEIVERS_PER_PLAYER = 1
    makes(ann, URL)
    phone(ann)
    with nothing_changes():
        for wish in (webhook_to(URL), PHONE):
            refused(ann.post("/me/receivers", wish), 409, "too_many_receivers")


def test_the_logs_have_one_shape(ann: Person, bob: Person) -> None:
    hook, other = makes(ann, URL), phone(ann)
    bob.patch("/me/relations/ann", {"friend": True})
    game = bob.opens(3)
    assert bob.post(f"/games/{game}/invitations", {"player": "ann"}).status == 201
    delivers(ann)
    queue_notices(number_of(ann))
    invited, told = deliveries(ann, hook)[-1], deliveries(ann, other)[-1]
    assert invited.keys() == told.keys()
    assert (invited["type"], told["type"]) == ("invited", "invited")
    assert invited["number"] == told["number"]
    assert (invited["game"], told["game"]) == (None, game)


def test_the_mail_is_a_receiver_too(ann: Person) -> None:
    receivers.begin_mail(number_of(ann))
    (mail,) = ann.get("/me/receivers").json["results"]
    assert (mail["channel"], mail["events"]) == ("mail", None)
    assert ann.patch(f"/me/receivers/{mail['id']}", {"note": "mine"}).json["note"] == "mine"


@pytest.mark.parametrize(
    ("why", "enabled"), [("gone", True), ("failed", True), ("by_player", False)]
)
def test_mail_begins_anew_with_a_new_address_unless_she_has_switched_it_off(
    ann: Person, why: str, enabled: bool
) -> None:
    receivers.begin_mail(number_of(ann))
    Receiver.objects.update(enabled=False, disabled_at=timezone.now(), disabled_why=why)
    receivers.begin_mail(number_of(ann))
    (mail,) = ann.get("/me/receivers").json["results"]
    assert mail["enabled"] is enabled
