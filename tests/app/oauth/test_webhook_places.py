"""A player has so many webhooks, with those of apps, and each address is sent an event once."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client

from notifications.models import Webhook
from notifications.webhooks.endpoints import connect_app
from players import models
from players.models import Player
from tests.app.api.refusals import refused
from tests.app.oauth.app import App, browser, form
from tests.app.oauth.test_races import at_once
from tests.people import Person
from tests.receiver import Receiver, receiving
from tests.webhooks import delivers, makes, webhook_to

pytestmark = pytest.mark.django_db
SCOPE = "game:read message:read notice:write"


@pytest.fixture(autouse=True)
def development(settings: Any) -> None:
    """The receivers are on this machine."""
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def lets_in(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Person]:
    """A player lets an app in; gives the player as the app acts."""

    def signs_in(person: Person, app: App) -> Person:
        with django_capture_on_commit_callbacks(execute=True):
            return app.signs_in(browser(person), scope=SCOPE)

    return signs_in


def shows(who: Client) -> str:
    return str(who.get("/account/apps/").content.decode())


def ends(who: Client, webhook: str) -> None:
    """Press the button of this webhook on the page."""
    where = f"/account/apps/webhooks/{webhook}/end"
    page = shows(who)
    assert f'action="{where}"' in page
    assert who.post(where, form(page.encode())).status_code == 302


def test_events_go_to_so_many_apps_of_a_player_and_to_one_more_when_one_has_ended(
    ann: Person, lets_in: Any, settings: Any, receiver: Receiver
) -> None:
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = 3
    makes(ann, f"{receiver.url}/own")
    apps = [
        App(webhook_uri=f"{receiver.url}/{number}", client_name=f"N{number}") for number in range(4)
    ]
    for app in apps:
        lets_in(ann, app)
    ann.opens()
    delivers(ann)
    assert {one.path for one in receiver.arrived} == {"/own", "/0", "/1"}
    refused(ann.post("/me/receivers", webhook_to(receiver.url)), 409, "too_many_receivers")
    first = Webhook.objects.get(endpoint__client_id=apps[0].id)
    anns = browser(ann)
    ends(anns, first.pk)
    lets_in(ann, apps[3])
    receiver.arrived.clear()
    ann.opens()
    delivers(ann)
    assert {one.path for one in receiver.arrived} == {"/own", "/1", "/3"}
    path = f"/me/receivers/{first.pk}"
    refused(ann.patch(path, {"enabled": True}), 409, "too_many_receivers")
    ends(anns, Webhook.objects.get(endpoint=None).pk)
    assert not Webhook.objects.filter(endpoint=None).exists()
    assert ann.patch(path, {"enabled": True}).status == 200


def test_the_page_names_each_address_and_nobody_ends_anothers(
    ann: Person, bob: Person, lets_in: Any, receiver: Receiver
) -> None:
    lets_in(ann, App(webhook_uri=f"{receiver.url}/relay", client_name="Relay"))
    own = makes(ann, f"{receiver.url}/own", note="my bot")
    page = shows(browser(ann))
    for shown in (f"{receiver.url}/relay", f"{receiver.url}/own", "my bot", "Send nothing there"):
        assert shown in page
    bobs = browser(bob)
    assert "Nowhere." in shows(bobs)
    sent = form(bobs.get("/account/tokens/").content)
    assert bobs.post(f"/account/apps/webhooks/{own['id']}/end", sent).status_code == 302
    assert Webhook.objects.filter(enabled=True).count() == 2


def test_an_event_comes_once_to_one_address_however_it_is_written(
    ann: Person, lets_in: Any, receiver: Receiver
) -> None:
    shouted = receiver.url.replace("http:", "HTTP:").replace("localhost", "LOCALHOST")
    makes(ann, f"{receiver.url}/", events=["joined", "turn_opened"])
    for url in (receiver.url, f"{receiver.url}/", f"{shouted}/?"):
        lets_in(ann, App(webhook_uri=url))
    ann.opens()
    delivers(ann)
    numbers = Counter(json.loads(one.body)["number"] for one in receiver.arrived)
    feed = ann.get("/me/events").json["results"]
    assert numbers == {one["number"]: 1 for one in feed}


@pytest.mark.django_db(transaction=True)
def test_of_those_that_come_at_once_no_more_get_a_place_than_there_are(
    ann: Person, settings: Any
) -> None:
    settings.TIDE_MAX_WEBHOOKS_PER_PLAYER = 2
    anns, player = browser(ann), Player.objects.get(username="ann").pk
    apps = [App(webhook_uri=f"http://127.0.0.1:9/{number}") for number in range(4)]
    for app in apps:
        app.signs_in(anns, scope=SCOPE)
    keys = models.App.objects.filter(client_id__in=[app.id for app in apps]).values_list("pk")
    deeds: list[Any] = [partial(connect_app, app=key, player=player) for (key,) in keys]
    deeds += [partial(ann.post, "/me/receivers", webhook_to("http://127.0.0.1:9/own"))] * 2
    for _ in range(5):
        Webhook.objects.all().delete()
        at_once(deeds)
        assert Webhook.objects.count() == 2


def test_an_app_that_names_anothers_address_takes_nothing_from_it(
    ann: Person, lets_in: Any, receiver: Receiver
) -> None:
    thief, owner = App(webhook_uri=receiver.url), App(webhook_uri=receiver.url)
    its = Webhook.objects.filter(endpoint__client_id=owner.id)
    lets_in(ann, thief), lets_in(ann, owner)
    account = its.get().pk
    receiver.answer = lambda one: 204 if json.loads(one.body)["account"]["id"] == account else 403
    ann.opens()
    delivers(ann)
    for _ in range(2):
        ann.opens()
        delivers(ann)
    feed = ann.get("/me/events").json["results"]
    owned = [one for one in receiver.arrived if json.loads(one.body)["account"]["id"] == account]
    assert {json.loads(one.body)["number"] for one in owned} >= {one["number"] for one in feed[-2:]}
