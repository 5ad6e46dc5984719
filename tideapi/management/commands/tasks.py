"""Command that writes docs/tasks.md from the docstring of each task."""

from datetime import timedelta
from inspect import getdoc

from tideapi.celery import INTERVALS, app, get_queue
from tideapi.management.generated import PageCommand

BEGINNING = """\
# Tasks

What Celery's workers do. A task may be lost or run twice: the database says what is due, and the next task
does what a lost one should have done. [Each worker](operators/install.md#what-runs) takes one queue; `celery`
is that of the plain worker.

## What beat sends

The settings are in seconds ([with their defaults](operators/settings.md)); the other intervals are fixed.

| task | what | how often | queue |
|---|---|---|---|
"""

SENT_AT_COMMITS = """
## What calls and tasks send

Once their transaction is committed, and if the broker takes it soon (`TIDE_BROKER_TIMEOUT_SECONDS`).

| task | what | queue |
|---|---|---|
"""


class Command(PageCommand):
    help = "Write docs/tasks.md, the table of the tasks of Celery's workers, from the code."
    page = "tasks.md"

    def text(self) -> str:
        return page()


def page() -> str:
    """Return the whole page."""
    app.loader.import_default_modules()
    rung = (_write_row(task, _write_interval(often)) for task, often in INTERVALS.items())
    others = sorted(name for name in app.tasks.keys() - INTERVALS.keys() if _is_ours(name))
    return "".join([BEGINNING, *rung, SENT_AT_COMMITS, *map(_write_row, others)])


def _write_row(task: str, *more: str) -> str:
    what = (getdoc(app.tasks[task].run) or "").partition("\n")[0]
    return f"| {' | '.join([f'`{task}`', what, *more, f'`{get_queue(task)}`'])} |\n"


def _write_interval(often: str | timedelta) -> str:
    if isinstance(often, str):
        return f"`{often}`"
    minutes, seconds = divmod(int(often.total_seconds()), 60)
    return ", ".join(_write_count(minutes, "minute") + _write_count(seconds, "second"))


def _write_count(number: int, unit: str) -> list[str]:
    return [f"{number} {unit}{'s' if number > 1 else ''}"] if number else []


def _is_ours(task: str) -> bool:
    return not task.startswith("celery.")
