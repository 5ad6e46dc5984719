"""The admin's pages: an operator sees how games go and nothing that is sealed."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets, quote
from django.db import models
from django.db.models.functions import Now
from django.test import Client, RequestFactory
from django.utils.html import strip_tags

from common.db.encrypted import SecretBytes
from games.clock.now import now
from games.models import Game, Submission, Turn
from notifications.models import Receiver, Webhook
from players.models import MailServer, Player
from tests.factories import expire_turn
from tests.people import Person
from tests.webhooks import create_webhook

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    Player.objects.create_superuser("olga", password="rock-pool-and-anemone")
    client = Client()
    assert client.login(username="olga", password="rock-pool-and-anemone")
    return client


def give_order(person: Person, game: str) -> list[int]:
    """Leave a standing order for the lowest card; return the hand."""
    hand: list[int] = person.sees(game)["mine"]["hand"]
    order = {"plays": [{"card": hand[0]}]}
    assert person.put(f"/games/{game}/standing-order", {"order": order}).status == 200
    return hand


def test_a_game_is_shown_whole(
    operator: Client, ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    hook = create_webhook(bob, "https://bots.example/tide")
    give_order(bob, game)
    page = operator.get(f"/admin/games/game/{game}/change/").content.decode()
    turn, answer = Turn.objects.get(game=game), Submission.objects.get(game=game)
    for shown in (
        *("ann", "bob", "cat"),
        f"Seat 0, answered {answer.sealed_at:%Y-%m-%d\N{NO-BREAK SPACE}%H:%M}",
        f"/admin/games/turn/{turn.pk}/change/",
        f"/admin/notifications/webhook/?q={game}",
        "Seat 1, since",
        f"/admin/games/submission/?q={game}",
        f"/admin/games/event/?q={game}",
        f'href="/game/{game}"',
    ):
        assert shown in page
    for word, model in (("sealed", "event"), ("ann", "seat"), (f"/{turn.pk}/change/", "turn")):
        assert word in operator.get(f"/admin/games/{model}/?q={game}").content.decode()
    shown_turn = operator.get(f"/admin/games/turn/{turn.pk}/change/").content.decode()
    for model, row in (("question", answer.question), ("submission", answer)):
        assert f"/admin/games/{model}/{row.pk}/change/" in shown_turn
    waiting = operator.get(f"/admin/games/question/?answer=waiting&q={game}").content.decode()
    assert set(re.findall(r"/question/(\d+)/change", waiting)) == {
        str(one.pk) for one in turn.questions.filter(submission=None)
    }
    assert hook["id"] in operator.get(f"/admin/notifications/webhook/?q={game}").content.decode()
    assert (
        hook["id"] not in operator.get("/admin/notifications/webhook/?q=another").content.decode()
    )


def test_games_whose_turn_is_overdue_are_found(operator: Client, table: Callable[..., str]) -> None:
    late, other = table(), table()
    expire_turn(late)
    page = operator.get("/admin/games/game/").content.decode()
    assert late in page
    assert other in page
    page = operator.get("/admin/games/game/?clock=overdue").content.decode()
    assert late in page
    assert other not in page


def test_the_first_page_leads_to_what_fails_and_an_action_tries_it_again(
    operator: Client, ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game, hook = table(), create_webhook(ann, "https://bots.example/tide")["id"]
    create_webhook(bob, "https://bots.example/other")
    lost = create_webhook(bob, "https://bots.example/lost")["id"]
    fails = {"failing_since": Now(), "failures": 2, "retry_at": Now() + timedelta(hours=1)}
    Turn.objects.filter(game=game).update(faults=1, next_check_at=fails["retry_at"])
    Webhook.objects.filter(pk=hook).update(**fails, next_attempt_at=fails["retry_at"])
    gone = {"enabled": False, "disabled_at": Now(), "disabled_why": "failed"}
    Webhook.objects.filter(pk=lost).update(**gone)
    Receiver.objects.create(
        player=Player.objects.get(username="bob"), channel="x", address={}, created_at=Now(), **gone
    )
    MailServer.objects.create(name="mail.example", **fails)
    page = operator.get("/admin/").content.decode()
    assert "The rules of 1 game has raised" in page
    found = {}
    for place in re.findall(r'<a href="(/admin/\w+/\w+/\?\w+=\w+)"', page):
        shown = operator.get(place).content.decode()
        found[place] = re.findall(r'name="_selected_action" value="([^"]+)"', shown)
    assert found == {
        "/admin/games/game/?clock=aside": [game],
        "/admin/notifications/webhook/?now=failing": [hook],
        "/admin/notifications/receiver/?now=failing": [],
        "/admin/players/mailserver/?now=failing": ["mail.example"],
    }
    for place in (*found, *(one.replace("failing", "given_up") for one in found)):
        rows = operator.get(place).content.decode()
        ids = re.findall(r'name="_selected_action" value="([^"]+)"', rows)
        for action in re.findall(r'<option value="(\w+)">Try again', rows) if ids else ():
            sent = {"action": action, "_selected_action": ids}
            assert operator.post(place, sent, follow=True).status_code == 200
    assert Turn.objects.due(now()).filter(game=game).exists()
    assert MailServer.objects.filter(retry_at__lte=now()).exists()
    due = Webhook.objects.filter(enabled=True, next_attempt_at__lte=now())
    assert {*due.values_list("pk", flat=True)} == {hook, lost}
    assert Receiver.objects.filter(enabled=True).exists()


def secret_columns() -> list[tuple[type[models.Model], str]]:
    return [
        (model, field.name)
        for model in admin.site._registry
        for field in model._meta.concrete_fields
        if isinstance(field, SecretBytes)
    ]


@pytest.mark.parametrize(("model", "name"), secret_columns())
def test_what_is_encrypted_is_neither_shown_nor_searched(
    operator: Client, model: type[models.Model], name: str
) -> None:
    site = admin.site._registry[model]
    request = RequestFactory().get("/")
    request.user = Player.objects.get(username="olga")
    shown = [*flatten_fieldsets(site.get_fieldsets(request, model()))]
    shown += [*site.list_display, *site.search_fields, *site.list_filter]
    assert name not in map(str, shown)
    place = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    for query in (name, f"{name}__isnull", f"{name}__startswith"):
        assert operator.get(f"{place}?{query}=1").status_code == 400


def test_no_list_or_page_tells_a_seed_a_hand_or_what_is_sealed(
    operator: Client, ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    hand = give_order(bob, game)
    answer, row = Submission.objects.get(game=game), Game.objects.get(pk=game)
    keys = (answer.nonce, row.server_seed, row.nonce_key)
    secrets = [bytes(key or b"no key").hex() for key in keys]
    secrets += ["plays", "card", "hands", ", ".join(map(str, hand))]
    for model in admin.site._registry:
        place = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        rows = list(model._default_manager.values_list("pk", flat=True)[:3])
        for address in (
            "/admin/",
            place,
            f"{place}?q={game}",
            *(f"{place}{quote(row)}/change/" for row in rows),
        ):
            page = operator.get(address)
            assert page.status_code == 200
            text = strip_tags(page.content.decode())
            assert [one for one in secrets if one in text] == [], address


def test_a_player_is_no_operator(ann: Person) -> None:
    client = Client()
    client.login(username="ann", password="rock-pool-and-anemone")
    assert client.get("/admin/games/game/").status_code == 302


def test_an_operator_sees_how_a_webhook_does_but_neither_its_address_nor_its_secret(
    operator: Client, ann: Person
) -> None:
    hook = create_webhook(ann, "https://bots.example/path-of-mine")
    pages = [
        operator.get("/admin/notifications/webhook/").content.decode(),
        operator.get(f"/admin/notifications/webhook/{hook['id']}/change/").content.decode(),
    ]
    for page in pages:
        assert "bots.example" in page
        assert "path-of-mine" not in page
        assert hook["secret"] not in page


def test_a_password_like_the_username_is_as_weak_in_the_admin(operator: Client) -> None:
    for password, made in (("wave-walker", False), ("rock-pool-and-anemone", True)):
        wish = {"username": "wave-walker", "password1": password, "password2": password}
        said = operator.post("/admin/players/player/add/", {**wish, "usable_password": "true"})
        assert said.status_code == (302 if made else 200)
        assert Player.objects.filter(username="wave-walker").exists() is made
