"""What has expired is removed, in batches, and nothing else is."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from players import housekeeping, tasks
from players.models import TOKEN_START, Player, Token, token_digest
from tests.app.api.refusals import nothing_changes, refused
from tideapi.celery import app, get_queue

pytestmark = pytest.mark.django_db


def test_a_token_has_256_random_bits_and_is_kept_as_its_digest(ann) -> None:
    player = Player.objects.get()
    issued = [Token.objects.issue(player) for _ in range(10)]
    assert len({secret for _, secret in issued}) == 10
    for row, secret in issued:
        assert secret.startswith(TOKEN_START)
        assert len(secret) == len(TOKEN_START) + 43  # 32 bytes in base64 without padding
        assert bytes(row.digest) == token_digest(secret)
        assert row.shown == secret[:9]
        assert secret not in str(row)


def test_the_last_use_of_a_token_is_written_once_an_hour(ann) -> None:
    ann.get("/rulesets")
    first = Token.objects.get().last_used_at
    assert first is not None
    for minutes, is_written in {59: False, 61: True}.items():
        with time_machine.travel(first + timedelta(minutes=minutes)):
            ann.get("/rulesets")
        assert (Token.objects.get().last_used_at != first) == is_written


def test_a_token_that_has_ended_is_removed(ann, bob, settings) -> None:
    rows = Token.objects.filter(player__username="ann")
    kept = timedelta(days=30)
    rows.update(expires_at=timezone.now() - kept + timedelta(hours=1))
    assert housekeeping.remove_expired() == {}
    refused(ann.get("/me"), 401, "token_expired")
    rows.update(expires_at=timezone.now() - kept - timedelta(hours=1))
    assert housekeeping.remove_expired() == {"tokens": 1}
    refused(ann.get("/me"), 401, "token_invalid")
    # For how many days is the operator's to say.
    player = Player.objects.get(username="ann")
    Token.objects.issue(player)
    settings.TIDE_EXPIRED_TOKEN_RETENTION_DAYS = 0
    rows.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert housekeeping.remove_expired() == {"tokens": 1}
    Token.objects.issue(player)
    player.set_password("sea-urchin-and-sand")
    player.save(update_fields=["password"])
    assert housekeeping.remove_expired() == {"tokens": 1}
    assert bob.get("/me").status == 200
    assert Player.objects.count() == 2


def test_sessions_that_have_ended_are_removed() -> None:
    operator = Player.objects.create_superuser("olga", password="rock-pool-and-anemone")
    now, ended = Client(), Client()
    ended.force_login(operator)
    Session.objects.update(expire_date=timezone.now() - timedelta(minutes=1))
    now.force_login(operator)
    assert housekeeping.remove_expired() == {"sessions": 1}
    assert now.get("/admin/").status_code == 200
    assert ended.get("/admin/").status_code == 302


def test_it_goes_on_batch_by_batch(ann, monkeypatch) -> None:
    monkeypatch.setattr(housekeeping, "BATCH", 2)
    player = Player.objects.get()
    for _ in range(4):
        Token.objects.issue(player)
    Token.objects.update(expires_at=timezone.now() - timedelta(days=99))
    assert housekeeping.remove_expired(seconds=0) == {}, "no time for it"
    assert Token.objects.count() == 5
    assert housekeeping.remove_expired(seconds=600) == {"tokens": 5}
    Token.objects.issue(player)
    Token.objects.update(expires_at=timezone.now() - timedelta(days=99))
    tasks.tidy()
    assert Token.objects.count() == 0
    with nothing_changes():
        tasks.tidy()


def test_beat_rings_for_it() -> None:
    entry = app.conf.beat_schedule[tasks.tidy.name]
    assert entry["schedule"].run_every <= timedelta(hours=1)
    assert get_queue(tasks.tidy.name) == "celery", "every worker takes it"
