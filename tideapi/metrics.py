"""Figures for operators in the text format of Prometheus: is the clock keeping up, and who plays."""

import hmac
from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count, F, Min
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from common import counters
from common.rest.errors import ApiError
from games.background.due_turns import SWEEP
from games.clock.now import now
from games.models import Heartbeat, Submission, Turn
from notifications.channels import NAMES
from notifications.delivery.sender import NOTICES, OUTCOMES
from notifications.models import Receiver, Webhook
from notifications.webhooks import sender as webhook_sender
from tideapi.errors import Problem
from tideapi.watching import backlogs, figures


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For who sends TIDE_METRICS_TOKEN as a bearer token. Without one it is shut, but for development.

    The figures add up all games, those too that are nobody else's to know of.
    """
    wanted = settings.TIDE_METRICS_TOKEN
    if not wanted and not settings.DEBUG:
        message = "Metrics are closed until TIDE_METRICS_TOKEN is set."
        return Problem(ApiError("permission_denied", message))
    sent = request.headers.get("Authorization", "")
    if wanted and not hmac.compare_digest(sent.encode(), f"Bearer {wanted}".encode()):
        message = "Send the token for metrics as `Bearer <token>`."
        return Problem(ApiError("not_authenticated", message))
    registry = CollectorRegistry()
    registry.register(ClockCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class ClockCollector(Collector):
    """Collector of the database's figures on deadlines, and of the processes' counters."""

    def collect(self) -> Iterator[Metric]:
        """Each figure, read at the moment of asking."""
        yield from _turns()
        yield from _sweeps()
        answers = CounterMetricFamily(
            "tide_answers", "Answers in closed turns, by who chose them.", labels=["by"]
        )
        counted = counters.read(counters.ANSWERS)
        for by in Submission.By.values:
            answers.add_metric([by], counted.get(by, 0))
        yield answers
        yield from _webhooks()
        yield from _notices()
        yield from figures.collect_figures()

    def describe(self) -> list[Metric]:
        """Nothing: asking the registry to look would ask the database when the process starts."""
        return []


def _turns() -> Iterator[Metric]:
    moment = now()
    open_turns, aside = Turn.objects.open(), Turn.objects.set_aside()
    # What is set aside is looked at later and later; what counts is how long its players have waited.
    # The index by which turns are looked at has those apart for which nobody waits.
    looks = [
        *(
            open_turns.filter(faults=0, unattended=alone).aggregate(first=Min("next_check_at"))[
                "first"
            ]
            for alone in (False, True)
        ),
        aside.aggregate(first=Min(F("due_at") - F("game__ahead")))["first"],
    ]
    late = [
        (moment - next_check).total_seconds()
        for next_check in looks
        if next_check is not None and next_check < moment
    ]
    yield GaugeMetricFamily(
        "tide_oldest_overdue_seconds",
        "How long the turn that has waited longest should have been looked at.",
        max(late, default=0.0),
    )
    yield GaugeMetricFamily(
        "tide_overdue_turns",
        "Turns that should have been looked at by now.",
        sum(
            open_turns.filter(next_check_at__lte=moment, unattended=alone).count()
            for alone in (False, True)
        ),
    )
    yield GaugeMetricFamily("tide_games_set_aside", "Games whose rules have raised.", aside.count())


def _sweeps() -> Iterator[Metric]:
    beat = Heartbeat.objects.filter(name=SWEEP).first()
    if beat is not None:
        yield GaugeMetricFamily(
            "tide_last_sweep_timestamp_seconds", "When a sweep finished last.", beat.at.timestamp()
        )
        yield GaugeMetricFamily(
            "tide_last_sweep_seconds", "How long the last sweep took.", beat.seconds
        )
    counted = counters.read(counters.SWEEPS)
    yield CounterMetricFamily("tide_sweeps", "Sweeps that have finished.", counted.get("count", 0))
    yield CounterMetricFamily(
        "tide_sweep_seconds", "Time that they took together.", counted.get("seconds", 0)
    )


def _webhooks() -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "tide_oldest_webhook_due_seconds",
        "How long the webhook that has waited longest should have been sent to.",
        backlogs.webhook_delay(),
    )
    failing = Webhook.objects.failing().count()
    yield GaugeMetricFamily(
        "tide_webhooks_failing", "Webhooks of which the last attempt has failed.", failing
    )
    attempts = CounterMetricFamily(
        "tide_webhook_attempts",
        "Attempts to send to webhooks, by what has become of the message.",
        labels=["outcome"],
    )
    counted = counters.read(webhook_sender.WEBHOOKS)
    for outcome in ("delivered", "retried", "failed"):
        attempts.add_metric([outcome], counted.get(outcome, 0))
    yield attempts


def _notices() -> Iterator[Metric]:
    due = Receiver.objects.filter(
        enabled=True, next_attempt_at__lte=now(), player__is_active=True
    ).values_list("channel")
    waiting = GaugeMetricFamily(
        "tide_receivers_waiting",
        "Receivers at which something should be told by now, by channel.",
        labels=["channel"],
    )
    found = dict(due.annotate(Count("pk")).order_by("channel"))
    counter = CounterMetricFamily(
        "tide_notices",
        "Messages to people, by channel and by what has become of them.",
        labels=["channel", "outcome"],
    )
    counted = counters.read(NOTICES)
    for name in NAMES:
        waiting.add_metric([name], found.get(name, 0))
        for outcome in OUTCOMES:
            counter.add_metric([name, outcome], counted.get(f"{name} {outcome}", 0))
    yield waiting
    yield counter
