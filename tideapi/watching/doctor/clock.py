"""Checks that sweeps, turns, bots and deliveries are on time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from games.background.due_turns import SWEEP
from games.clock.now import now
from games.models import Heartbeat, Turn
from notifications.models import Delivery, Notification
from tideapi.watching import backlogs
from tideapi.watching.doctor.findings import Finding, length_in_words

LATE = timedelta(seconds=60)
"""The delay from which on an operator should look."""
APART = timedelta(seconds=2)
"""The tolerated difference between this machine's clock and the database's."""
FEW = 10
"""Messages that may be given up in a day without a finding."""


def clocks_agree() -> Iterator[Finding]:
    before = datetime.now(UTC)
    database = now()
    after = datetime.now(UTC)
    apart = max(before - database, database - after)
    if apart > APART:
        span = length_in_words(apart.total_seconds())
        message = f"The database's clock and this machine's are {span} apart."
        what = "Set both by NTP. Deadlines go by the database's, the log by this machine's."
        yield Finding("clocks-apart", message, what)


def sweep_late() -> float | None:
    """Return the seconds since the last sweep, if too many; infinity if there was none."""
    age = Heartbeat.objects.age(SWEEP)
    late = float("inf") if age is None else age.total_seconds()
    return late if late > settings.TIDE_MAX_SWEEP_AGE_SECONDS else None


def sweep_is_in_time() -> Iterator[Finding]:
    late = sweep_late()
    if late is None:
        return
    since = "ever" if late == float("inf") else f"for {length_in_words(late)}"
    what = "See docs/operators/runbook.md#the-sweep-is-late. Nothing is lost, deadlines wait."
    yield Finding("sweep-late", f"No sweep has finished {since}: deadlines stand still.", what)


def mailbox_is_read() -> Iterator[Finding]:
    most = max(LATE, 5 * timedelta(seconds=settings.TIDE_IMAP_INTERVAL_SECONDS))
    age = Heartbeat.objects.age(Heartbeat.MAILBOX) if settings.TIDE_IMAP_URL else None
    if age is not None and age > most:
        message = f"The mailbox was read {length_in_words(age.total_seconds())} ago."
        what = "Is `manage.py mailin --imap` running, and what does its log say? Mails wait there."
        yield Finding("mailbox-unread", message, what)


def turns_are_in_time() -> Iterator[Finding]:
    late = Turn.objects.due(now() - LATE).filter(faults=0)
    if count := late.count():
        message = f"{_turns(count)} should have been looked at more than a minute ago."
        yield Finding("turns-overdue", message, "See docs/operators/runbook.md#turns-are-overdue.")


def no_game_is_set_aside() -> Iterator[Finding]:
    if count := Turn.objects.set_aside().count():
        of_games = "1 game has" if count == 1 else f"{count} games have"
        message = f"The rules of {of_games} raised an error, and time stands still there."
        yield Finding(
            "games-set-aside", message, "`manage.py retry` lists them, the admin says where."
        )


def bots_move() -> Iterator[Finding]:
    open_turns = Turn.objects.open()
    for column, kind in (("bots_at", "bots"), ("thinkers_at", "bots that think long")):
        late = open_turns.filter(**{f"{column}__lt": now() - LATE})
        if count := late.count():
            message = f"In {_turns(count)} {kind} should have moved more than a minute ago."
            yield Finding("bots-waiting", message, "See docs/operators/runbook.md#bots-wait.")


def outbox_is_in_time() -> Iterator[Finding]:
    for what, ask in (
        ("A webhook", backlogs.webhook_delay),
        ("A notice", backlogs.receiver_delay),
        ("A letter", backlogs.letter_delay),
    ):
        late = ask()
        if late > LATE.total_seconds():
            message = f"{what} should have gone out {length_in_words(late)} ago."
            yield Finding(
                "outbox-late", message, "See docs/operators/runbook.md#the-outbox-is-late."
            )


def messages_arrive() -> Iterator[Finding]:
    """Check that not more was given up in a day than has arrived; single addresses may be gone."""
    since = now() - timedelta(days=1)
    kinds: tuple[tuple[str, QuerySet[Delivery] | QuerySet[Notification]], ...] = (
        ("messages to webhooks", Delivery.objects.all()),
        ("notices", Notification.objects.all()),
    )
    for what, rows in kinds:
        recent = rows.filter(created_at__gt=since)
        failed = recent.filter(state="failed").count()
        if failed > FEW and failed > recent.filter(state="delivered").count():
            message = f"{failed} {what} were given up within a day, more than have arrived."
            yield Finding(
                "messages-given-up", message, "See docs/operators/runbook.md#notices-are-given-up."
            )


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"
