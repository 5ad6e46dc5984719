"""GET /me/turns, and /games/{game}/viewer: a player's own note on a game and its switch of notifications."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import GamePreferences, Question
from tests.app.api.calls import narrow_token, order_of, put_order, walk_list
from tests.app.api.conftest import Table
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import expire_turns, make_finished_game
from tests.people import People, Person

TEXT = "bob never plays above 40 🌊\nwhen it matters"


def waiting(person: Person, **query: Any) -> list[str]:
    said = person.get("/me/turns", **query)
    assert said.status == 200
    return [question["game"] for question in said.json["results"]]


def test_every_question_that_waits_for_me_the_most_urgent_first(ann, bob, table) -> None:
    day, hour, week = (table(clock={"per_turn": span}) for span in ("PT24H", "PT1H", "P7D"))
    ann.opens(3)
    assert waiting(ann) == [hour, day, week]
    put_order(ann, hour, order_of(3))
    for person in (ann, bob):
        person.seals_anything(day)
    plain = ann.get("/me/turns").json["results"]
    whole = ann.get("/me/turns", include="game").json["results"]
    assert [one.pop("view") for one in whole] == [ann.sees(game) for game in (hour, day, week)]
    assert whole == plain
    walked = walk_list(ann, "/me/turns?include=game&page_size=2")
    assert [one["view"]["id"] for one in walked] == [hour, day, week]


def test_it_is_sorted_by_my_own_deadline(ann: Person, table: Table) -> None:
    games = [table() for _ in range(3)][::-1]
    for place, game in enumerate(games):
        mine = timezone.now() + timedelta(hours=place + 1)
        # The others have more or less time than ann has; in this list that is nothing.
        others = timezone.now() + timedelta(hours=len(games) - place)
        asked = Question.objects.filter(game=game)
        asked.update(due_at=others)
        asked.filter(seat__number=0).update(due_at=mine)
    assert [one["game"] for one in walk_list(ann, "/me/turns?page_size=2")] == games


def test_a_question_says_all_that_is_needed_to_answer_it(ann, table) -> None:
    game = table()
    (question,) = ann.get("/me/turns").json["results"]
    seen = ann.sees(game)
    assert question == {
        "game": game,
        "ruleset": "turn_the_tide",
        "turn": 1,
        "seat": 0,
        "decision": "play_card",
        "opened_at": seen["turn"]["opened_at"],
        "due_at": seen["turn"]["due_at"],
        "bank": None,
        "bank_seconds": None,
        "legal_actions": seen["mine"]["legal_actions"],
        "fallback": seen["mine"]["fallback"],
        "fallback_by": "clock",
        "submission": None,
    }
    # It stays with its answer until the turn closes.
    receipt = ann.seals_anything(game).json
    assert ann.get("/me/turns").json["results"] == [{**question, "submission": receipt}]
    expire_turns(game)
    (question,) = ann.get("/me/turns").json["results"]
    assert (question["turn"], question["submission"]) == (2, None)


def test_what_is_answered_is_left_out_of_what_is_open(ann, table) -> None:
    answered, other = table(), table()
    assert ann.seals_anything(answered).status == 200
    assert waiting(ann, open="true") == [other]
    assert sorted(waiting(ann, open="false")) == sorted(waiting(ann)) == sorted([answered, other])
    # Taken back it is open again, and so is the next one.
    assert ann.delete(f"/games/{answered}/turns/1/submission").status == 200
    assert sorted(waiting(ann, open="true")) == sorted([answered, other])
    ann.seals_anything(answered)
    expire_turns(answered)
    assert sorted(waiting(ann, open="true")) == sorted([answered, other])


def test_a_page_with_games_is_another_when_one_of_the_games_is(ann, bob, table) -> None:
    game = table()
    plain, whole = ann.get("/me/turns"), ann.get("/me/turns", include="game")
    tags = [one.headers["ETag"] for one in (plain, whole)]
    assert tags[0] != tags[1]

    def status(tag: str, **query: Any) -> Any:
        return ann.get("/me/turns", headers={"If-None-Match": tag}, **query).status

    assert status(tags[0]) == status(tags[1], include="game") == 304
    bob.seals_anything(game)
    # That bob has answered stands in the game, and not in ann's question.
    assert (status(tags[0]), status(tags[1], include="game")) == (304, 200)


# -- notes and switches


def write_note(person: Person, game: str, text: Any = TEXT) -> Any:
    return person.patch(f"/games/{game}/viewer", {"note": text})


def switch(person: Person, game: str, mode: Any) -> Any:
    return person.patch(f"/games/{game}/viewer", {"notifications": mode})


def viewer(person: Person, game: str) -> Any:
    return person.get(f"/games/{game}", include="viewer").json["viewer"]


def test_a_note_is_written_read_replaced_and_deleted(ann: Person, people: People) -> None:
    game = make_finished_game(people)
    nothing = {"note": None, "noted_at": None, "notifications": "as_usual"}
    assert viewer(ann, game) == nothing
    first = write_note(ann, game)
    assert (first.status, first.json["note"]) == (200, TEXT)
    assert viewer(ann, game) == first.json
    noted = write_note(ann, game, "or does he").json
    assert noted["note"] == viewer(ann, game)["note"] == "or does he"
    # A switch and a note leave each other alone.
    assert switch(ann, game, "off").json == {**noted, "notifications": "off"}
    assert ann.get("/me/notifications").json["games_off"] == [game]
    assert viewer(narrow_token(ann, "game:read"), game)["notifications"] is None
    assert write_note(ann, game, None).json == {**nothing, "notifications": "off"}
    assert switch(ann, game, "as_usual").json == viewer(ann, game) == nothing
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
    assert viewer(Person(), game) is None
    refused(write_note(Person(), game), 401, "not_authenticated")
    assert write_note(dan, game, "a close game").status == 200, "without a seat too"
    assert viewer(ann, game)["note"] == "plaice"
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
