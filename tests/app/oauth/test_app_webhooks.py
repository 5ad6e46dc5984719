"""Webhooks of apps: one address for all players who let the app in, and nothing beyond their consent."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from notifications.models import Delivery, Webhook
from notifications.webhooks import sender
from notifications.webhooks.feed_events import enqueue_events
from players import models
from players.models import AppRefresh, AppToken, Player
from tests.app.api.refusals import refused
from tests.app.oauth.app import App, browser
from tests.app.oauth.test_set_up import ends
from tests.people import Person
from tests.receiver import Receiver, receiving
from tests.webhooks import delivers, fails, make_all_due, makes, number_of

pytestmark = pytest.mark.django_db

SEALED = {"seat", "turn", "replaces", "commitment"}
READS = "game:read message:read notice:write"
Letting = Callable[..., Person]


@pytest.fixture(autouse=True)
def development(settings: Any) -> None:
    """The receivers are on this machine."""
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def app(receiver: Receiver) -> App:
    return App(webhook_uri=receiver.url)


@pytest.fixture
def lets_in(app: App, django_capture_on_commit_callbacks: Callable[..., Any]) -> Letting:
    """A player lets the app in; gives the player as the app acts."""

    def signs_in(person: Person, scope: str = READS) -> Person:
        with django_capture_on_commit_callbacks(execute=True):
            return app.signs_in(browser(person), scope=scope)

    return signs_in


def bodies(receiver: Receiver) -> list[Any]:
    return [json.loads(one.body) for one in receiver.arrived]


def named(receiver: Receiver) -> set[str]:
    """The accounts of which something has arrived."""
    return {one["account"]["username"] for one in bodies(receiver)}


def change(app: App, **wish: Any) -> Any:
    """Replace the registration, as its app may."""
    said = app.registered.json()
    body = {"client_name": "Board", "redirect_uris": said["redirect_uris"], **wish}
    return app.client.put(
        f"/oauth/register/{app.id}",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {said['registration_access_token']}"},
    )


# -- what arrives


def test_events_of_two_players_come_to_one_address_and_name_the_account(
    app: App, ann: Person, bob: Person, dan: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann), lets_in(bob)
    game = ann.opens()
    bob.joins(game)
    dan.joins(game)
    delivers(ann, bob, dan)
    assert named(receiver) == {"ann", "bob"}
    secret = app.registered.json()["webhook_secret"]
    verified = [one.verified(secret) for one in receiver.arrived]
    for person in (ann, bob):
        feed = {one["number"]: one for one in person.get("/me/events").json["results"]}
        mine = [one for one in verified if one["account"]["username"] == person.name]
        assert mine
        assert len({one["account"]["id"] for one in mine}) == 1
        for one in mine:
            beside = {name: value for name, value in one.items() if name != "account"}
            assert beside == feed[one["number"]]


def test_the_account_keeps_its_id_under_another_name(
    ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    ann.opens()
    delivers(ann)
    Player.objects.filter(username="ann").update(username="anna")
    ann.opens()
    enqueue_events(Player.objects.get(username="anna").pk)
    sender.send_due()
    accounts = [one["account"] for one in bodies(receiver)]
    assert {one["username"] for one in accounts} == {"ann", "anna"}
    assert len({one["id"] for one in accounts}) == 1


def test_a_test_message_names_the_account(
    ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    its = lets_in(ann)
    hook = Webhook.objects.get()
    assert its.post(f"/me/receivers/{hook.pk}/test").status == 202
    sender.send_due()
    (ping,) = bodies(receiver)
    assert (ping["type"], ping["account"]) == ("ping", {"id": hook.pk, "username": "ann"})


def test_a_failed_message_is_sent_again_with_its_id(
    ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    receiver.answer = fails
    ann.opens()
    delivers(ann)
    receiver.answer = lambda _: 204
    make_all_due()
    sender.send_due()
    first, *again = receiver.ids()
    assert first in again


# -- what never arrives


def test_nothing_comes_of_a_player_who_has_not_let_the_app_in(
    ann: Person, bob: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    bob.joins(ann.opens())
    delivers(ann, bob)
    assert named(receiver) == {"ann"}


def test_an_app_that_may_not_read_messages_is_sent_none(
    ann: Person, bob: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann, "game:read")
    makes(ann, f"{receiver.url}/own")
    assert bob.patch("/me/relations/ann", {"friend": True}).status == 200
    ann.opens()
    delivers(ann)
    to_app = [json.loads(one.body)["type"] for one in receiver.arrived if one.path != "/own"]
    own = [json.loads(one.body)["type"] for one in receiver.arrived if one.path == "/own"]
    assert to_app == [one for one in own if not one.startswith("friend")]
    assert to_app != own


def test_what_was_queued_is_not_sent_once_the_player_has_ended_the_app(
    app: App, ann: Person, bob: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann), lets_in(bob)
    bob.joins(ann.opens())
    for person in (ann, bob):
        enqueue_events(number_of(person))
    assert Delivery.objects.filter(webhook__player__username="ann").exists()
    ends(browser(ann), app)
    sender.send_due()
    ann.opens()
    delivers(ann)
    assert named(receiver) == {"bob"}


def test_what_was_queued_is_not_sent_once_the_app_has_revoked_its_token(
    app: App, ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    ann.opens()
    enqueue_events(number_of(ann))
    for refresh in AppRefresh.objects.all():
        refresh.revoke()
    sender.send_due()
    assert receiver.arrived == []
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("queued", [True, False], ids=["queued before", "queued after"])
@pytest.mark.parametrize(("days", "arrives"), [(89.5, True), (90.1, False)])
def test_events_are_sent_while_the_app_can_refresh_its_token_and_no_longer(
    ann: Person, lets_in: Letting, receiver: Receiver, days: float, arrives: bool, queued: bool
) -> None:
    lets_in(ann)
    ann.opens()
    if queued:
        enqueue_events(number_of(ann))
    AppToken.objects.exclude(user=None).update(expires=timezone.now() - timedelta(days=days))
    delivers(ann)
    assert bool(receiver.arrived) == arrives
    assert Delivery.objects.exists() == arrives


def test_what_was_queued_is_not_sent_under_a_consent_that_covers_less(
    app: App, ann: Person, bob: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    assert bob.patch("/me/relations/ann", {"friend": True}).status == 200
    enqueue_events(number_of(ann))
    assert Delivery.objects.filter(scope="message:read").exists()
    for refresh in AppRefresh.objects.all():
        refresh.revoke()
    lets_in(ann, "game:read")
    sender.send_due()
    assert receiver.arrived == []


@pytest.mark.parametrize("change", [{"is_active": False}, {"epoch": 7}], ids=["closed", "password"])
def test_nothing_comes_of_an_account_that_is_closed_or_has_a_new_password(
    ann: Person, lets_in: Letting, receiver: Receiver, change: dict[str, Any]
) -> None:
    lets_in(ann)
    ann.opens()
    enqueue_events(number_of(ann))
    Player.objects.filter(username="ann").update(**change)
    sender.send_due()
    assert receiver.arrived == []


def test_nothing_is_sent_for_an_app_that_is_deleted(
    app: App, ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    ann.opens()
    enqueue_events(number_of(ann))
    models.App.objects.get(client_id=app.id).delete()
    sender.send_due()
    assert receiver.arrived == []
    assert not Webhook.objects.exists()


def test_a_card_that_another_player_seals_is_in_no_message(
    ann: Person, bob: Person, lets_in: Letting, receiver: Receiver, table: Callable[..., str]
) -> None:
    lets_in(ann)
    game = table()
    delivers(ann)
    assert receiver.arrived
    receiver.arrived.clear()
    assert bob.seals_anything(game).status == 200
    delivers(ann, bob)
    (told,) = bodies(receiver)
    assert told.pop("account")["username"] == "ann"
    assert told == ann.get("/me/events", page_size=100).json["results"][-1]
    assert (told["type"], told["data"].keys()) == ("sealed", SEALED)


# -- consent again


def test_a_new_consent_begins_with_what_comes_then(
    app: App, ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    ann.opens()
    enqueue_events(number_of(ann))
    Player.objects.filter(username="ann").update(epoch=7)
    lets_in(ann)
    sender.send_due()
    assert receiver.arrived == []
    app.signs_in(browser(ann), scope="game:read game:host").opens()
    delivers(ann)
    assert named(receiver) == {"ann"}


# -- the player's side


def test_the_player_sees_where_events_go_and_can_disable_it(
    ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    (shown,) = ann.get("/me/receivers").json["results"]
    assert (shown["channel"], shown["address"]) == ("webhook", receiver.url)
    path = f"/me/receivers/{shown['id']}"
    assert ann.patch(path, {"enabled": False}).status == 200
    lets_in(ann)
    ann.opens()
    delivers(ann)
    assert receiver.arrived == []


def test_the_player_cannot_change_what_is_the_apps(ann: Person, lets_in: Letting) -> None:
    lets_in(ann)
    path = f"/me/receivers/{Webhook.objects.get().pk}"
    elsewhere = {"address": {"url": "http://127.0.0.1:9/"}}
    refused(ann.patch(path, elsewhere), 409, "not_a_webhook")
    refused(ann.post(f"{path}/secret"), 409, "not_a_webhook")
    refused(ann.delete(path), 409, "not_a_webhook")


# -- registration


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "https://10.0.0.1/", "https://bots.example:25/", "board:/", 7]
)
def test_an_endpoint_is_on_the_public_internet(settings: Any, db: None, url: Any) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    app = App(webhook_uri=url)
    assert app.registered.status_code == 400
    said = app.registered.json()
    assert said["error"] == "invalid_client_metadata"
    assert said["error_description"].startswith("webhook_uri: ")


def test_the_secret_is_shown_once_for_each_address(app: App, receiver: Receiver) -> None:
    first = app.registered.json()
    assert first["webhook_uri"] == receiver.url
    assert "webhook_secret" not in change(app, webhook_uri=receiver.url).json()
    other = change(app, webhook_uri=f"{receiver.url}/2").json()
    assert other["webhook_secret"] != first["webhook_secret"]


def test_what_waits_goes_to_the_new_address_with_the_new_secret(
    app: App, ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    ann.opens()
    enqueue_events(number_of(ann))
    said = change(app, webhook_uri=f"{receiver.url}/2").json()
    sender.send_due()
    assert {one.path for one in receiver.arrived} == {"/2"}
    assert receiver.arrived[0].verified(said["webhook_secret"])["account"]["username"] == "ann"


def test_an_app_without_an_endpoint_is_sent_nothing(
    app: App, ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    ann.opens()
    enqueue_events(number_of(ann))
    assert "webhook_uri" not in change(app).json()
    sender.send_due()
    assert receiver.arrived == []


def test_an_operator_finds_the_rows_and_sees_no_secret(
    app: App, ann: Person, lets_in: Letting, receiver: Receiver
) -> None:
    lets_in(ann)
    operator = Client()
    olga = Player.objects.create_superuser("olga", password="rock-pool")
    operator.force_login(olga, "players.backend.Passwords")
    secret = app.registered.json()["webhook_secret"].encode()
    hook = Webhook.objects.get()
    for path in (
        "webhook/?q=Board",
        f"webhook/{hook.pk}/change/",
        f"app/{hook.endpoint_id}/change/",
    ):
        page = operator.get(f"/admin/players/{path}")
        assert b"127.0.0.1" in page.content
        assert secret.removeprefix(b"whsec_") not in page.content
