"""When something is told: digests at an hour of each zone, quiet hours over changes of clocks."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from notifications.models import Preferences
from notifications.notice import NoticeKind
from notifications.preferences import quiet_end, told_at


def at(written: str) -> datetime:
    return datetime.fromisoformat(written).replace(tzinfo=UTC)


DIGEST, AFTERNOON = Preferences(mode=Preferences.Mode.DIGEST), at("2026-06-01T14:00")


def quiet(zone: str, since: int, until: time) -> Preferences:
    return Preferences(zone=zone, quiet_from=time(since), quiet_until=until)


@pytest.mark.parametrize(
    ("zone", "moment", "hour"),
    [
        ("UTC", "2026-06-01T14:00", "2026-06-02T08:00"),
        ("UTC", "2026-06-01T08:00", "2026-06-02T08:00"),
        ("Europe/Berlin", "2026-06-01T14:00", "2026-06-02T06:00"),
        ("America/Los_Angeles", "2026-06-01T14:00", "2026-06-01T15:00"),
        ("Asia/Kathmandu", "2026-06-01T14:00", "2026-06-02T02:15"),
        ("Pacific/Kiritimati", "2026-06-01T14:00", "2026-06-01T18:00"),
    ],
)
def test_a_digest_comes_at_eight_where_its_reader_is(zone: str, moment: str, hour: str) -> None:
    chosen = Preferences(zone=zone, mode=Preferences.Mode.DIGEST)
    told = told_at(chosen, NoticeKind.GAME_ENDED, at(moment), None, in_digest=True)
    assert told == (at(hour), True)
    # Who has no digest in a channel is told at once.
    told = told_at(chosen, NoticeKind.GAME_ENDED, at(moment), None, in_digest=False)
    assert told == (at(moment), False)


@pytest.mark.parametrize("day", ["2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"])
def test_a_digest_comes_once_a_day_when_clocks_change(day: str) -> None:
    chosen = Preferences(zone="Europe/Berlin", mode=Preferences.Mode.DIGEST, digest_at=time(2, 30))
    moment, hours = at(f"{day}T00:00") - timedelta(days=2), list[datetime]()
    for _ in range(5):
        moment = told_at(chosen, NoticeKind.GAME_ENDED, moment, None, in_digest=True).at
        hours.append(moment)
    local = {one.astimezone(ZoneInfo(chosen.zone)).date() for one in hours}
    assert len(local) == 5


@pytest.mark.parametrize(
    ("kind", "hours", "waits"),
    [
        (NoticeKind.YOUR_TURN, 17, False),
        (NoticeKind.YOUR_TURN, 18, False),
        (NoticeKind.YOUR_TURN, 19, True),
        (NoticeKind.NEARLY_UP, 48, False),
    ],
)
def test_what_runs_out_waits_for_no_digest(kind: NoticeKind, hours: int, waits: bool) -> None:
    due = AFTERNOON + timedelta(hours=hours)
    assert told_at(DIGEST, kind, AFTERNOON, due, in_digest=True).put_off is waits


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        ("2026-06-01T19:59", None),
        ("2026-06-01T20:00", "2026-06-02T05:00"),
        ("2026-06-02T04:59", "2026-06-02T05:00"),
        ("2026-06-02T05:00", None),
    ],
)
def test_quiet_hours_last_over_midnight(moment: str, end: str | None) -> None:
    chosen = quiet("Europe/Berlin", 22, time(7))
    assert quiet_end(chosen, at(moment)) == (None if end is None else at(end))


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        # In spring 02:30 is left out: it is told when it would have been, at 03:30.
        ("2026-03-28T23:00", "2026-03-29T01:30"),
        # In autumn 02:30 comes twice: the first counts, and after it the second.
        ("2026-10-24T23:00", "2026-10-25T00:30"),
        ("2026-10-25T01:15", "2026-10-25T01:30"),
    ],
)
def test_quiet_hours_that_end_in_a_change_of_clocks_end(moment: str, end: str) -> None:
    chosen = quiet("Europe/Berlin", 22, time(2, 30))
    assert quiet_end(chosen, at(moment)) == at(end)


def test_in_quiet_hours_only_what_would_run_out_is_told() -> None:
    chosen = quiet("UTC", 22, time(7))
    moment, end = at("2026-06-01T23:00"), at("2026-06-02T07:00")
    soon, late = end - timedelta(hours=1), end + timedelta(hours=1)
    assert told_at(chosen, NoticeKind.NEARLY_UP, moment, soon, in_digest=True).at == moment
    assert told_at(chosen, NoticeKind.YOUR_TURN, moment, late, in_digest=True).at == end
    assert told_at(chosen, NoticeKind.MESSAGE, moment, None, in_digest=False).at == end
