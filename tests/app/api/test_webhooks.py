"""The calls about webhooks. What arrives is for tests/app/notifications/webhooks/."""

from typing import Any

import pytest

from notifications.models import Delivery, Webhook
from notifications.webhooks import sender
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person
from tests.webhooks import deliveries, delivers, make_all_due, makes, webhook_to

pytestmark = pytest.mark.django_db

URL = "https://bots.example/tide"
NOBODY = "http://127.0.0.1:9/"
"""Where nobody listens."""


@pytest.fixture
def development(settings: Any) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True


# -- made, changed, deleted


def test_a_webhook_is_made_with_a_secret_that_is_shown_this_once(ann: Person) -> None:
    made = makes(ann, URL, note="my bot", events=["joined", "finished", "joined"])
    assert made["secret"].startswith("whsec_")
    assert len(made["secret"]) == len("whsec_") + 44
    shown = {name: value for name, value in made.items() if name != "secret"}
    assert ann.get(f"/me/receivers/{made['id']}").json == shown
    assert ann.get("/me/receivers").json["results"] == [shown]
    assert (shown["address"], shown["note"], shown["events"]) == (
        URL,
        "my bot",
        ["finished", "joined"],
    )
    assert (shown["enabled"], shown["disabled"], shown["after"]) == (True, None, 0)


def test_it_begins_after_what_has_happened(ann: Person) -> None:
    ann.opens(3)
    assert makes(ann, URL)["after"] == 1


def test_a_player_has_only_so_many(ann: Person, bob: Person, settings: Any) -> None:
    made = [makes(ann, URL) for _ in range(5)]
    with nothing_changes():
        refused(ann.post("/me/receivers", webhook_to(URL)), 409, "too_many_receivers")
    makes(bob, URL)
    ann.delete(f"/me/receivers/{made[0]['id']}")
    makes(ann, URL)
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = 0
    refused(
        Person.signs_up("eve").post("/me/receivers", webhook_to(URL)), 409, "too_many_receivers"
    )


def test_only_what_is_sent_is_changed(ann: Person) -> None:
    made = makes(ann, URL, note="old", events=["joined"])
    address = f"/me/receivers/{made['id']}"
    expected = ann.get(address).json
    with nothing_changes():
        assert ann.patch(address, {}).json == expected
    elsewhere = "https://other.example:8443/x?y"
    for wish, shown in (
        ({"note": "new"}, {"note": "new"}),
        ({"events": []}, {"events": []}),
        ({"address": {"url": elsewhere}}, {"address": elsewhere}),
    ):
        expected |= shown
        assert ann.patch(address, wish).json == expected
    assert ann.get(address).json == expected


def test_one_is_disabled_and_enabled(ann: Person) -> None:
    address = f"/me/receivers/{makes(ann, URL)['id']}"
    with nothing_changes():
        assert ann.patch(address, {"enabled": True}).json["enabled"]
    disabled = ann.patch(address, {"enabled": False}).json
    assert (disabled["enabled"], disabled["disabled"]["why"]) == (False, "by_player")
    with nothing_changes():
        assert ann.patch(address, {"enabled": False}).json == disabled
    enabled = ann.patch(address, {"enabled": True}).json
    assert (enabled["enabled"], enabled["disabled"]) == (True, None)


def test_what_is_deleted_is_gone_with_its_deliveries(ann: Person, development: None) -> None:
    made = makes(ann, NOBODY)
    ann.opens(3)
    delivers(ann)
    assert ann.delete(f"/me/receivers/{made['id']}").status == 204
    assert Webhook.objects.count() == Delivery.objects.count() == 0
    refused(ann.delete(f"/me/receivers/{made['id']}"), 404, "receiver_not_found")


def test_a_new_secret_keeps_the_old_one_for_a_day(ann: Person) -> None:
    address = f"/me/receivers/{makes(ann, URL)['id']}"
    assert ann.get(address).json["old_secret_until"] is None
    renewed = ann.post(f"{address}/secret").json
    assert renewed["old_secret_until"] is not None
    assert ann.get(address).json["old_secret_until"] == renewed["old_secret_until"]
    assert "secret" not in ann.get(address).json


# -- refused


@pytest.mark.parametrize(
    "url",
    [
        *("http://bots.example/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/"),
        *("https://169.254.169.254/latest/meta-data/", "https://ann:x@bots.example/", "x", " "),
        *("https://bots.example:25/", "https://2130706433/", "file:///etc/passwd", "https://ä.de/"),
    ],
)
def test_an_address_that_is_not_public_is_refused(ann: Person, url: str) -> None:
    address = f"/me/receivers/{makes(ann, URL)['id']}"
    with nothing_changes():
        refused(ann.post("/me/receivers", webhook_to(url)), 400, "invalid_url", "/address/url")
        wish = {"address": {"url": url}}
        refused(ann.patch(address, wish), 400, "invalid_url", "/address/url")


def test_others_webhooks_are_not_there(ann: Person, bob: Person) -> None:
    address = f"/me/receivers/{makes(ann, URL)['id']}"
    (delivery,) = [ann.post(f"{address}/test").json["id"]]
    mine = f"/me/receivers/{makes(bob, URL)['id']}"
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


def test_nothing_can_be_sent_to_one_that_is_disabled(ann: Person) -> None:
    address = f"/me/receivers/{makes(ann, URL)['id']}"
    delivery = ann.post(f"{address}/test").json["id"]
    ann.patch(address, {"enabled": False})
    with nothing_changes():
        refused(ann.post(f"{address}/test"), 409, "receiver_disabled")
        again = ann.post(f"{address}/deliveries/{delivery}/redeliver")
        refused(again, 409, "receiver_disabled")


# -- deliveries


def test_the_log_tells_the_newest_first_page_by_page(ann: Person, development: None) -> None:
    made = makes(ann, NOBODY)
    for _ in range(5):
        ann.opens(3)
    delivers(ann)
    first = ann.get(f"/me/receivers/{made['id']}/deliveries", page_size=2).json
    assert [one["number"] for one in first["results"]] == [5, 4]
    second = ann.get(first["next"].removeprefix("http://testserver")).json
    assert [one["number"] for one in second["results"]] == [3, 2]
    back = ann.get(second["previous"].removeprefix("http://testserver")).json
    assert back["results"] == first["results"]
    assert all(
        (one["state"], one["type"]) == ("waiting", "joined") for one in deliveries(ann, made)
    )
    tried, *others = deliveries(ann, made)
    (attempt,) = tried["attempts"]
    assert (attempt["status"], attempt["error"]) == (None, "no_connection")
    assert [one["attempts"] for one in others] == [[]] * 4, "one finds out for all"
    assert {one["next_at"] for one in others} == {tried["next_at"]}, "they wait for the same"


def test_the_log_is_filtered_by_state(ann: Person, development: None) -> None:
    made = makes(ann, NOBODY)
    ann.opens(3)
    delivers(ann)
    ping = ann.post(f"/me/receivers/{made['id']}/test").json["id"]
    sender.send_due()
    assert [one["id"] for one in deliveries(ann, made, state="failed")] == [ping]
    assert [one["type"] for one in deliveries(ann, made, state="waiting")] == ["joined"]
    assert deliveries(ann, made, state="delivered") == []
    said = ann.get(f"/me/receivers/{made['id']}/deliveries", state="lost")
    refused(said, 400, "invalid_query", "state")


# -- sent again


@pytest.fixture
def three_in_an_hour(settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "redeliveries": (3, 86400 * 3650)}
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = 9


def test_redeliveries_and_pings_have_a_limit_for_all_webhooks_of_a_player(
    ann: Person, bob: Person, three_in_an_hour: None
) -> None:
    address = f"/me/receivers/{makes(ann, URL)['id']}"
    delivery = ann.post(f"{address}/test").json["id"]
    again = f"{address}/deliveries/{delivery}/redeliver"
    assert [ann.post(again).status for _ in range(2)] == [202] * 2
    # Another webhook, or the same made anew, is no way around it.
    other = f"/me/receivers/{makes(ann, URL)['id']}"
    with nothing_changes():
        for path in (again, f"{address}/test", f"{other}/test"):
            said = ann.post(path)
            refused(said, 429, "throttled")
            assert int(said.headers["Retry-After"]) > 0
    assert ann.get(address).status == 200
    assert bob.post(f"/me/receivers/{makes(bob, URL)['id']}/test").status == 202


def test_what_is_due_anyway_is_not_made_due_again(ann: Person, development: None) -> None:
    made = makes(ann, NOBODY)
    ann.opens(3)
    delivers(ann)
    make_all_due()
    (due,) = Delivery.objects.all()
    assert (due.state, due.attempts) == ("waiting", 1)
    said = ann.post(f"/me/receivers/{made['id']}/deliveries/{due.pk}/redeliver")
    assert (said.status, said.json["state"]) == (202, "waiting")
    again = Delivery.objects.get()
    assert (again.attempts, again.next_at) == (1, due.next_at), "and its retries are not begun anew"
