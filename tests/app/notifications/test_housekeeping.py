"""What the hourly task of notifications removes, and what it leaves."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from notifications import tasks
from notifications.models import AnswerLink, Delivery, ReceivedMail
from notifications.questions import secrets
from tests.app.notifications.asking import notice
from tests.people import Person
from tests.webhooks import grow_older, makes

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)


def test_links_are_removed_when_no_turn_lasts_so_long(
    table: Callable[..., str], ann: Person, bob: Person
) -> None:
    game = table()
    old, kept = (secrets.of(notice(person, game)) for person in (ann, bob))
    assert old is not None
    assert kept is not None
    age(old, secrets.KEPT_FOR + A_DAY)
    age(kept, secrets.KEPT_FOR - A_DAY)
    tasks.tidy()
    assert secrets.find(old) is None
    assert secrets.find(kept) is not None


def test_old_deliveries_are_removed_also_where_nothing_is_sent(ann: Person) -> None:
    hook = makes(ann, "https://bots.example/tide")
    ann.post(f"/me/receivers/{hook['id']}/test")
    grow_older(days=29)
    tasks.tidy()
    assert Delivery.objects.count() == 1
    grow_older(days=2)
    tasks.tidy()
    assert Delivery.objects.count() == 0


def age(secret: str, by: timedelta) -> None:
    row = secrets.find(secret)
    assert row is not None
    AnswerLink.objects.filter(pk=row.pk).update(made_at=F("made_at") - by)


def test_marks_of_mails_are_removed_when_no_server_brings_them_again() -> None:
    assert ReceivedMail.mark_handled([b"old"], "")
    ReceivedMail.objects.update(at=F("at") - ReceivedMail.KEPT_FOR - A_DAY)
    assert ReceivedMail.mark_handled([b"young"], "")
    tasks.tidy()
    assert ReceivedMail.mark_handled([b"old"], "")
    assert not ReceivedMail.mark_handled([b"young"], "")
