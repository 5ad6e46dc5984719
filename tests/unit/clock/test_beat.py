"""Beat rings when it is time, and sleeps in between."""

import fnmatch
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from celery import Celery
from celery.beat import SchedulingError
from celery.schedules import schedule

from tideapi.beat import Scheduler
from tideapi.celery import INTERVALS, QUEUES, app, get_interval, get_queue

BEGAN = datetime(2026, 11, 25, tzinfo=UTC)
EVERY = timedelta(seconds=0.2)
LOOK = timedelta(seconds=0.0001)
"""How long it takes to look whether something is due."""
RINGS = 50


class Ringing(Scheduler):
    """It notes when it rings, by a clock that goes on while it sleeps and when it looks."""

    producer: Any = None  # so no broker is asked for

    def __init__(self) -> None:
        self.now = BEGAN
        self.rung: list[datetime] = []
        alarms = Celery("alarms", set_as_current=False)
        due = schedule(EVERY, nowfun=lambda: self.now, app=alarms)
        alarms.conf.beat_schedule = {"ring": {"task": "ring", "schedule": due}}
        super().__init__(app=alarms)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.rung.append(self.now)

    def look(self) -> None:
        self.now += timedelta(seconds=self.tick() or 0) + LOOK


def test_it_looks_a_few_times_for_each_alarm_and_rings_on_time() -> None:
    beat = Ringing()
    for _ in range(4 * RINGS):
        beat.look()
    assert len(beat.rung) >= RINGS
    for one, other in pairwise(beat.rung):
        assert EVERY <= other - one <= EVERY + 4 * LOOK


def test_a_broker_that_is_away_is_logged_once_and_no_task_that_is_sent(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outcomes: list[Exception | None] = [None, *[SchedulingError("gone")] * 3, None, None]

    def send_or_fail(self: Scheduler, entry: Any, **given: Any) -> None:
        if (error := outcomes.pop(0)) is not None:
            raise error

    monkeypatch.setattr(Scheduler, "apply_async", send_or_fail)
    caplog.set_level("INFO")
    scheduler = Scheduler(app=Celery("alarms", set_as_current=False))
    entry = scheduler.Entry(name="ring", task="ring", app=scheduler.app)
    while outcomes:
        scheduler.apply_entry(entry)
    assert [record.levelname for record in caplog.records] == ["ERROR", "INFO"]
    assert not any(record.exc_info for record in caplog.records)


def test_beat_sends_only_tasks_that_there_are_and_so_are_those_that_a_queue_names() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} == INTERVALS.keys()
    assert INTERVALS.keys() <= app.tasks.keys()
    assert all(get_interval(task).total_seconds() > 0 for task in INTERVALS)
    for queue, patterns in QUEUES.items():
        for pattern in patterns:
            named = fnmatch.filter(app.tasks, pattern)
            assert named, pattern
            assert {*map(get_queue, named)} == {queue}
