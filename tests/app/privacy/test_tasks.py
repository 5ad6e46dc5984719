"""Beat rings for what leaving needs, and the tasks do it."""

import pytest
from django.utils import timezone

from players import tasks
from players.models import AccountDeletion, Export
from tests.people import Person
from tideapi.celery import app

pytestmark = pytest.mark.django_db


def test_beat_rings_for_exports_and_endings() -> None:
    rung = set(app.conf.beat_schedule)
    assert rung >= {tasks.build_exports.name, tasks.end_accounts.name}


def test_an_export_goes_on(ann: Person) -> None:
    ann.post("/me/exports")
    tasks.build_exports()
    assert Export.objects.get().done > 0


def test_an_account_that_is_due_is_closed(ann: Person) -> None:
    ann.delete("/me")
    AccountDeletion.objects.update(next_at=timezone.now())
    tasks.end_accounts()
    assert AccountDeletion.objects.get().closed_at is not None
