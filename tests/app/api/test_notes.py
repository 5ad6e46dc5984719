"""GET and PATCH /games/{game}/viewer: notes on games, and their notifications switched off."""

from typing import Any

import pytest
from django.db import connection

from games.models import GamePreferences
from tests.app.api.calls import narrow_token
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game
from tests.people import People, Person

TEXT = "bob never plays above 40 🌊\nwhen it matters"


def write_note(person: Person, game: str, text: Any = TEXT) -> Any:
    return person.patch(f"/games/{game}/viewer", {"note": text})


def switch(person: Person, game: str, mode: Any) -> Any:
    return person.patch(f"/games/{game}/viewer", {"notifications": mode})


def read_viewer(person: Person, game: str) -> Any:
    shown = person.get(f"/games/{game}/viewer").json
    assert shown == person.get(f"/games/{game}", include="viewer").json["viewer"]
    return shown


def test_a_note_is_written_read_replaced_and_deleted(ann: Person, people: People) -> None:
    game = make_finished_game(people)
    nothing = {"note": None, "noted_at": None, "notifications": "as_usual"}
    assert read_viewer(ann, game) == nothing
    first = write_note(ann, game)
    assert (first.status, first.json["note"]) == (200, TEXT)
    assert read_viewer(ann, game) == first.json
    noted = write_note(ann, game, "or does he").json
    assert noted["note"] == read_viewer(ann, game)["note"] == "or does he"
    # A switch and a note leave each other alone.
    assert switch(ann, game, "off").json == {**noted, "notifications": "off"}
    assert ann.get("/me/notifications").json["games_off"] == [game]
    assert read_viewer(narrow_token(ann, "game:read"), game)["notifications"] is None
    assert write_note(ann, game, None).json == {**nothing, "notifications": "off"}
    assert switch(ann, game, "as_usual").json == read_viewer(ann, game) == nothing
    assert not GamePreferences.objects.exists()


@pytest.mark.parametrize(
    ("scope", "wish", "lacks"),
    [
        ("notice:write", {"note": "low"}, "game:play"),
        ("game:play", {"notifications": "off"}, "notice:write"),
        ("game:play", {"note": "low", "notifications": "off"}, "notice:write"),
    ],
)
def test_each_member_needs_its_own_scope(ann, table, scope: str, wish: Any, lacks: str) -> None:
    game, narrow = table(), narrow_token(ann, "game:read", scope)
    with nothing_changes():
        said = narrow.patch(f"/games/{game}/viewer", wish)
        refused(said, 403, "insufficient_scope")
    assert lacks in said.json["detail"]


def test_each_player_has_a_note_that_no_other_player_sees(ann, bob, dan, table) -> None:
    game = table()
    addresses = (f"/games/{game}", f"/games/{game}?include=viewer", "/me/games", "/me/events")
    shown = [bob.get(address).raw for address in addresses]
    write_note(ann, game, "plaice")
    switch(ann, game, "off")
    assert [bob.get(address).raw for address in addresses] == shown
    assert Person().get(f"/games/{game}", include="viewer").json["viewer"] is None
    refused(write_note(Person(), game), 401, "not_authenticated")
    assert write_note(dan, game, "a close game").status == 200, "without a seat too"
    assert read_viewer(ann, game)["note"] == "plaice"
    with connection.cursor() as cursor:
        cursor.execute("SELECT json_agg(one)::text FROM games_gamepreferences one")
        ((rows,),) = cursor.fetchall()
    assert "plaice" not in rows, "it lies encrypted"
    assert b"plaice".hex() not in rows


def test_a_player_has_so_many_notes(ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_NOTES_PER_PLAYER = 1
    first, second = ann.opens(3), ann.opens(3)
    assert write_note(ann, first).status == 200
    assert write_note(ann, first, "other").status == 200
    assert switch(ann, second, "off").status == 200, "which is no note"
    with nothing_changes():
        refused(write_note(ann, second), 409, "too_many_notes")
    write_note(ann, first, None)
    assert write_note(ann, second).status == 200
