"""News as Atom: of public games for everybody, and of her own for her alone."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.db.models import Q

from games.api import game_filters
from games.models import Game
from tests.app.api.conftest import time_passes
from tests.app.notifications.subscriptions.fetching import ATOM, address, fetch, titles
from tests.people import Person

__all__ = ["time_passes"]

pytestmark = pytest.mark.django_db

Table = Callable[..., str]


def test_public_games_are_news_for_everybody(ann: Person, table: Table) -> None:
    table()
    ann.opens(4)
    assert titles("/atom/games.xml") == [
        "Turn the Tide: a table is open, 1 of 4 seats are taken",
        "Turn the Tide is being played",
    ]


def test_those_of_one_player_are_hers_alone(ann: Person, dan: Person, table: Table) -> None:
    table()
    dan.opens(3)
    assert titles("/atom/players/dan.xml") == [
        "Turn the Tide: a table is open, 1 of 3 seats are taken"
    ]
    assert titles("/atom/players/bob.xml") == ["Turn the Tide is being played"]
    assert fetch("/atom/players/nosuchplayer.xml").status_code == 404


def test_a_game_tells_its_log(ann: Person, table: Table, time_passes: Callable[..., None]) -> None:
    game = table()
    time_passes(game)
    found = titles(f"/atom/games/{game}.xml")
    assert found[0] == "Turn 1 is over"
    assert found[-2:] == ["ann has sat down", "A table was opened"]
    assert fetch("/atom/games/nosuchgame.xml").status_code == 404


def test_a_public_document_may_be_kept_for_a_while(table: Table) -> None:
    game = table()
    for path in ("/atom/games.xml", "/atom/players/ann.xml", f"/atom/games/{game}.xml"):
        said = fetch(path)
        assert "public" in said["Cache-Control"]
        assert fetch(path, **{"If-None-Match": said["ETag"]}).status_code == 304


def test_an_empty_document_is_one_too_and_stays_the_same() -> None:
    one, other = (fetch("/atom/games.xml") for _ in range(2))
    assert titles("/atom/games.xml") == []
    assert one["ETag"] == other["ETag"]


def test_what_somebody_writes_is_no_markup(ann: Person, table: Table) -> None:
    game = table()
    Game.objects.filter(pk=game).update(ruleset="<b>&x")
    assert titles("/atom/games.xml") == ["<b>&x is being played"]


# -- nobody learns what she may not


def everything_public(game: str) -> str:
    paths = ["/atom/games.xml", *(f"/atom/players/{name}.xml" for name in ("ann", "bob", "cat"))]
    documents = [fetch(path) for path in (*paths, f"/atom/games/{game}.xml")]
    return "".join(one.content.decode() for one in documents if one.status_code == 200)


@pytest.mark.parametrize("started", [False, True])
def test_a_private_game_is_in_no_public_document(ann: Person, table: Table, started: bool) -> None:
    game = table(private=True) if started else ann.opens(3, private=True)
    assert game not in everything_public(game)
    assert fetch(f"/atom/games/{game}.xml").status_code == 404


def test_a_private_game_that_leaks_is_caught(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ann.opens(3, private=True)
    monkeypatch.setattr(game_filters, "_visible_to", lambda wish, who: Q())
    monkeypatch.setattr("games.visibility.game_lists.may_see", lambda *_: True)
    assert game in everything_public(game)


def test_no_document_tells_of_a_hand_or_a_sealed_card(
    ann: Person, bob: Person, table: Table
) -> None:
    """Two answers that differ in a sealed card alone are the same documents, for all who may read them."""
    game = table()
    hers = address(bob, "news")
    legal = ann.sees(game)["mine"]["legal_actions"]
    read: list[Any] = []
    for action in (legal[0], legal[-1]):
        assert ann.seals(game, action).status == 200
        read.append((everything_public(game), fetch(hers).content))
    assert read[0] == read[1]


def test_her_own_news_are_titles_of_her_games(ann: Person, bob: Person, table: Table) -> None:
    path = address(ann, "news")
    game = table(private=True)
    assert bob.post(f"/games/{game}/messages", {"text": "the text is a secret"}).status == 201
    assert titles(path) == [
        "bob has written at your table of Turn the Tide",
        "Your turn in Turn the Tide",
    ]
    assert b"a secret" not in fetch(path).content
    assert titles(address(bob, "news")) == ["Your turn in Turn the Tide"]


def test_whom_somebody_blocks_nobody_reads_anywhere(ann: Person, bob: Person, table: Table) -> None:
    game = table()
    news, calendar = address(bob, "news"), address(bob, "calendar")

    def read() -> list[Any]:
        return [everything_public(game), fetch(news).content, fetch(calendar).content]

    before = read()
    assert ann.patch("/me/relations/bob", {"blocked": True}).status in {200, 204}
    assert read() == before


def test_her_own_address_does_not_stand_in_what_is_read_there(ann: Person) -> None:
    path = address(ann, "news")
    assert path.encode() not in fetch(path).content
    assert b'rel="self"' not in fetch(path).content, "it would lead elsewhere"


def test_no_two_documents_or_entries_have_the_same_id(
    ann: Person, bob: Person, table: Table
) -> None:
    game = table()
    own = [address(one, "news") for one in (ann, bob)]
    paths = ["/atom/games.xml", "/atom/players/ann.xml", f"/atom/games/{game}.xml", *own]
    documents = [ET.fromstring(fetch(path).content) for path in paths]
    assert len({one.findtext(f"{ATOM}id") for one in documents}) == len(paths)
    entries = [one.findtext(f"{ATOM}entry/{ATOM}id") for one in documents[-2:]]
    assert None not in entries
    assert len(set(entries)) == 2, "each has her own news"
