"""The hour of a notification: at once, with the digest, or after quiet hours.

Hours are those of the player's time zone. An hour that the clocks skip counts once they have gone on; of one
that comes twice the first counts, unless that is over.

A notification never waits until it is useless: one that would expire before is sent at once.

Why so: docs/decisions/notices.md.
"""

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from notifications.models import Preferences
from notifications.notice import UTC, NoticeKind

DAY = timedelta(days=1)


class Hour(NamedTuple):
    """The moment to send a notification, and whether it was put off for that."""

    at: datetime
    put_off: bool


def told_at(
    preferences: Preferences,
    kind: NoticeKind,
    moment: datetime,
    due_at: datetime | None,
    *,
    in_digest: bool,
) -> Hour:
    """Return when to send a notification that could go at this moment.

    `due_at` is when it expires. `in_digest` says that the channel has digests, and this was in none yet.
    """
    at, digest = moment, preferences.mode == Preferences.Mode.DIGEST
    if in_digest and digest and kind != NoticeKind.NEARLY_UP:
        at = next_hour(preferences.digest_at, get_zone(preferences), moment)
        if due_at is not None and due_at <= at:
            at = moment
    end = quiet_end(preferences, at)
    if end is not None and (due_at is None or end < due_at):
        at = end
    return Hour(at, at != moment)


def get_zone(preferences: Preferences) -> ZoneInfo:
    return ZoneInfo(preferences.zone)


def next_hour(
    hour: time, where: ZoneInfo, after: datetime, *, folds: tuple[int, ...] = (0,)
) -> datetime:
    """Return the next moment with this hour in a zone; of an hour that comes twice, the first or both."""
    today = after.astimezone(where).date()
    return next(
        moment
        for days in range(3)
        for fold in folds
        if (moment := _local_moment(today + days * DAY, hour, where, fold)) > after
    )


def quiet_end(preferences: Preferences, moment: datetime) -> datetime | None:
    """Return the end of the player's quiet hours; None if this moment is not in them."""
    since, until = preferences.quiet_from, preferences.quiet_until
    if since is None or until is None or since == until:
        return None
    where = get_zone(preferences)
    here = moment.astimezone(where).time()
    quiet = since <= here < until if since < until else here >= since or here < until
    return next_hour(until, where, moment, folds=(0, 1)) if quiet else None


def _local_moment(day: date, hour: time, where: ZoneInfo, fold: int) -> datetime:
    """Return the moment at which clocks there show this; where they do twice, `fold` says which."""
    return datetime.combine(day, hour, where).replace(fold=fold).astimezone(UTC)
