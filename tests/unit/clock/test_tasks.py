"""What beat sends is a task, and each queue's tasks are there."""

import fnmatch

from tideapi.celery import INTERVALS, QUEUES, app, get_interval, get_queue


def test_beat_sends_only_tasks_that_there_are() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} == INTERVALS.keys()
    assert INTERVALS.keys() <= app.tasks.keys()
    assert all(get_interval(task).total_seconds() > 0 for task in INTERVALS)


def test_every_task_that_a_queue_names_is_there() -> None:
    app.loader.import_default_modules()
    for queue, patterns in QUEUES.items():
        for pattern in patterns:
            named = fnmatch.filter(app.tasks, pattern)
            assert named, pattern
            assert {*map(get_queue, named)} == {queue}
