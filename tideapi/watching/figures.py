"""Figures for `/metrics` about the infrastructure: errors, queues, and PostgreSQL."""

from collections.abc import Iterator
from http import HTTPStatus

import redis
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from common import counters
from common.rest.error_codes import CODES
from games.clock.now import now
from games.models import Turn
from tideapi.watching import backlogs, calls, database

MAX_COUNTED_TURNS = 10_000
"""Turns that are counted at most; more are shown as this number."""


def collect_figures() -> Iterator[Metric]:
    """Yield all figures, read at this moment."""
    yield from _error_metrics()
    yield from _queue_metrics()
    yield from _outbox_metrics()
    yield from _database_metrics()
    yield from _standby_metrics()
    yield from calls.collect_metrics()


def _error_metrics() -> Iterator[Metric]:
    errors = CounterMetricFamily(
        "tide_server_errors", "Calls answered with a status from 500 on, by code.", labels=["code"]
    )
    counted = counters.read(counters.ERRORS)
    for code, known in CODES.items():
        if known.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            errors.add_metric([code], counted.get(code, 0))
    yield errors


def _queue_metrics() -> Iterator[Metric]:
    messages = GaugeMetricFamily(
        "tide_queue_messages", "Messages that wait in the broker.", labels=["queue"]
    )
    try:
        lengths = backlogs.queue_lengths()
    except redis.RedisError:
        lengths = {}  # /readyz says that the broker is away.
    for queue, length in lengths.items():
        messages.add_metric([queue], length)
    yield messages
    bots = GaugeMetricFamily(
        "tide_bots_waiting", "Turns in which a bot has to move by now.", labels=["queue"]
    )
    moment = now()
    bots.add_metric(["celery"], Turn.objects.bots_due(moment)[:MAX_COUNTED_TURNS].count())
    bots.add_metric(["thinkers"], Turn.objects.thinkers_due(moment)[:MAX_COUNTED_TURNS].count())
    yield bots


def _outbox_metrics() -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "tide_oldest_receiver_due_seconds",
        "How long the receiver that has waited longest should have been told.",
        backlogs.receiver_delay(),
    )
    yield GaugeMetricFamily(
        "tide_oldest_letter_due_seconds",
        "How long the letter that has waited longest should have been sent.",
        backlogs.letter_delay(),
    )


def _database_metrics() -> Iterator[Metric]:
    sessions = database.count_sessions()
    yield GaugeMetricFamily(
        "tide_database_connections", "Connections to PostgreSQL.", sessions.count
    )
    yield GaugeMetricFamily(
        "tide_database_connections_most",
        "Connections that PostgreSQL takes from users other than superusers.",
        sessions.most,
    )
    yield GaugeMetricFamily(
        "tide_database_longest_transaction_seconds",
        "How long the oldest transaction has been open.",
        sessions.longest,
    )
    yield GaugeMetricFamily(
        "tide_database_bytes", "What the database takes on disk.", database.database_size()
    )


def _standby_metrics() -> Iterator[Metric]:
    found = database.list_standbys()
    yield GaugeMetricFamily("tide_standbys", "Standbys that follow PostgreSQL.", len(found))
    behind = GaugeMetricFamily(
        "tide_standby_lag_bytes", "What a standby has still to take over.", labels=["standby"]
    )
    late = GaugeMetricFamily(
        "tide_standby_lag_seconds", "How late a standby takes over.", labels=["standby"]
    )
    for one in found:
        if one is not None:
            behind.add_metric([one.name], one.bytes)
            late.add_metric([one.name], one.seconds)
    yield behind
    yield late
