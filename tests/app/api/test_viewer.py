"""/games/{game}/viewer: a player's own note on a game and its switch of notifications, for herself alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.models import GamePreferences
from players.models import Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db
TEXT = "bob never plays above 40 🌊\nwhen it matters"


def writes(person: Person, game: str, text: Any = TEXT) -> Any:
    return person.patch(f"/games/{game}/viewer", {"note": text})


def switches(person: Person, game: str, mode: Any) -> Any:
    return person.patch(f"/games/{game}/viewer", {"notifications": mode})


def narrow_token(*scopes: str) -> Person:
    """Return ann with a token of these scopes alone."""
    return Person(Token.issue(Player.objects.get(username="ann"), scopes=scopes)[1], "ann")


def seen(person: Person, game: str) -> Any:
    return person.get(f"/games/{game}", include="viewer").json["viewer"]


def test_a_note_is_written_read_replaced_and_deleted(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    nothing = {"note": None, "noted_at": None, "notifications": "as_usual"}
    assert seen(ann, game) == nothing
    first = writes(ann, game)
    assert (first.status, first.json["note"]) == (200, TEXT)
    assert seen(ann, game) == first.json
    assert writes(ann, game, "or does he").json["note"] == "or does he"
    assert seen(ann, game)["note"] == "or does he"
    assert writes(ann, game, None).json == nothing
    assert seen(ann, game) == nothing
    assert not GamePreferences.objects.exists()


def test_a_switch_and_a_note_leave_each_other_alone(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    noted = writes(ann, game).json
    assert switches(ann, game, "off").json == {**noted, "notifications": "off"}
    assert ann.get("/me/notifications").json["games_off"] == [game]
    assert writes(ann, game, None).json["notifications"] == "off"
    assert switches(ann, game, "as_usual").json["notifications"] == "as_usual"
    assert not GamePreferences.objects.exists()


@pytest.mark.parametrize(
    ("scope", "wish", "lacks"),
    [
        ("notice:write", {"note": "low"}, "game:play"),
        ("game:play", {"notifications": "off"}, "notice:write"),
        ("game:play", {"note": "low", "notifications": "off"}, "notice:write"),
    ],
)
def test_each_member_needs_its_own_scope(
    ann: Person, table: Callable[..., str], scope: str, wish: Any, lacks: str
) -> None:
    game = table()
    narrow = narrow_token("game:read", scope)
    with nothing_changes():
        said = narrow.patch(f"/games/{game}/viewer", wish)
        refused(said, 403, "insufficient_scope")
    assert lacks in said.json["detail"]


def test_a_token_without_the_scope_of_notifications_is_not_told_of_them(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    switches(ann, game, "off")
    assert seen(narrow_token("game:read"), game)["notifications"] is None


def test_each_has_her_own_and_nobody_sees_anothers(
    stranger: Person, ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    addresses = (f"/games/{game}", f"/games/{game}?include=viewer", "/me/games", "/me/events")
    shown = [bob.get(address).raw for address in addresses]
    writes(ann, game)
    switches(ann, game, "off")
    assert [bob.get(address).raw for address in addresses] == shown
    assert seen(stranger, game) is None
    refused(writes(stranger, game), 401, "not_authenticated")
    assert writes(dan, game, "a close game").status == 200, "she need not play in it"
    assert seen(ann, game)["note"] == TEXT


def test_it_lies_encrypted(ann: Person, table: Callable[..., str]) -> None:
    writes(ann, table(), "plaice")
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(one)::text FROM games_gamepreferences one")
        ((row,),) = cursor.fetchall()
    assert "plaice" not in row
    assert b"plaice".hex() not in row


def test_a_player_has_so_many_notes(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_NOTES_PER_PLAYER = 1
    first, second = ann.opens(3), ann.opens(3)
    assert writes(ann, first).status == 200
    assert writes(ann, first, "other").status == 200
    assert switches(ann, second, "off").status == 200, "which is no note"
    with nothing_changes():
        refused(writes(ann, second), 409, "too_many_notes")
    writes(ann, first, None)
    assert writes(ann, second).status == 200


def test_a_note_outlives_its_game(ann: Person, finished: Callable[..., str]) -> None:
    assert writes(ann, finished()).status == 200
    assert GamePreferences.objects.count() == 1
