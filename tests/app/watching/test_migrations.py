"""What waits until all migrations are applied."""

import logging
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError

from common.db import migrations
from notifications.replies import imap
from tests.migration_rows import Row, forget_newest_migration

pytestmark = pytest.mark.django_db


@pytest.fixture
def unapplied_rows() -> list[Row]:
    """The rows of a migration of which the database does not know that it was applied."""
    return forget_newest_migration()


def test_a_worker_waits_until_they_are_applied_and_logs_each_reason_once(
    unapplied_rows: list[Row], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks = 0
    find = migrations.find_unapplied

    def look_again() -> list[Any]:
        nonlocal looks
        looks += 1
        if looks <= 3:
            raise DatabaseError("password=hunter2")
        if looks > 6:
            Row.objects.bulk_create(unapplied_rows)
        return find()

    monkeypatch.setattr(migrations, "find_unapplied", look_again)
    monkeypatch.setattr(migrations, "sleep", lambda seconds: None)
    migrations.wait_until_applied()
    assert looks == 7
    first, second = (record.getMessage() for record in caplog.records)
    assert first == "Waiting: the database does not answer: DatabaseError."
    assert second.startswith("Waiting: 1 migrations are not applied, the first of them games.")
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_replies_by_mail_wait_for_them(unapplied_rows, settings, monkeypatch) -> None:
    waited, taken = [], []

    def apply_while_waiting(seconds: float) -> None:
        waited.append(seconds)
        Row.objects.bulk_create(unapplied_rows)

    monkeypatch.setattr(migrations, "sleep", apply_while_waiting)
    monkeypatch.setattr(imap, "poll", lambda: taken.append(len(waited)))
    settings.TIDE_REPLY_DOMAIN, settings.TIDE_IMAP_URL = "tide.example", "imaps://mail.example"
    call_command("mailin", "--imap")
    assert taken == [1]
