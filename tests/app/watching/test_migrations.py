"""What waits until all migrations are applied, and which databases `migrate` refuses."""

import logging
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from notifications.replies import imap
from tests.unapplied import Row, forget, forget_newest
from tideapi import checks
from tideapi.db import migrations

pytestmark = pytest.mark.django_db


@pytest.fixture
def unapplied() -> list[Row]:
    """The rows of a migration of which the database does not know that it was applied."""
    return forget_newest()


def test_a_worker_waits_until_they_are_applied_and_logs_each_reason_once(
    unapplied: list[Row], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks = 0
    find = migrations.find_unapplied

    def look_again() -> list[Any]:
        nonlocal looks
        looks += 1
        if looks <= 3:
            raise DatabaseError("password=hunter2")
        if looks > 6:
            Row.objects.bulk_create(unapplied)
        return find()

    monkeypatch.setattr(migrations, "find_unapplied", look_again)
    monkeypatch.setattr(migrations, "sleep", lambda seconds: None)
    migrations.wait_until_applied()
    assert looks == 7
    first, second = (record.getMessage() for record in caplog.records)
    assert first == "Waiting: the database does not answer: DatabaseError."
    assert second.startswith("Waiting: 1 migrations are not applied, the first of them games.")
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_replies_by_mail_wait_for_them(
    unapplied: list[Row], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited, taken = [], []

    def apply_while_waiting(seconds: float) -> None:
        waited.append(seconds)
        Row.objects.bulk_create(unapplied)

    monkeypatch.setattr(migrations, "sleep", apply_while_waiting)
    monkeypatch.setattr(imap, "poll", lambda: taken.append(len(waited)))
    settings.TIDE_REPLY_DOMAIN, settings.TIDE_IMAP_URL = "tide.example", "imaps://mail.example"
    call_command("mailin", "--imap")
    assert taken == [1]


def squashed(app: str) -> dict[str, list[str]]:
    """The squashed migrations of an app, and what each of them replaces."""
    found = MigrationLoader(connection).replacements.items()
    return {key[1]: [name for _, name in one.replaces] for key, one in found if key[0] == app}


def migrate(capsys: pytest.CaptureFixture[str]) -> str:
    """Run `migrate` with its checks, and return what it says."""
    call_command("migrate", skip_checks=False)
    return capsys.readouterr().out


def test_a_database_with_all_that_was_replaced_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """So does one that was migrated by the last version before."""
    for app in ("players", "games", "notifications"):
        assert len(forget(app, list(squashed(app)))) == len(squashed(app)) > 0
    assert "No migrations to apply." in migrate(capsys)
    for app in ("players", "games", "notifications"):
        assert len(forget(app, list(squashed(app)))) == len(squashed(app))


@pytest.mark.parametrize("app", ["players", "games", "notifications"])
def test_a_database_from_the_midst_of_what_was_replaced_is_refused(app: str) -> None:
    replaced = sorted(name for names in squashed(app).values() for name in names)
    forget(app, list(squashed(app)))
    missing: list[tuple[str, str]] = []
    for name in reversed(replaced[1:]):
        assert len(forget(app, [name])) == 1
        missing.insert(0, (app, name))
        with pytest.raises(SystemCheckError, match=r"tideapi\.E009") as refused:
            call_command("migrate", skip_checks=False)
        said = str(refused.value)
        assert f"squashed since: {', '.join('.'.join(one) for one in missing)}.\n" in said
        assert f"Nothing was changed. Update to commit {checks.BEFORE_SQUASH} first" in said
        assert migrations.find_unapplied()
    forget(app, replaced[:1])
    assert migrations.find_missing_replaced(MigrationLoader(connection)) == []


@pytest.mark.parametrize("app", ["players", "games"])
def test_an_empty_database_goes_on_between_the_two_files_of_an_app(app: str) -> None:
    second, replaced = sorted(squashed(app).items())[1]
    loader = MigrationLoader(connection)
    later = sorted(name for label, name in loader.graph.nodes if label == app and name > second)
    forget(app, [second, *replaced, *later])
    missing = [(one.app_label, one.name) for one in migrations.find_unapplied()]
    assert missing == [(app, name) for name in (second, *later)]
    assert migrations.find_missing_replaced(MigrationLoader(connection)) == []
