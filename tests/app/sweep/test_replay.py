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
from tests.app.api.conftest import finished, time_passes
from tests.people import Person

__all__ = ["finished", "time_passes"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def record(stranger: Person, finished: Callable[..., str]) -> Any:
    return stranger.get(f"/games/{finished()}/record").json


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


def test_a_record_gives_the_game_that_was_played(
    record: Any, replays: Callable[[Any], str]
) -> None:
    turns = len(record["turns"])
    said = replays(record)
    assert said == f"{record['game']}: {turns} turns replayed, and every row is the same.\n"


def test_a_record_from_elsewhere_is_replayed_too(
    record: Any, replays: Callable[[Any], str]
) -> None:
    record["game"] = "played-elsewhere"
    assert "which was not played here" in replays(record)


def test_another_score_in_the_record_is_found(record: Any, replays: Callable[[Any], str]) -> None:
    record["result"]["scores"][0] += 1
    assert "result/scores/0" in replays(record)


def test_another_card_in_the_record_is_found(record: Any) -> None:
    turn = record["turns"][0]
    turn["actions"][0]["action"]["card"] = turn["actions"][1]["action"]["card"]
    assert list(replay_record(record))


def test_another_row_in_the_database_is_found(record: Any, replays: Callable[[Any], str]) -> None:
    Seat.objects.filter(game=record["game"], number=1).update(score=-99)
    assert "-99" in replays(record)
    Stage.objects.filter(game=record["game"], number=1).update(scores=[0, 0, 0])
    assert "stages/0/scores" in replays(record)


def without_its_last_turn(record: Any) -> None:
    record["end"]["chance"] = record["turns"].pop()["chance"]


def without_an_answer(record: Any) -> None:
    del record["turns"][0]["actions"][0]


def with_a_draw_more(record: Any) -> None:
    record["end"]["chance"].append(record["setup"]["chance"][0])


def without_a_draw(record: Any) -> None:
    del record["setup"]["chance"][-1]


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (without_its_last_turn, "By the rules the game is not over."),
        (without_an_answer, "turns/1: seats [0, 1, 2] were asked, [1, 2] have answered."),
        (with_a_draw_more, "Draws of the record that the rules did not ask for: 1."),
        (without_a_draw, " where the rules ask for "),
    ],
)
def test_a_record_of_another_course_is_not_replayed(
    record: Any, forge: Callable[[Any], None], said: str
) -> None:
    forge(record)
    assert said in "\n".join(replay_record(record))


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda game: Stage.objects.filter(game=game, number=1).delete(), "Stage 1 has no row."),
        (lambda game: Submission.objects.filter(game=game)[:1].get().delete(), "rows of answers"),
        (
            lambda game: Turn.objects.filter(game=game, number=1).update(closed_at=None),
            "A turn of a finished game is open.",
        ),
        (lambda game: Log.objects.filter(game=game).update(head=bytes(32)), "has another head"),
    ],
)
def test_a_row_that_is_gone_or_forged_is_found(
    record: Any, replays: Callable[[Any], str], forge: Callable[[str], Any], said: str
) -> None:
    forge(record["game"])
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
