"""Lists in pages: forwards, backwards, and steady while they grow."""

import base64
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from games.models import Game
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db
SERVER = "http://testserver"


def page(person: Person, address: str) -> dict[str, Any]:
    said = person.get(address.removeprefix(SERVER))
    assert said.status == 200, said.json
    found: dict[str, Any] = said.json
    return found


def walk(person: Person, address: str | None, onwards: str = "next") -> Iterator[dict[str, Any]]:
    """Every page from this one on, in one direction."""
    while address is not None:
        found = page(person, address)
        yield found
        address = found[onwards]


def ids(found: dict[str, Any]) -> list[str]:
    return [one["id"] for one in found["results"]]


def test_a_list_is_walked_from_end_to_end_and_back(stranger: Person, ann: Person) -> None:
    games = [ann.opens(3) for _ in range(7)][::-1]
    pages = list(walk(stranger, "/games?page_size=3"))
    assert [ids(one) for one in pages] == [games[:3], games[3:6], games[6:]]
    assert (pages[0]["previous"], pages[-1]["next"]) == (None, None)
    back = list(walk(stranger, pages[-1]["previous"], "previous"))
    assert [ids(one) for one in back] == [games[3:6], games[:3]]
    assert back[-1]["previous"] is None


def test_games_that_are_added_meanwhile_move_nothing(stranger: Person, ann: Person) -> None:
    games = [ann.opens(3) for _ in range(6)][::-1]
    seen = []
    for found in walk(stranger, "/games?page_size=2"):
        seen += ids(found)
        ann.opens(3)
    assert seen == games


def test_games_of_one_moment_are_all_listed_once(stranger: Person, ann: Person) -> None:
    games = {ann.opens(3) for _ in range(7)}
    Game.objects.update(created_at=Game.objects.first().created_at)  # type: ignore[union-attr]
    seen = [game for found in walk(stranger, "/games?page_size=2") for game in ids(found)]
    assert len(seen) == 7
    assert set(seen) == games


def test_a_page_has_25_unless_asked_and_100_at_most(ann: Person) -> None:
    for _ in range(30):
        Person().post("/me/tokens", {"username": "ann", "password": "rock-pool-and-anemone"})
    assert len(page(ann, "/me/tokens")["results"]) == 25
    assert len(page(ann, "/me/tokens?page_size=100")["results"]) == 31


LISTS = ("/games", "/me/tokens", "/me/turns")
FEEDS = ("/me/events", "/games/{game}/events")


@pytest.mark.parametrize(
    ("size", "code"),
    [
        ("0", "out_of_range"),
        ("-1", "out_of_range"),
        ("101", "out_of_range"),
        ("9" * 18, "out_of_range"),
        ("9" * 5000, "wrong_type"),
        ("x", "wrong_type"),
        ("", "wrong_type"),
        ("١", "wrong_type"),  # noqa: RUF001  A digit in Arabic.
        ("1\x00", "wrong_type"),
    ],
)
def test_a_size_out_of_range_is_refused(ann: Person, size: str, code: str) -> None:
    game = ann.opens(3)
    for address in LISTS + FEEDS:
        said = ann.get(address.format(game=game), page_size=size)
        assert (said.status, said.code) == (400, "invalid_query")
        first = said.json["errors"][0]
        assert (first["parameter"], first["code"]) == ("page_size", code)


def cursor(**parts: str) -> str:
    """A cursor as a list would encode it."""
    return base64.b64encode(urlencode(parts).encode()).decode()


@pytest.mark.parametrize(
    "made_up",
    [
        "nonsense",
        "é",
        "===",
        "AAAA",
        "\x00",
        "A" * 501,
        cursor(p="nonsense"),
        cursor(p="\x00"),
        cursor(p="2026-13-01 00:00:00+00:00"),
        cursor(p="2026-01-01"),
        cursor(p="2026-01-01 00:00:00"),
        cursor(p="2026-01-01 00:00:00+01:00"),
        cursor(p="0001-01-01 00:00:00+14:00"),
        cursor(p="1e400"),
        cursor(o="x"),
        cursor(o="-1"),
    ],
)
def test_a_cursor_that_was_made_up_is_refused(ann: Person, made_up: str) -> None:
    for address in LISTS:
        refused(ann.get(address, cursor=made_up), 400, "invalid_query", "cursor")


@pytest.mark.parametrize(
    "far",
    [
        cursor(p="0001-01-01 00:00:00+00:00"),
        cursor(p="9999-12-31 23:59:59.999999+00:00"),
        cursor(r="1", p="9999-12-31 23:59:59.999999+00:00"),
        cursor(o="999999999999"),
    ],
)
def test_a_cursor_beyond_every_row_does_no_harm(ann: Person, far: str) -> None:
    for address in LISTS:
        assert ann.get(address, cursor=far).status == 200
