"""The calendar: one entry for each question that waits, which moves with its deadline."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from games.models import Turn
from notifications.models import Preferences
from players.models import Player
from tests.app.notifications.subscriptions.fetching import address, events, fetch
from tests.event_log import logged_events
from tests.people import Person

pytestmark = pytest.mark.django_db

Table = Callable[..., str]


def the_deadline(path: str) -> Any:
    (one,) = (entry for uid, entry in events(path).items() if not uid.startswith("vacation"))
    return one


def test_a_question_that_waits_has_an_entry_until_it_is_answered(ann: Person, table: Table) -> None:
    path = address(ann, "calendar")
    assert events(path) == {}
    game = table()
    entry = the_deadline(path)
    turn = Turn.objects.get(game=game)
    assert str(entry["SUMMARY"]) == "Your turn in Turn the Tide"
    assert entry["DTEND"].dt == turn.seat_deadline(0).replace(microsecond=0)
    assert str(entry["URL"]).endswith(f"/game/{game}")
    assert ann.seals_anything(game).status == 200
    assert events(path) == {}


def test_a_calendar_without_entries_is_one_too(ann: Person) -> None:
    path = address(ann, "calendar")
    (component,) = Calendar.from_ical(fetch(path).content).subcomponents
    assert component.name == "VTIMEZONE"
    assert component.subcomponents, "a time zone says what holds in it"
    assert fetch(path)["ETag"] == fetch(path)["ETag"]


def test_alarms_come_before_the_end_as_long_as_there_is_time(ann: Person, table: Table) -> None:
    path = address(ann, "calendar")
    table(clock={"per_turn": "P3D"})
    alarms = [one["TRIGGER"] for one in the_deadline(path).walk("VALARM")]
    assert [one.dt for one in alarms] == [timedelta(days=-1), timedelta(hours=-2)]
    assert {one.params["RELATED"] for one in alarms} == {"END"}


def test_a_short_turn_has_no_alarm_before_it_begins(ann: Person, table: Table) -> None:
    path = address(ann, "calendar")
    table(clock={"per_turn": "PT1H"})
    assert list(the_deadline(path).walk("VALARM")) == []


def test_a_deadline_that_moves_is_the_same_entry_with_a_higher_sequence(
    ann: Person, bob: Person, cat: Person, table: Table
) -> None:
    path = address(ann, "calendar")
    game = table()
    before = the_deadline(path)
    # As a pause, more time and a vote to go on do, each in both directions.
    for person in (ann, bob, cat):
        assert person.put(f"/games/{game}/pause", {"length": "P2D"}).status == 200
    paused = the_deadline(path)
    assert ann.delete(f"/games/{game}/pause").status in {200, 204}
    after = the_deadline(path)
    assert before["UID"] == paused["UID"] == after["UID"]
    assert before["DTEND"].dt < paused["DTEND"].dt
    assert after["DTEND"].dt < paused["DTEND"].dt
    assert before["SEQUENCE"] < paused["SEQUENCE"] < after["SEQUENCE"]
    assert before["DTSTAMP"].dt <= paused["DTSTAMP"].dt <= after["DTSTAMP"].dt
    assert len(logged_events(game, "deadlines_moved")) == after["SEQUENCE"]


def test_the_next_turn_is_another_entry(
    ann: Person, bob: Person, cat: Person, table: Table
) -> None:
    path = address(ann, "calendar")
    game = table()
    first = the_deadline(path)
    for person in (ann, bob, cat):
        assert person.seals_anything(game).status == 200
    assert the_deadline(path)["UID"] != first["UID"]


def test_a_vacation_is_an_entry_until_it_is_over_or_called_off(ann: Person) -> None:
    path = address(ann, "calendar")
    since = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3)
    wish = {"from": f"{since:%FT%TZ}", "until": f"{since + timedelta(days=2):%FT%TZ}"}
    made = ann.post("/me/vacations", wish)
    assert made.status == 201
    ((uid, entry),) = events(path).items()
    assert uid.startswith(f"vacation-{made.json['id']}@")
    assert (entry["DTSTART"].dt, entry["DTEND"].dt - entry["DTSTART"].dt) == (
        since,
        timedelta(days=2),
    )
    assert ann.delete(f"/me/vacations/{made.json['id']}").status in {200, 204}
    assert events(path) == {}


def test_it_speaks_her_language(ann: Person, table: Table) -> None:
    player = Player.objects.get(username="ann")
    Preferences.objects.create(player=player, language="de")
    table()
    ((_, entry),) = events(address(ann, "calendar")).items()
    assert entry["SUMMARY"] == "Turn the Tide: Du bist am Zug"
    assert entry["DESCRIPTION"].startswith("Du hast Zeit bis zum Ende dieses Eintrags.\n")


def test_it_says_nothing_of_her_hand(ann: Person, table: Table) -> None:
    game = table()
    raw = fetch(address(ann, "calendar")).content.decode()
    lines = raw.replace("\r\n ", "").splitlines()
    assert {line.partition(":")[0].partition(";")[0] for line in lines} <= KNOWN
    (said,) = (line for line in lines if line.startswith("DESCRIPTION:Until"))
    assert said == rf"DESCRIPTION:Until the end of this entry.\nhttp://localhost:8000/game/{game}"


KNOWN = {
    *("BEGIN", "END", "VERSION", "PRODID", "NAME", "X-WR-CALNAME", "X-PUBLISHED-TTL"),
    *("REFRESH-INTERVAL", "UID", "SUMMARY", "DTSTART", "DTEND", "DTSTAMP", "TRANSP", "SEQUENCE"),
    *("URL", "DESCRIPTION", "ACTION", "TRIGGER"),
}
"""What may stand in it: none of these tells what her seat alone may see."""
