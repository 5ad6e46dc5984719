"""A calendar as iCalendar (RFC 5545 and 7986), by the library icalendar.

The ids stay the same and the sequence counts on, so a calendar moves an entry instead of adding another.

Why so: docs/decisions/notices.md.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, Timezone

from notifications.calendar.entries import Deadline, VacationEntry
from players.mail.links import to_game

LENGTH = timedelta(minutes=15)
"""Length of a deadline's entry: some programs do not show an entry without length."""
ALARMS = (timedelta(days=1), timedelta(hours=2))
"""Times of alarms before a deadline, for questions that wait for longer than that."""
REFRESH = timedelta(hours=1)


def write_calendar(deadlines: Iterable[Deadline], away: Iterable[VacationEntry]) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//tideapi//deadlines//EN")
    calendar.add("version", "2.0")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, _("Deadlines of my games"))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for one in deadlines:
        calendar.add_component(_deadline_event(one))
    for span in away:
        calendar.add_component(_vacation_event(span))
    if not calendar.subcomponents:
        # Without any component it would be none (RFC 5545, section 3.6), and some programs drop it.
        calendar.add_component(Timezone.from_tzid("UTC"))
    content: bytes = calendar.to_ical()
    return content


def _deadline_event(one: Deadline) -> Event:
    title = _("Your turn in {game}").format(game=one.name)
    link = to_game(one.game)
    entry = _make_event(
        f"{one.game}-{one.turn}-{one.seat}", title, one.due_at - LENGTH, one.due_at, one.changed_at
    )
    entry.add("sequence", one.moves)
    entry.add("url", link)
    said = _("Until the end of this entry.")  # In braces of an f-string it would not be gathered.
    entry.add("description", f"{said}\n{link}")
    for lead in ALARMS:
        if one.due_at - lead > one.opened_at:
            entry.add_component(_make_alarm(title, lead))
    return entry


def _vacation_event(span: VacationEntry) -> Event:
    return _make_event(
        f"vacation-{span.id}", _("My vacation"), span.since, span.until, span.announced_at
    )


def _make_event(uid: str, title: str, begin: datetime, end: datetime, stamp: datetime) -> Event:
    entry = Event()
    entry.add("uid", f"{uid}@{urlsplit(settings.TIDE_URL).hostname or 'tideapi'}")
    entry.add("summary", title)
    entry.add("dtstart", begin)
    entry.add("dtend", end)
    entry.add("dtstamp", stamp)
    entry.add("transp", "TRANSPARENT")  # The entry does not make the player busy.
    return entry


def _make_alarm(title: str, lead: timedelta) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", -lead, parameters={"RELATED": "END"})
    return alarm
