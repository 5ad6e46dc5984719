"""`manage.py replay`: a finished game is played again from its record, row by row the same."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.archive import storage
from games.background import archiving
from games.background.replay import replay_record
from games.models import Game, Log, Seat, Stage, Submission, Turn
from games.rulesets import registry
from tests.factories import make_finished_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def record(stranger: Person, people: People) -> Any:
    return stranger.get(f"/games/{make_finished_game(people)}/record").json


@pytest.fixture
def replays(tmp_path: Path) -> Callable[[Any], str]:
    """Replay a record by the command; what it says."""

    def run(record: Any) -> str:
        file = tmp_path / "record.json"
        file.write_text(json.dumps(record))
        said, faults = StringIO(), StringIO()
        try:
            call_command("replay", str(file), stdout=said, stderr=faults)
        except CommandError as error:
            return f"{faults.getvalue()}{error}"
        return said.getvalue()

    return run


def test_a_record_gives_the_game_it_tells_of(record: Any, replays: Callable[[Any], str]) -> None:
    turns = len(record["turns"])
    said = replays(record)
    assert said == f"{record['game']}: {turns} turns replayed, and every row is the same.\n"
    record["game"] = "played-elsewhere"
    assert "which was not played here" in replays(record)


def forge_record(record: Any, how: str) -> None:
    turns, end = record["turns"], record["end"]
    match how:
        case "another score":
            record["result"]["scores"][0] += 1
        case "another card":
            turns[0]["actions"][0]["action"]["card"] = turns[0]["actions"][1]["action"]["card"]
        case "a turn less":
            end["chance"] = turns.pop()["chance"]
        case "an answer less":
            del turns[0]["actions"][0]
        case "a draw more":
            end["chance"].append(record["setup"]["chance"][0])
        case "a draw less":
            del record["setup"]["chance"][-1]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("another score", "result/scores/0"),
        ("another card", ""),
        ("a turn less", "By the rules the game is not over."),
        ("an answer less", "turns/1: seats [0, 1, 2] were asked, [1, 2] have answered."),
        ("a draw more", "Draws of the record that the rules did not ask for: 1."),
        ("a draw less", " where the rules ask for "),
    ],
)
def test_a_forged_record_is_found(record: Any, how: str, said: str) -> None:
    forge_record(record, how)
    faults = list(replay_record(record))
    assert faults
    assert said in "\n".join(faults)


@pytest.mark.parametrize(
    ("model", "which", "changes", "said"),
    [
        (Seat, {"number": 1}, {"score": -99}, "-99"),
        (Stage, {"number": 1}, {"scores": [0, 0, 0]}, "stages/0/scores"),
        (
            Submission,
            {"question__turn__number": 1, "question__seat__number": 0},
            None,
            "rows of answers",
        ),
        (Turn, {"number": 1}, {"closed_at": None}, "A turn of a finished game is open."),
        (Log, {}, {"head": bytes(32)}, "has another head"),
    ],
)
def test_a_row_that_is_gone_or_forged_is_found(
    record: Any, replays: Callable[[Any], str], model: Any, which: Any, changes: Any, said: str
) -> None:
    rows = model.objects.filter(game=record["game"], **which)
    rows.update(**changes) if changes else rows.delete()
    assert said in replays(record)


def test_a_game_whose_archive_cannot_be_read_is_said_to_be_one(
    record: Any, replays: Callable[[Any], str], settings: Any, tmp_path: Path
) -> None:
    store = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(tmp_path / "store")},
    }
    settings.STORAGES = {**settings.STORAGES, storage.ALIAS: store}
    assert archiving.archive_game(record["game"]) == archiving.ARCHIVED
    assert "every row is the same" in replays(record)
    for file in (tmp_path / "store").rglob("*.zst"):
        file.unlink()
    assert replays(record) == "The archive of this game cannot be read now."


def test_what_is_no_record_is_said_to_be_none(replays: Callable[[Any], str]) -> None:
    assert "no record" in replays({"game": 1})


def test_a_game_is_never_judged_by_newer_rules(
    ann: Person, table: Callable[..., str], record: Any, replays: Callable[[Any], str]
) -> None:
    """Rules that are not there any more stop the game; no others take their place."""
    game, other = table(), table()
    Game.objects.filter(pk=game).update(rules_version=99)
    said = ann.get(f"/games/{game}")
    assert (said.status, said.code) == (503, "rules_missing")
    waiting = [question["game"] for question in ann.get("/me/turns").json["results"]]
    assert waiting == [other], "the other game is not held up"
    assert registry.RULESETS["turn_the_tide"].version != 99
    record["rules_version"] = 99
    assert "no version 99" in replays(record)
