"""How games are archived: in time, one by one, wholly or not at all."""

import io
import os
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from common.db.encrypted import derive_key, new_key
from games import checks, tasks
from games.archive import storage
from games.background import archiving
from games.feeds import feed
from games.models import ArchivedGame, Event, Game, Stage
from games.play.record import game_record
from notifications.models import NoticeCursor
from players.models import Player
from tests import played
from tests.app.privacy.taking import takes_along
from tests.event_log import logged_events
from tests.moving_time import frozen_time
from tests.people import Person

pytestmark = pytest.mark.django_db

NOBODY = Person()


def finished(ruleset: str = "goofspiel", names: tuple[str, ...] = ("ann", "bob", "cat")) -> str:
    players = [Player.objects.get(username=name) for name in names]
    game = played.opened(ruleset, players)
    played.play(game, Random(5))
    return game


@pytest.fixture
def game(ann: Person, bob: Person, cat: Person) -> str:
    return finished()


@pytest.fixture
def store(settings: Any, tmp_path: Any) -> Any:
    """A folder as the store of archived games."""
    there = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(tmp_path)},
    }
    settings.STORAGES = {**settings.STORAGES, storage.ALIAS: there}
    return tmp_path


def files_in(store: Path) -> list[Path]:
    return [one for one in store.rglob("*") if one.is_file()]


def test_a_game_is_archived_when_its_time_has_come_and_not_while_it_is_under_way(
    ann: Person, bob: Person, cat: Person, settings: Any
) -> None:
    settings.TIDE_ARCHIVE_AFTER = timedelta(days=90)
    with frozen_time() as time:
        running = played.opened("goofspiel", list(Player.objects.order_by("pk")))
        assert archiving.archive_game(running) == archiving.LATER
        game = finished()
        time.advance(days=89)
        tasks.archive()
        assert not ArchivedGame.objects.exists()
        time.advance(days=2)
        tasks.archive()
    row = Game.objects.get(pk=game)
    assert (ArchivedGame.objects.get().game_id, row.archived_at is None) == (game, False)
    assert archiving.archive_game(game) == archiving.LATER, "there is nothing left to do"
    assert logged_events(running)


def test_a_crash_in_between_loses_nothing(
    game: str, store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = NOBODY.get(f"/games/{game}/record").raw

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("The process dies here.")

    with monkeypatch.context() as patch:
        patch.setattr(Stage.objects, "filter", fail)
        with pytest.raises(RuntimeError):
            archiving.archive_game(game)
    assert not ArchivedGame.objects.exists()
    assert files_in(store) == []
    assert NOBODY.get(f"/games/{game}/record").raw == before
    assert archiving.archive_game(game) == archiving.ARCHIVED
    assert NOBODY.get(f"/games/{game}/record").raw == before


def test_a_game_whose_rows_do_not_fit_its_chain_stays_as_it_is(game: str) -> None:
    Event.objects.filter(game=game, number=3).update(data={"something": "else"})
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("archive", after="PT0S", stdout=out, stderr=io.StringIO())
    assert f"1 games {archiving.FAULTY}" in out.getvalue()
    assert logged_events(game)


def test_a_game_that_another_worker_takes_while_it_is_read_is_no_fault(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def take_in_between(*args: Any) -> Any:
        record = game_record(*args)
        monkeypatch.setattr(archiving, "game_record", game_record)
        assert archiving.archive_game(game) == archiving.ARCHIVED
        return record

    monkeypatch.setattr(archiving, "game_record", take_in_between)
    assert archiving.archive_game(game) == archiving.LATER


@pytest.mark.parametrize("where", ["_read", "_prune_feeds"])
def test_a_game_over_which_an_error_is_made_holds_up_no_game_behind_it(
    game: str, where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    behind = finished()
    real = getattr(archiving, where)

    def fail(about: Any, *more: Any) -> Any:
        if getattr(about, "pk", about) == game:
            raise ValueError("the five of clubs")
        return real(about, *more)

    monkeypatch.setattr(archiving, where, fail)
    counts = archiving.archive_due(after=timedelta(0))
    assert counts == {archiving.FAULTY: 1, archiving.ARCHIVED: 1}
    assert ArchivedGame.objects.filter(pk=behind).exists()
    (said,) = [one.getMessage() for one in caplog.records if one.levelname == "ERROR"]
    assert said.startswith(f"Game {game} ")
    assert "ValueError\n" in said
    assert "the five of clubs" not in said


def test_a_database_that_is_away_ends_the_run(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def be_away(_: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(archiving, "_read", be_away)
    with pytest.raises(OperationalError):
        archiving.archive_due(after=timedelta(0))


def test_a_game_waits_until_its_players_have_been_told_of_it(game: str, ann: Person) -> None:
    player = Player.objects.get(username="ann")
    hand = NoticeCursor.objects.create(player=player, feed_cursor=0)
    assert archiving.archive_game(game) == archiving.LATER
    hand.feed_cursor = feed.update_feed(player.pk)
    hand.save()
    assert archiving.archive_game(game) == archiving.ARCHIVED


def test_the_command_says_how_far_it_is(game: str) -> None:
    finished()
    out, progress = io.StringIO(), io.StringIO()
    call_command("archive", "--dry-run", "--after", "PT0S", stdout=out)
    assert out.getvalue() == "2 games are to be archived.\n"
    call_command("archive", "--after", "PT0S", "--most", "1", stdout=out, stderr=progress)
    assert "1 games archived" in out.getvalue()
    assert progress.getvalue() == "1 of 1 games\n"
    assert ArchivedGame.objects.count() == 1
    with pytest.raises(CommandError, match="duration"):
        call_command("archive", "--after", "soon")


# -- in a store of the operator's


def test_what_lies_in_a_store_is_encrypted_on_disk_before_any_row_goes_and_read_as_before(
    game: str, store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = NOBODY.get(f"/games/{game}/record").raw
    synced, fsync = list[int](), os.fsync

    def note_and_sync(handle: int) -> None:
        assert logged_events(game)
        synced.append(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", note_and_sync)
    assert archiving.archive_game(game) == archiving.ARCHIVED
    row, (file,) = ArchivedGame.objects.get(), files_in(store)
    assert synced == [one.stat().st_ino for one in (file, file.parent, store)]
    assert (row.content, row.length) == (None, file.stat().st_size)
    assert storage.read_content(row) not in file.read_bytes()
    assert NOBODY.get(f"/games/{game}/record").raw == before


@pytest.mark.parametrize("fault", ["missing", "changed", "cut off"])
def test_a_store_that_has_not_the_same_is_no_game(
    game: str, store: Any, ann: Person, fault: str
) -> None:
    archiving.archive_game(game)
    (file,) = files_in(store)
    if fault == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-1] + (b"?" if fault == "changed" else b""))
    for path in ("record", "stages", "events", "turns/1"):
        said = NOBODY.get(f"/games/{game}/{path}")
        assert (said.status, said.json["code"]) == (503, "unavailable"), path
    statuses = [ann.get(path).status for path in ("/me/events", f"/games/{game}", "/me/games")]
    assert statuses == [503, 200, 200]


@pytest.mark.django_db(transaction=True)
def test_what_may_have_been_committed_stays_in_the_store(
    game: str, store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = NOBODY.get(f"/games/{game}/record").raw
    commit = connection._commit  # type: ignore[attr-defined]

    def answer_is_lost() -> None:
        commit()
        raise OperationalError("server closed the connection unexpectedly")

    for player in Player.objects.all():
        feed.update_feed(player.pk)
    with monkeypatch.context() as patch:
        patch.setattr(connection, "_commit", answer_is_lost)
        with pytest.raises(OperationalError):
            archiving.archive_game(game)
    assert ArchivedGame.objects.filter(pk=game).exists()
    assert NOBODY.get(f"/games/{game}/record").raw == before


def test_resealing_encrypts_what_lies_in_a_store_anew_and_says_what_is_lost(
    game: str, store: Any, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    before = NOBODY.get(f"/games/{game}/record").raw
    other = finished()
    for one in (game, other):
        archiving.archive_game(one)
    (old,), (lost,) = files_in(store / game), files_in(store / other)
    lost.unlink()
    settings.TIDE_KEYS = [new_key(), derive_key(settings.SECRET_KEY)]
    out, errors = io.StringIO(), io.StringIO()
    commits = django_capture_on_commit_callbacks(execute=True)
    with commits, pytest.raises(CommandError, match="1 archived games"):
        call_command("reseal", stdout=out, stderr=errors)
    assert errors.getvalue() == f"Cannot be read in the store: game {other}\n"
    assert f"Archived in the store: game {game}\n" in out.getvalue()
    assert "Second steps: 0 rows" in out.getvalue()
    assert old not in files_in(store)
    settings.TIDE_KEYS = settings.TIDE_KEYS[:1]
    assert NOBODY.get(f"/games/{game}/record").raw == before


def test_an_export_has_all_but_what_is_lost_in_the_store(
    game: str, store: Any, ann: Person
) -> None:
    archiving.archive_game(game)
    (lost,) = files_in(store)
    lost.unlink()
    taken = takes_along(ann)
    assert taken[f"games/{game}/record.json"]["refused"] == "unavailable"
    assert taken[f"games/{game}/game.json"]["status"] == "finished"
    events = [one for name in sorted(taken) if name.startswith("events/") for one in taken[name]]
    assert [one["number"] for one in events] == [*range(1, len(events) + 1)]
    gaps = [one for one in events if "refused" in one]
    assert {(one["game"], one["refused"]) for one in gaps} == {(game, "unavailable")}


def test_settings_that_cannot_be_right_are_faults(settings: Any) -> None:
    settings.TIDE_ARCHIVE_AFTER = timedelta(days=-1)
    assert [one.id for one in checks.check_archive_delay(None)] == ["games.E007"]
    settings.STORAGES = {**settings.STORAGES, storage.ALIAS: {"BACKEND": "no.such.Storage"}}
    assert [one.id for one in checks.check_archive_store(None)] == ["games.E008"]


# -- what a player has read


def test_what_was_read_long_ago_is_gone_from_the_beginning_of_a_feed(
    ann: Person, bob: Person, cat: Person
) -> None:
    with frozen_time() as time:
        finished()
        last = ann.get("/me/events", after="latest").json["last"]
        assert ann.put("/me/read", {"number": last}).status == 204
        time.advance(days=91)
        archiving.archive_due()
        left = ann.get("/me/events", page_size=100).json
        assert [one["number"] for one in left["results"]] == [left["last"]]
        assert left["last"] >= last
        later = finished()
        said = ann.get("/me/events", page_size=100).json
    numbers = [one["number"] for one in said["results"]]
    assert numbers == [*range(numbers[0], numbers[-1] + 1)]
    # What is told of no game says in its data which one it is about.
    assert {one["game"] or one["data"]["game"] for one in said["results"][1:]} == {later}
    assert numbers[0] > 1, "her last number of before, which the next ones follow"
    theirs = bob.get("/me/events", page_size=100).json["results"]
    assert theirs[0]["number"] == 1, "he has marked nothing"
