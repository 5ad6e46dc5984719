"""When something is told: at once, at the hour of a digest, or after quiet hours.

Hours are those of her zone. An hour that the clocks leave out is told when they have gone on; of one that
comes twice the first counts, unless that is over.

Nothing waits beyond the moment at which it would be of no use: what would run out before is told at once.

Why so: docs/why.md#before-it-runs-out.
"""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from notifications.models import Preferences
from notifications.notice import UTC, Kind

DAY = timedelta(days=1)


class Hour(NamedTuple):
    """When something is told, and whether it was put off for that."""

    at: datetime
    put_off: bool


def told_at(
    preferences: Preferences,
    kind: Kind,
    moment: datetime,
    due_at: datetime | None,
    *,
    in_digest: bool,
) -> Hour:
    """When something goes that could go at this moment.

    `due_at` is when it runs out. `in_digest` says whether the channel has digests, and this was in none yet.
    """
    at, digest = moment, preferences.mode == Preferences.Mode.DIGEST
    if in_digest and digest and kind != Kind.NEARLY_UP:
        at = next_hour(preferences.digest_at, zone(preferences), moment)
        if due_at is not None and due_at <= at:
            at = moment
    end = quiet_end(preferences, at)
    if end is not None and (due_at is None or end < due_at):
        at = end
    return Hour(at, at != moment)


def zone(preferences: Preferences) -> ZoneInfo:
    return ZoneInfo(preferences.zone)


def next_hour(
    hour: time, where: ZoneInfo, after: datetime, *, folds: tuple[int, ...] = (0,)
) -> datetime:
    """The next moment at which it is this hour there; of an hour that comes twice, the first or both."""
    today = after.astimezone(where).date()
    return next(
        moment
        for days in range(3)
        for fold in folds
        if (moment := _moment(today + days * DAY, hour, where, fold)) > after
    )


def quiet_end(preferences: Preferences, moment: datetime) -> datetime | None:
    """When her quiet hours end; None if there are none at this moment."""
    since, until = preferences.quiet_from, preferences.quiet_until
    if since is None or until is None or since == until:
        return None
    where = zone(preferences)
    here = moment.astimezone(where).time()
    quiet = since <= here < until if since < until else here >= since or here < until
    return next_hour(until, where, moment, folds=(0, 1)) if quiet else None


def _moment(day: date, hour: time, where: ZoneInfo, fold: int) -> datetime:
    """The moment at which clocks there show this; where they do twice, `fold` says which."""
    return datetime.combine(day, hour, where).replace(fold=fold).astimezone(UTC)
