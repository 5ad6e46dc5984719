"""What a link to a game shows where it is sent: what a stranger may see, and nothing of a private game."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from tests.factories import make_game
from tests.people import Person

pytestmark = pytest.mark.django_db


def tags(game: str, **headers: str) -> dict[str, str]:
    """Return the tags of the page at a game's address, for a program or for a visitor with these headers."""
    response = Client().get(f"/game/{game}", headers=headers)
    assert "Sec-Fetch-Mode" in response.headers["Vary"]
    page = response.content.decode()
    return {name: unescape(said) for name, said in re.findall(r'"og:(\w+)" content="(.*?)"', page)}


def test_a_public_game_says_who_plays_and_how_it_stands(people: list[Person]) -> None:
    shown = tags(game := make_game(people, bots=["careful"]))
    assert shown["title"] == "Turn the Tide: ann, bob, cat and Careful bot 4"
    assert shown["description"] == "The game is under way."
    picture = Client().get("/" + shown["image"].partition("//")[2].partition("/")[2])
    assert (picture.status_code, "turn_the_tide/preview.png" in shown["image"]) == (200, True)
    with CaptureQueriesContext(connection) as asked:
        tags(game)
    assert len(asked) == 1
    # A visitor's page costs the database nothing, as any other page of the table.
    with CaptureQueriesContext(connection) as asked:
        visited = tags(game, Sec_Fetch_Mode="navigate")
    assert (len(asked), visited["title"]) == (0, "tideapi")
    result = {"scores": [3, 5, 1, 0], "winners": [1]}
    Game.objects.filter(pk=game).update(status="finished", result=result)
    assert tags(game)["description"] == "bob has won."
    waiting = people[0].post("/games", {"ruleset": "high_tide", "seat_count": 4}).json["id"]
    assert tags(waiting)["description"] == "3 seats are free."


@pytest.mark.parametrize("status", ["open", "running", "finished", "cancelled"])
def test_a_private_game_looks_as_if_there_were_none(people: list[Person], status: str) -> None:
    game = make_game(people, private=True)
    result = {"scores": [3, 5, 1], "winners": [1]} if status == "finished" else None
    Game.objects.filter(pk=game).update(status=status, result=result)
    assert tags(game) == tags("wdhKSw5CsN76XHIj") == tags(game, Sec_Fetch_Mode="navigate")
