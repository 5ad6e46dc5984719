"""The admin's pages: an operator sees how games go and nothing that is sealed."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Game
from players.models import Player
from tests.people import Person
from tests.webhooks import makes

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    Player.objects.create_superuser("olga", password="rock-pool-and-anemone")
    client = Client()
    assert client.login(username="olga", password="rock-pool-and-anemone")
    return client


def test_an_operator_sees_that_a_game_runs(operator: Client, table: Callable[..., str]) -> None:
    game = table()
    page = operator.get("/admin/games/game/").content.decode()
    assert game in page
    assert "turn_the_tide" in page


def test_no_page_shows_a_seed_a_hand_or_a_sealed_card(
    operator: Client, ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    ann.seals_anything(game)
    row = Game.objects.get(pk=game)
    page = operator.get(f"/admin/games/game/{game}/change/").content.decode()
    assert "Running" in page
    for secret in (row.server_seed, row.nonce_key):
        assert bytes(secret or b"").hex() not in page
    hand = ann.sees(game)["mine"]["hand"]
    assert ", ".join(map(str, hand)) not in page
    assert "hands" not in page


def test_a_player_is_no_operator(ann: Person) -> None:
    client = Client()
    client.login(username="ann", password="rock-pool-and-anemone")
    assert client.get("/admin/games/game/").status_code == 302


def test_an_operator_sees_how_a_webhook_does_but_neither_its_address_nor_its_secret(
    operator: Client, ann: Person
) -> None:
    hook = makes(ann, "https://bots.example/path-of-mine")
    pages = [
        operator.get("/admin/players/webhook/").content.decode(),
        operator.get(f"/admin/players/webhook/{hook['id']}/change/").content.decode(),
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
