"""What has expired is removed, in batches, and nothing else is."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from players import housekeeping, tasks
from players.models import Player, Token
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person
from tideapi.celery import app, get_queue

pytestmark = pytest.mark.django_db


def test_an_expired_token_is_told_of_for_some_days_and_then_removed(
    ann: Person, bob: Person
) -> None:
    hers = Token.objects.filter(player__username="ann")
    kept = timedelta(days=30)
    hers.update(expires_at=timezone.now() - kept + timedelta(hours=1))
    assert housekeeping.remove_expired() == {}
    refused(ann.get("/me"), 401, "token_expired")
    hers.update(expires_at=timezone.now() - kept - timedelta(hours=1))
    assert housekeeping.remove_expired() == {"tokens": 1}
    refused(ann.get("/me"), 401, "token_invalid")
    assert bob.get("/me").status == 200
    assert Player.objects.count() == 2


def test_tokens_that_a_new_password_has_ended_are_removed(ann: Person, bob: Person) -> None:
    player = Player.objects.get(username="ann")
    player.set_password("sea-urchin-and-sand")
    player.save(update_fields=["password"])
    assert Token.objects.count() == 2
    assert housekeeping.remove_expired() == {"tokens": 1}
    refused(ann.get("/me"), 401, "token_invalid")
    assert bob.get("/me").status == 200


def test_for_how_many_days_is_the_operators_to_say(ann: Person, settings: Any) -> None:
    settings.TIDE_EXPIRED_TOKEN_RETENTION_DAYS = 0
    Token.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert housekeeping.remove_expired() == {"tokens": 1}


def test_sessions_that_have_ended_are_removed() -> None:
    operator = Player.objects.create_superuser("olga", password="rock-pool-and-anemone")
    now, ended = Client(), Client()
    ended.force_login(operator)
    Session.objects.update(expire_date=timezone.now() - timedelta(minutes=1))
    now.force_login(operator)
    assert housekeeping.remove_expired() == {"sessions": 1}
    assert now.get("/admin/").status_code == 200
    assert ended.get("/admin/").status_code == 302


def test_it_goes_on_batch_by_batch(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "BATCH", 2)
    player = Player.objects.get()
    for _ in range(4):
        Token.issue(player)
    Token.objects.update(expires_at=timezone.now() - timedelta(days=99))
    assert housekeeping.remove_expired(seconds=0) == {}, "no time for it"
    assert Token.objects.count() == 5
    assert housekeeping.remove_expired(seconds=600) == {"tokens": 5}


def test_twice_does_nothing_twice(ann: Person) -> None:
    player = Player.objects.get()
    Token.objects.create(
        player=player,
        epoch=player.epoch,
        digest=b"old",
        created_at=timezone.now(),
        expires_at=timezone.now() - timedelta(days=99),
    )
    tasks.tidy()
    assert Token.objects.count() == 1
    with nothing_changes():
        tasks.tidy()


def test_beat_rings_for_it() -> None:
    entry = app.conf.beat_schedule[tasks.tidy.name]
    assert entry["schedule"].run_every <= timedelta(hours=1)
    assert get_queue(tasks.tidy.name) == "celery", "every worker takes it"
