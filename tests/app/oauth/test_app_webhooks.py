"""Webhooks of apps: one address for all players who let the app in, and nothing beyond their consent."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from notifications.models import Delivery, Webhook
from notifications.webhooks import sender
from notifications.webhooks.endpoints import connect_app
from notifications.webhooks.feed_events import enqueue_events
from players import models
from players.models import AppRefresh, AppToken, Player
from tests.app.api.refusals import refused
from tests.app.oauth.app import App, browser, end_app, error_of, form
from tests.app.oauth.test_races import at_once
from tests.people import Person
from tests.receiver import Receiver, receiving
from tests.webhooks import create_webhook, deliver_events, player_id, webhook_to

pytestmark = pytest.mark.django_db
READS = "game:read message:read notice:write"


class Relay:
    """An app whose endpoint is a receiver on this machine."""

    def __init__(self, receiver: Receiver, commit: Callable[..., Any]) -> None:
        self.receiver, self._commit = receiver, commit
        self.url, self.arrived = receiver.url, receiver.arrived
        self.app = App(webhook_uri=receiver.url)

    def let_in(self, person: Person, scope: str = READS, to: App | None = None) -> Person:
        """Have a player let the app in; return the player as the app acts."""
        with self._commit(execute=True):
            return (to or self.app).signs_in(browser(person), scope=scope)

    def bodies(self) -> list[Any]:
        return [json.loads(one.body) for one in self.receiver.arrived]

    def names(self) -> set[str]:
        """Return the accounts of which something has arrived."""
        return {one["account"]["username"] for one in self.bodies()}


@pytest.fixture
def relay(
    db: None, settings: Any, django_capture_on_commit_callbacks: Callable[..., Any]
) -> Iterator[Relay]:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    with receiving() as receiver:
        yield Relay(receiver, django_capture_on_commit_callbacks)


def change_registration(app: App, **wish: Any) -> Any:
    """Replace the registration, as its app may."""
    known = app.registered.json()
    body = {"client_name": "Board", "redirect_uris": known["redirect_uris"], **wish}
    headers = {"Authorization": f"Bearer {known['registration_access_token']}"}
    path = f"/oauth/register/{app.id}"
    return app.client.put(path, json.dumps(body), headers=headers).json()


def test_events_of_all_players_come_to_one_address(ann, bob, dan, relay) -> None:
    relay.let_in(ann), relay.let_in(bob)
    game = ann.opens()
    bob.joins(game), dan.joins(game)
    deliver_events(ann, bob, dan)
    assert relay.names() == {"ann", "bob"}
    secret = relay.app.registered.json()["webhook_secret"]
    for person in (ann, bob):
        feed = {one["number"]: one for one in person.get("/me/events").json["results"]}
        events = [one.verified(secret) for one in relay.arrived]
        own = [one for one in events if one["account"]["username"] == person.name]
        assert len({one.pop("account")["id"] for one in own}) == 1
        assert own == [feed[one["number"]] for one in own]


def test_an_account_keeps_its_id_under_another_name(ann, relay) -> None:
    its, hook = relay.let_in(ann), Webhook.objects.get()
    assert its.post(f"/me/receivers/{hook.pk}/test").status == 202
    sender.send_due()
    change_ann(username="anna")
    ann.opens()
    enqueue_events(hook.player_id)
    sender.send_due()
    ping, *events = relay.bodies()
    assert (ping["type"], ping["account"]) == ("ping", {"id": hook.pk, "username": "ann"})
    accounts = [one["account"] for one in events]
    assert accounts == [{"id": hook.pk, "username": "anna"}] * len(accounts) != []


def test_other_players_and_other_scopes_are_left_out(ann, bob, relay) -> None:
    relay.let_in(ann, "game:read")
    create_webhook(ann, f"{relay.url}/own")
    assert bob.patch("/me/relations/ann", {"friend": True}).status == 200
    bob.joins(ann.opens())
    deliver_events(ann, bob)
    to_app = [json.loads(one.body) for one in relay.arrived if one.path != "/own"]
    assert {one["account"]["username"] for one in to_app} == {"ann"}
    own = [json.loads(one.body)["type"] for one in relay.arrived if one.path == "/own"]
    game_types = [one for one in own if not one.startswith("friend")]
    assert [one["type"] for one in to_app] == game_types != own


def change_ann(**change: Any) -> None:
    Player.objects.filter(username="ann").update(**change)


def revoke(app: App) -> None:
    AppRefresh.objects.get(user__username="ann", revoked=None).revoke()


def expire(days: float) -> None:
    """Let the access token of ann's app have expired so long ago."""
    rows = AppToken.objects.filter(user__username="ann")
    rows.update(expires=timezone.now() - timedelta(days=days))


STOPS: dict[str, tuple[Callable[[App], Any], set[str]]] = {
    "refresh token almost too old": (lambda app: expire(89.5), {"ann", "bob"}),
    "refresh token too old": (lambda app: expire(90.1), {"bob"}),
    "ended by its player": (lambda app: end_app(browser(Person(name="ann"))), {"bob"}),
    "revoked": (revoke, {"bob"}),
    "new password": (lambda app: change_ann(epoch=F("epoch") + 1), {"bob"}),
    "account closed": (lambda app: change_ann(is_active=False), {"bob"}),
    "app deleted": (lambda app: models.App.objects.get(client_id=app.id).delete(), set()),
    "endpoint removed": (change_registration, set()),
}


@pytest.mark.parametrize("queued", [True, False], ids=["queued before", "queued after"])
@pytest.mark.parametrize("stop", STOPS)
def test_events_are_sent_under_a_consent_that_holds(ann, bob, relay, stop, queued) -> None:
    relay.let_in(ann), relay.let_in(bob)
    bob.joins(ann.opens())
    if queued:
        for person in (ann, bob):
            enqueue_events(player_id(person))
        assert Delivery.objects.filter(webhook__player__username="ann").exists()
    end, names = STOPS[stop]
    end(relay.app)
    deliver_events(ann, bob)
    assert relay.names() == names
    # What waits for a closed account or one with a new password stays, and is never sent.
    if stop not in {"new password", "account closed"}:
        assert {one.webhook.player.username for one in Delivery.objects.all()} == names


def test_a_new_consent_begins_with_what_comes_then(ann, relay) -> None:
    relay.let_in(ann)
    ann.opens()
    enqueue_events(player_id(ann))
    change_ann(epoch=7)
    relay.let_in(ann)
    sender.send_due()
    assert relay.arrived == []
    relay.app.signs_in(browser(ann), scope="game:read game:host").opens()
    deliver_events(ann)
    assert relay.names() == {"ann"}


# -- the player's side


def test_the_player_sees_where_events_go_and_can_only_disable_it(ann, bob, relay) -> None:
    relay.let_in(ann)
    (shown,) = ann.get("/me/receivers").json["results"]
    assert (shown["channel"], shown["address"]) == ("webhook", {"url": relay.url})
    path, elsewhere = f"/me/receivers/{shown['id']}", {"address": {"url": "http://127.0.0.1:9/"}}
    for said in (ann.patch(path, elsewhere), ann.post(f"{path}/secret"), ann.delete(path)):
        refused(said, 409, "not_a_webhook")
    own = create_webhook(ann, f"{relay.url}/own", note="my bot")
    page = browser(ann).get("/account/apps/").content.decode()
    for text in (f"{relay.url}<", f"{relay.url}/own", "my bot", "Send nothing there"):
        assert text in page
    bobs = browser(bob)
    assert "Nowhere." in bobs.get("/account/apps/").content.decode()
    sent = form(bobs.get("/account/tokens/").content)
    assert bobs.post(f"/account/apps/webhooks/{own['id']}/end", sent).status_code == 302
    assert Webhook.objects.filter(enabled=True).count() == 2
    assert ann.patch(path, {"enabled": False}).status == 200
    relay.let_in(ann)
    ann.opens()
    deliver_events(ann)
    assert {one.path for one in relay.arrived} == {"/own"}


def end_webhook(who: Client, webhook: str) -> None:
    """Press the button of this webhook on the page."""
    where, page = f"/account/apps/webhooks/{webhook}/end", who.get("/account/apps/").content
    assert f'action="{where}"' in page.decode()
    assert who.post(where, form(page)).status_code == 302


def test_events_go_to_so_many_apps_of_a_player(ann, anns_browser, settings, relay) -> None:
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = 3
    create_webhook(ann, f"{relay.url}/own")
    apps = [App(webhook_uri=f"{relay.url}/{one}") for one in range(4)]
    for app in apps:
        relay.let_in(ann, to=app)
    ann.opens()
    deliver_events(ann)
    assert {one.path for one in relay.arrived} == {"/own", "/0", "/1"}
    refused(ann.post("/me/receivers", webhook_to(relay.url)), 409, "too_many_receivers")
    first = Webhook.objects.get(endpoint__client_id=apps[0].id)
    end_webhook(anns_browser, first.pk)
    relay.let_in(ann, to=apps[3])
    relay.arrived.clear()
    ann.opens()
    deliver_events(ann)
    assert {one.path for one in relay.arrived} == {"/own", "/1", "/3"}
    path = f"/me/receivers/{first.pk}"
    refused(ann.patch(path, {"enabled": True}), 409, "too_many_receivers")
    end_webhook(anns_browser, Webhook.objects.get(endpoint=None).pk)
    assert not Webhook.objects.filter(endpoint=None).exists()
    assert ann.patch(path, {"enabled": True}).status == 200


def test_an_event_comes_once_however_its_address_is_written(ann, relay) -> None:
    create_webhook(ann, f"{relay.url}/", events=["joined", "turn_opened"])
    shouted = relay.url.replace("http:", "HTTP:")
    for url in (relay.url, f"{relay.url}/", f"{shouted}/?"):
        relay.let_in(ann, to=App(webhook_uri=url))
    ann.opens()
    deliver_events(ann)
    numbers = Counter(one["number"] for one in relay.bodies())
    feed = ann.get("/me/events").json["results"]
    assert numbers == {one["number"]: 1 for one in feed}


def test_an_app_that_names_anothers_address_takes_nothing(ann, relay) -> None:
    relay.let_in(ann, to=App(webhook_uri=relay.url)), relay.let_in(ann)
    account = Webhook.objects.get(endpoint__client_id=relay.app.id).pk
    taken = {True: 204, False: 403}
    relay.receiver.answer = lambda one: taken[json.loads(one.body)["account"]["id"] == account]
    for _ in range(3):
        ann.opens()
        deliver_events(ann)
    feed = ann.get("/me/events").json["results"]
    owned = [one["number"] for one in relay.bodies() if one["account"]["id"] == account]
    assert {*owned} >= {one["number"] for one in feed[-2:]}


@pytest.mark.django_db(transaction=True)
def test_no_more_get_a_place_at_once_than_there_are(ann, anns_browser, settings) -> None:
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = 2
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    player = player_id(ann)
    apps = [App(webhook_uri=f"http://127.0.0.1:9/{number}") for number in range(4)]
    for app in apps:
        app.signs_in(anns_browser, scope=READS)
    keys = models.App.objects.filter(client_id__in=[app.id for app in apps]).values_list("pk")
    deeds: list[Any] = [partial(connect_app, app=key, player=player) for (key,) in keys]
    deeds += [partial(ann.post, "/me/receivers", webhook_to("http://127.0.0.1:9/own"))] * 2
    for _ in range(5):
        Webhook.objects.all().delete()
        at_once(deeds)
        assert Webhook.objects.count() == 2


def test_an_endpoint_is_on_the_public_internet(settings, db) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    for url in ("http://127.0.0.1/", "https://10.0.0.1/", "https://bots.example:25/", "board:/", 7):
        said = App(webhook_uri=url).registered
        assert error_of(said) == "invalid_client_metadata"
        assert said.json()["error_description"].startswith("webhook_uri: ")


def test_each_address_has_a_secret_that_is_shown_once(ann, relay) -> None:
    first = relay.app.registered.json()
    assert first["webhook_uri"] == relay.url
    relay.let_in(ann)
    ann.opens()
    enqueue_events(player_id(ann))
    assert "webhook_secret" not in change_registration(relay.app, webhook_uri=relay.url)
    secret = change_registration(relay.app, webhook_uri=f"{relay.url}/2")["webhook_secret"]
    assert secret != first["webhook_secret"]
    sender.send_due()
    assert {one.path for one in relay.arrived} == {"/2"}
    assert relay.arrived[0].verified(secret)["account"]["username"] == "ann"
    assert "webhook_uri" not in change_registration(relay.app)


def test_an_operator_finds_the_rows_and_sees_no_secret(ann, operator, relay) -> None:
    relay.let_in(ann)
    secret, hook = relay.app.registered.json()["webhook_secret"], Webhook.objects.get()
    webhook, app = "notifications/webhook", f"players/app/{hook.endpoint_id}/change/"
    for path in (f"{webhook}/?q=Board", f"{webhook}/{hook.pk}/change/", app):
        page = operator.get(f"/admin/{path}").content.decode()
        assert "127.0.0.1" in page
        assert secret.removeprefix("whsec_") not in page
