"""How an export is made, how often, and for how long it is kept."""

import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.db.models.functions import Now

from players import housekeeping, tasks
from players.models import Archive, Export
from players.privacy import exports
from tests.app.api.refusals import nothing_changes, refused
from tests.app.privacy.taking import takes_along
from tests.app.privacy.working import workers_gather
from tests.factories import make_game

pytestmark = pytest.mark.django_db


def test_its_progress_is_said(ann) -> None:
    for _ in range(3):
        ann.opens(3)
    made = ann.post("/me/exports").json
    assert (made["status"], made["done"], made["archives"]) == ("building", 0, [])
    refused(ann.get(f"/me/exports/{made['id']}/archives/1"), 404, "export_not_found")
    done: list[int] = []
    while (shown := ann.get(f"/me/exports/{made['id']}").json)["status"] == "building":
        assert shown["done"] <= shown["total"]
        done.append(shown["done"])
        exports._run_step(made["id"])
    assert done == sorted(done)
    assert shown["done"] >= made["total"] > 4


def test_a_worker_that_dies_loses_nothing(ann, monkeypatch) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object, **__: object) -> None:
        raise Killed

    game = ann.opens(3)
    plain = takes_along(ann)
    Export.objects.all().delete()
    made = ann.post("/me/exports").json["id"]
    while Export.objects.get().state != "ready":
        # Each time it dies after the step has done its work, before that was written.
        with monkeypatch.context() as patch:
            patch.setattr(Export, "save", die)
            with pytest.raises(Killed):
                exports._run_step(made)
        exports._run_step(made)
    with zipfile.ZipFile(BytesIO(bytes(Archive.objects.get().content))) as whole:
        assert sorted(whole.namelist()) == sorted(plain)
        assert f"games/{game}/game.json" in plain


def test_one_that_always_fails_is_given_up(ann, time, monkeypatch) -> None:
    made = ann.post("/me/exports").json["id"]
    monkeypatch.setattr(exports, "add_to_archive", None)
    for _ in range(exports.MAX_FAULTS):
        assert ann.get(f"/me/exports/{made}").json["status"] == "building"
        workers_gather()
        time.advance(minutes=10)
    shown = ann.get(f"/me/exports/{made}").json
    assert (shown["status"], shown["archives"]) == ("failed", [])
    assert shown["ended_at"] is not None


def test_one_is_made_at_a_time_and_so_many_in_a_day(ann, bob, time) -> None:
    first, again = (
        ann.call("POST", "/me/exports", headers={"Idempotency-Key": "one"}) for _ in range(2)
    )
    assert first.json == again.json
    assert again.headers["Location"] == first.headers["Location"]
    with nothing_changes():
        refused(ann.post("/me/exports"), 409, "export_under_way")
    assert bob.post("/me/exports").status == 202
    tasks.build_exports()
    assert {one.done > 0 for one in Export.objects.all()} == {True}
    workers_gather()
    for _ in range(2):
        takes_along(ann)
    refused(ann.post("/me/exports"), 409, "too_many_exports")
    time.advance(hours=24)
    assert ann.post("/me/exports").status == 202


def test_nobody_else_gets_it_and_it_ends(ann, bob, stranger) -> None:
    made = ann.post("/me/exports").json["id"]
    workers_gather()
    for path in (f"/me/exports/{made}", f"/me/exports/{made}/archives/1"):
        refused(bob.get(path), 404, "export_not_found")
        refused(stranger.get(path), 401, "not_authenticated")
        assert ann.get(path).status == 200
    assert bob.get("/me/exports").json["results"] == []
    assert [one["id"] for one in ann.get("/me/exports").json["results"]] == [made]
    with connection.cursor() as cursor:
        cursor.execute("SELECT content FROM players_archive")
        assert not bytes(cursor.fetchone()[0]).startswith(b"PK")
    # Housekeeping goes by the database's own time, which does not travel.
    for days, removed in {6: 0, 8: 1}.items():
        Export.objects.update(asked_at=Now() - timedelta(days=days))
        assert housekeeping.remove_expired().get("exports", 0) == removed
    refused(ann.get(f"/me/exports/{made}"), 404, "export_not_found")
    assert not Archive.objects.exists()


def test_of_a_private_game_little_is_left(ann, bob, cat) -> None:
    game = make_game((ann, bob, cat), private=True)
    bob.post(f"/games/{game}/resign")
    shown = takes_along(bob)[f"games/{game}/game.json"]
    assert set(shown) == {"id", "participant", "refused"}
    assert shown["refused"] == "game_not_found"
