"""Calendars and news: at private addresses for one player, and public news for everybody."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar

from games.models import Game, Turn
from notifications import subscriptions
from notifications.models import Preferences, Subscription
from players.models import Player
from tests.app.api.calls import narrow_token, seal_all
from tests.app.api.refusals import refused
from tests.app.notifications.subscriptions.fetching import ATOM, address, events, fetch, titles
from tests.event_log import logged_events
from tests.factories import deadlines_of, expire_turns
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
Table = Callable[..., str]


# -- private addresses: shown once, replaced, ended, and gone with the password


@pytest.mark.parametrize("kind", ["calendar", "news"])
def test_an_address_is_shown_once_and_is_good_until_it_is_ended(ann, bob, table, kind: str) -> None:
    table()
    old, path = address(ann, kind), address(ann, kind)
    assert fetch(old).status_code == 404, "a new address ends the old one"
    (listed,) = ann.get("/me/subscriptions").json["results"]
    assert (listed["kind"], "url" in listed, listed["read_at"]) == (kind, False, None)
    secret = path.rpartition("/")[2].partition(".")[0]
    assert len(secret) == 43
    assert secret.encode() not in bytes(Subscription.objects.get().digest)
    said = fetch(path)
    assert "private" in said["Cache-Control"]
    assert "noindex" in said["X-Robots-Tag"]
    assert said["Referrer-Policy"] == "no-referrer"
    again = fetch(path, **{"If-None-Match": said["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert ann.get("/me/subscriptions").json["results"][0]["read_at"] is not None
    other = f"/atom/mine/{secret}.xml" if kind == "calendar" else f"/calendar/{secret}.ics"
    assert fetch(other).status_code == 404
    # Nobody ends or sees those of others.
    assert bob.get("/me/subscriptions").json["results"] == []
    assert bob.delete(f"/me/subscriptions/{kind}").code == "subscription_not_found"
    assert ann.delete(f"/me/subscriptions/{kind}").status == 204
    assert ann.delete(f"/me/subscriptions/{kind}").code == "subscription_not_found"
    # One that has ended is like one that never was.
    ended, unknown = fetch(path), fetch(path.replace(secret, "A" * 43))
    assert ended.status_code == unknown.status_code == 404
    assert ended.json()["detail"] == unknown.json()["detail"]


def test_a_new_password_ends_them(ann) -> None:
    paths = [address(ann, kind) for kind in ("calendar", "news")]
    wish = {"password": "barnacles-and-brine", "current_password": PASSWORD}
    assert ann.patch("/me", wish).status == 200
    assert [fetch(path).status_code for path in paths] == [404, 404]


def test_an_address_takes_a_scope(ann) -> None:
    reader = narrow_token(ann, "game:read")
    assert reader.post("/me/subscriptions", {"kind": "news"}).code == "insufficient_scope"
    refused(ann.post("/me/subscriptions", {"kind": "nosuch"}), 400, "not_a_choice", "/kind")


def test_a_calendar_needs_its_extra(ann, monkeypatch) -> None:
    monkeypatch.setattr(subscriptions, "is_installed", lambda extra: extra != "calendar")
    assert ann.post("/me/subscriptions", {"kind": "calendar"}).code == "channel_off"
    assert fetch(address(ann, "news")).status_code == 200
    assert Subscription.objects.get().kind == "news"


# -- the calendar: one entry for each question that waits, which moves with its deadline

KNOWN = {
    *("BEGIN", "END", "VERSION", "PRODID", "NAME", "X-WR-CALNAME", "X-PUBLISHED-TTL"),
    *("REFRESH-INTERVAL", "UID", "SUMMARY", "DTSTART", "DTEND", "DTSTAMP", "TRANSP", "SEQUENCE"),
    *("URL", "DESCRIPTION", "ACTION", "TRIGGER"),
}
"""What may stand in it: none of these tells what only the player's seat may see."""


@pytest.fixture
def calendar(ann: Person) -> str:
    """The path of Ann's calendar."""
    return address(ann, "calendar")


def only_entry(path: str) -> Any:
    (entry,) = events(path).values()
    return entry


def test_a_question_has_an_entry_until_answered(ann, table, calendar) -> None:
    (component,) = Calendar.from_ical(fetch(calendar).content).subcomponents
    assert component.name == "VTIMEZONE"
    assert component.subcomponents, "a time zone says what holds in it"
    assert fetch(calendar)["ETag"] == fetch(calendar)["ETag"]
    game = table()
    entry, turn = only_entry(calendar), Turn.objects.get(game=game)
    assert str(entry["SUMMARY"]) == "Your turn in Turn the Tide"
    assert entry["DTEND"].dt == deadlines_of(turn)[0].replace(microsecond=0)
    assert str(entry["URL"]).endswith(f"/game/{game}")
    seal_all(game, ann)
    assert events(calendar) == {}


@pytest.mark.parametrize(
    ("per_turn", "alarms"), [("P3D", [timedelta(days=-1), timedelta(hours=-2)]), ("PT1H", [])]
)
def test_alarms_come_before_the_end_where_there_is_time(table, calendar, per_turn, alarms) -> None:
    table(clock={"per_turn": per_turn})
    found = [one["TRIGGER"] for one in only_entry(calendar).walk("VALARM")]
    assert [one.dt for one in found] == alarms
    assert {one.params["RELATED"] for one in found} <= {"END"}


def test_a_deadline_that_moves_raises_the_sequence(ann, bob, cat, table, calendar) -> None:
    game = table()
    before = only_entry(calendar)
    # As a pause, more time and a vote to go on do, each in both directions.
    for person in (ann, bob, cat):
        assert person.put(f"/games/{game}/pause", {"length": "P2D"}).status == 200
    paused = only_entry(calendar)
    assert ann.delete(f"/games/{game}/pause").status in {200, 204}
    after = only_entry(calendar)
    assert before["UID"] == paused["UID"] == after["UID"]
    assert before["DTEND"].dt < paused["DTEND"].dt
    assert after["DTEND"].dt < paused["DTEND"].dt
    assert before["SEQUENCE"] < paused["SEQUENCE"] < after["SEQUENCE"]
    assert before["DTSTAMP"].dt <= paused["DTSTAMP"].dt <= after["DTSTAMP"].dt
    assert len(logged_events(game, "deadlines_moved")) == after["SEQUENCE"]
    seal_all(game, ann, bob, cat)
    assert only_entry(calendar)["UID"] != before["UID"], "the next turn is another entry"


def test_a_vacation_is_an_entry_until_it_is_over_or_called_off(ann, calendar) -> None:
    since, length = datetime.now(UTC).replace(microsecond=0) + timedelta(days=3), timedelta(days=2)
    wish = {"from": f"{since:%FT%TZ}", "until": f"{since + length:%FT%TZ}"}
    made = ann.post("/me/vacations", wish)
    assert made.status == 201
    ((uid, entry),) = events(calendar).items()
    assert uid.startswith(f"vacation-{made.json['id']}@")
    assert (entry["DTSTART"].dt, entry["DTEND"].dt) == (since, since + length)
    assert ann.delete(f"/me/vacations/{made.json['id']}").status in {200, 204}
    assert events(calendar) == {}


def test_it_speaks_the_players_language(table, calendar) -> None:
    Preferences.objects.create(player=Player.objects.get(username="ann"), language="de")
    table()
    entry = only_entry(calendar)
    assert entry["SUMMARY"] == "Turn the Tide: Du bist am Zug"
    assert entry["DESCRIPTION"].startswith("Du hast Zeit bis zum Ende dieses Eintrags.\n")


def test_it_says_nothing_of_a_hand(table, calendar) -> None:
    game = table()
    lines = fetch(calendar).content.decode().replace("\r\n ", "").splitlines()
    assert {line.partition(":")[0].partition(";")[0] for line in lines} <= KNOWN
    (said,) = (line for line in lines if line.startswith("DESCRIPTION:Until"))
    assert said == rf"DESCRIPTION:Until the end of this entry.\nhttp://localhost:8000/game/{game}"


def test_public_games_are_news_for_everybody(ann, dan, table) -> None:
    empty = fetch("/atom/games.xml")
    assert titles("/atom/games.xml") == []
    assert fetch("/atom/games.xml")["ETag"] == empty["ETag"]
    game = table()
    dan.opens(4)
    opened = "Turn the Tide: a table is open, 1 of 4 seats are taken"
    played = "Turn the Tide is being played"
    assert titles("/atom/games.xml") == [opened, played]
    assert titles("/atom/players/dan.xml") == [opened]
    assert titles("/atom/players/bob.xml") == [played]
    for path in ("/atom/games.xml", "/atom/players/ann.xml", f"/atom/games/{game}.xml"):
        said = fetch(path)
        assert "public" in said["Cache-Control"]
        assert fetch(path, **{"If-None-Match": said["ETag"]}).status_code == 304
    for path in ("/atom/players/nosuchplayer.xml", "/atom/games/nosuchgame.xml"):
        assert fetch(path).status_code == 404


def test_a_game_tells_its_log(table) -> None:
    game = table()
    expire_turns(game)
    found = titles(f"/atom/games/{game}.xml")
    assert found[0] == "Turn 1 is over"
    assert found[-2:] == ["ann has sat down", "A table was opened"]


def test_what_somebody_writes_is_no_markup(table) -> None:
    Game.objects.filter(pk=table()).update(ruleset="<b>&x")
    assert titles("/atom/games.xml") == ["<b>&x is being played"]


# -- nobody learns what they may not


def read_public_documents(game: str) -> str:
    paths = ["/atom/games.xml", *(f"/atom/players/{name}.xml" for name in ("ann", "bob", "cat"))]
    documents = [fetch(path) for path in (*paths, f"/atom/games/{game}.xml")]
    return "".join(one.content.decode() for one in documents if one.status_code == 200)


def test_a_private_game_is_in_no_public_document(ann, table) -> None:
    assert (public := table()) in read_public_documents(public)
    for game in (table(private=True), ann.opens(3, private=True)):
        assert game not in read_public_documents(game)
        assert fetch(f"/atom/games/{game}.xml").status_code == 404


def test_no_document_tells_of_a_sealed_card(ann, bob, table) -> None:
    """Two answers that differ in a sealed card alone are the same documents, for all who may read them."""
    game, news = table(), address(bob, "news")
    legal = ann.sees(game)["mine"]["legal_actions"]
    read: list[Any] = []
    for action in (legal[0], legal[-1]):
        assert ann.seals(game, action).status == 200
        read.append((read_public_documents(game), fetch(news).content))
    assert read[0] == read[1]


def test_a_players_news_are_titles_of_their_games(ann, bob, table) -> None:
    path, other = address(ann, "news"), address(bob, "news")
    game = table(private=True)
    assert bob.post(f"/games/{game}/messages", {"text": "the text is a secret"}).status == 201
    turn = "Your turn in Turn the Tide"
    assert titles(path) == ["bob has written at your table of Turn the Tide", turn]
    assert titles(other) == [turn]
    for hidden in (b"a secret", path.encode(), b'rel="self"'):
        assert hidden not in fetch(path).content
    # Documents have ids of their own, and so have their entries.
    roots = [ET.fromstring(fetch(one).content) for one in ("/atom/games.xml", path, other)]
    assert len({one.findtext(f"{ATOM}id") for one in roots}) == 3
    assert len({one.findtext(f"{ATOM}entry/{ATOM}id") for one in roots[1:]}) == 2


def test_whom_somebody_blocks_nobody_reads_anywhere(ann, bob, table) -> None:
    game = table()
    paths = [address(bob, kind) for kind in ("news", "calendar")]

    def read() -> list[Any]:
        return [read_public_documents(game), *(fetch(path).content for path in paths)]

    before = read()
    assert ann.patch("/me/relations/bob", {"blocked": True}).status in {200, 204}
    assert read() == before
