"""Games that older code has archived are written in the form of today, and answer as before."""

import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games import archiving
from games.archive import storage
from games.archive.former import codec as former
from games.archive.former.history import History as Former
from games.models import ArchivedGame, Game, PrivateEvent
from games.play.record import history_of
from games.repository.log import events_of
from tests import document
from tests.moving_time import Time, standing
from tests.people import Person
from tests.thorough.archive import reads
from tests.thorough.verify.soak_game import Soaked
from tideapi.db import encrypted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def time() -> Iterator[Time]:
    with standing() as time:
        yield time


@pytest.mark.parametrize("in_store", [False, True])
@pytest.mark.parametrize("number", range(4))
def test_a_game_of_the_former_form_answers_as_before(
    number: int,
    in_store: bool,
    time: Time,
    stranger: Person,
    settings: Any,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(document, "check", lambda said: None)
    soaked = Soaked(number, time, Random(f"archived {number}"))
    soaked.play()
    people = [one for one in soaked.people if one.get("/me/games").status == 200]
    before = reads.everything([soaked.game], people, stranger)
    old = pack_as_before(soaked.game)
    if in_store:
        there = {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": str(tmp_path)},
        }
        settings.STORAGES = {**settings.STORAGES, storage.ALIAS: there}
    assert archiving.archive_game(soaked.game) == archiving.ARCHIVED
    row = ArchivedGame.objects.get()
    if in_store:
        storage._store_object(row, encrypted.encrypt_bytes(old))
    else:
        row.content = old
    row.save()
    path = f"/games/{soaked.game}/record"
    assert stranger.get(path).status == 503
    for lines in ("1 games written again\n", "0 games written again\n"):
        out = io.StringIO()
        call_command("rearchive", stdout=out)
        assert out.getvalue() == lines
    assert reads.everything([soaked.game], people, stranger) == before


def pack_as_before(game: str) -> bytes:
    turns, stages = history_of(game)
    loose = PrivateEvent.objects.filter(game=game, turn__isnull=True).order_by("number")
    key = Game.objects.get(pk=game).nonce_key
    return former.pack_history(Former(turns, stages, events_of(game), list(loose), key))
