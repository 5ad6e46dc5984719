"""The state of the server for the admin's first page: findings, and figures with the pages behind them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import redis
from django.conf import settings
from django.db.models import Model, QuerySet
from django.urls import reverse

from games.models import Game, Heartbeat, Turn
from notifications.models import Receiver, Webhook
from players.models import MailServer
from tideapi.watching import backlogs, doctor
from tideapi.watching.doctor.findings import Finding, length_in_words


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the page: a number or a word, and the list of the rows that it counts."""

    name: str
    value: int | str
    is_wrong: bool = False
    page: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    findings: list[Finding]
    figures: list[Figure]


def describe_now(operator: Any) -> Overview:
    """Return what is wrong now. Rows that the operator may not view are not counted."""
    counts = [_count(*one) for one in _rows_that_fail() if _may_view(operator, one[1].model)]
    figures = [*counts, *_mailbox(), *_queues()]
    return Overview(doctor.examine(doctor.LOOKS_AT_ROWS), figures)


def _rows_that_fail() -> "Iterator[tuple[str, QuerySet[Any], str]]":
    """Yield the name, the rows, and the filter of the admin's list that shows the same."""
    aside = Game.objects.filter(pk__in=Turn.objects.set_aside().values("game"))
    yield "Games set aside", aside, "clock=aside"
    yield "Webhooks that fail", Webhook.objects.failing(), "now=failing"
    yield "Other receivers that fail", Receiver.objects.failing(), "now=failing"
    yield "Mail servers away", MailServer.objects.filter(failures__gt=0), "now=failing"


def _may_view(operator: Any, model: type[Model]) -> bool:
    return bool(operator.has_perm(f"{model._meta.app_label}.view_{model._meta.model_name}"))  # noqa: SLF001  Public by documentation.


def _count(name: str, rows: "QuerySet[Any]", shown: str) -> Figure:
    count, model = rows.count(), rows.model._meta  # noqa: SLF001
    page = reverse(f"admin:{model.app_label}_{model.model_name}_changelist")
    return Figure(name, count, count > 0, f"{page}?{shown}")


def _mailbox() -> Iterator[Figure]:
    if settings.TIDE_IMAP_URL:
        age = Heartbeat.objects.age(Heartbeat.MAILBOX)
        read = (
            f"read {length_in_words(age.total_seconds())} ago"
            if age is not None
            else "not read yet"
        )
        yield Figure("Mailbox", read, age is None)


def _queues() -> Iterator[Figure]:
    try:
        lengths = backlogs.queue_lengths()
        yield Figure("Queues", ", ".join(f"{name} {length}" for name, length in lengths.items()))
    except redis.RedisError:
        yield Figure("Queues", "the broker does not answer", is_wrong=True)
