"""/games/{game}/note: what a player notes about a game, for herself alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.models import Note
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db
TEXT = "bob never plays above 40 🌊\nwhen it matters"


def writes(person: Person, game: str, text: Any = TEXT) -> Any:
    return person.put(f"/games/{game}/note", {"text": text})


def test_a_note_is_written_read_replaced_and_thrown_away(
    ann: Person, table: Callable[..., str]
) -> None:
    path = f"/games/{table()}/note"
    refused(ann.get(path), 404, "no_note")
    first = ann.put(path, {"text": TEXT})
    assert (first.status, first.json["text"]) == (200, TEXT)
    assert ann.get(path).json == first.json
    assert ann.put(path, {"text": "or does he"}).json["text"] == "or does he"
    assert ann.get(path).json["text"] == "or does he"
    assert ann.delete(path).status == 204
    refused(ann.get(path), 404, "no_note")
    refused(ann.delete(path), 404, "no_note")


def test_each_has_her_own_and_nobody_sees_anothers(
    stranger: Person, ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    shown = [bob.get(f"/games/{game}").raw, bob.get("/me/games").raw, bob.get("/me/events").raw]
    writes(ann, game)
    again = [bob.get(f"/games/{game}").raw, bob.get("/me/games").raw, bob.get("/me/events").raw]
    assert again == shown
    refused(bob.get(f"/games/{game}/note"), 404, "no_note")
    refused(stranger.get(f"/games/{game}/note"), 401, "not_authenticated")
    assert writes(dan, game, "a close game").status == 200, "she need not play in it"
    assert ann.get(f"/games/{game}/note").json["text"] == TEXT


def test_on_a_game_that_one_may_not_see_nothing_is_noted(
    ann: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table(private=True)
    assert writes(ann, game).status == 200
    with nothing_changes():
        refused(writes(dan, game), 404, "game_not_found")
    refused(dan.get(f"/games/{game}/note"), 404, "game_not_found")
    refused(dan.delete(f"/games/{game}/note"), 404, "game_not_found")
    refused(writes(ann, "nosuchgame000000"), 404, "game_not_found")


def test_it_lies_encrypted(ann: Person, table: Callable[..., str]) -> None:
    writes(ann, table(), "plaice")
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(one)::text FROM games_note one")
        ((row,),) = cursor.fetchall()
    assert "plaice" not in row
    assert b"plaice".hex() not in row


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "too_short"), ("x" * 2001, "too_long"), ("\x00", "wrong_format"), (7, "wrong_type")],
)
def test_a_note_out_of_shape_is_refused(
    ann: Person, table: Callable[..., str], text: Any, code: str
) -> None:
    game = table()
    with nothing_changes():
        refused(writes(ann, game, text), 400, code, "/text")
    assert writes(ann, game, "x" * 2000).status == 200


def test_a_player_has_so_many_notes(ann: Person, settings: Any) -> None:
    settings.TIDE_NOTES_EACH = 1
    first, second = ann.opens(3), ann.opens(3)
    assert writes(ann, first).status == 200
    assert writes(ann, first, "other").status == 200
    with nothing_changes():
        refused(writes(ann, second), 409, "too_many_notes")
    ann.delete(f"/games/{first}/note")
    assert writes(ann, second).status == 200


def test_a_note_outlives_its_game(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    assert writes(ann, game).status == 200
    assert Note.objects.count() == 1
