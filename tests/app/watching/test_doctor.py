"""`manage.py doctor`: each thing is broken in earnest, and is named."""

import json
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from common.db.encrypted import new_key
from games.models import Heartbeat
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from notifications.models import Notification, Receiver
from players.models import Letter, Player
from tests.moving_time import Time, frozen_time
from tests.people import Person
from tests.unit.docs.pages import ROOT, cells, page
from tideapi.local.valkey import free_port
from tideapi.watching import database, doctor
from tideapi.watching.doctor import clock, postgres_health, settings_checks
from tideapi.watching.doctor.findings import Finding, Look

pytestmark = pytest.mark.django_db


def ids(*looks: Look) -> list[str]:
    """What these find."""
    return [one.id for look in looks for one in look()]


# -- the settings


@pytest.mark.parametrize(
    ("url", "debug", "found"),
    [("https", False, []), ("http", False, ["links-without-tls"]), ("http", True, [])],
)
def test_links_without_tls_are_named_outside_debug(settings, url, debug, found) -> None:
    settings.TIDE_URL, settings.DEBUG = f"{url}://tide.example", debug
    assert ids(settings_checks.links_are_encrypted) == found


# -- the database, and what is in it


def test_a_key_that_opens_not_all_is_named_although_new_games_have_it(ann, settings) -> None:
    assert ids(settings_checks.key_opens_what_is_sealed) == []
    ann.opens(3)
    assert ids(settings_checks.key_opens_what_is_sealed) == []
    settings.TIDE_KEYS = [new_key()]
    for _ in range(2):
        (found,) = settings_checks.key_opens_what_is_sealed()
        assert (found.id, "oldest" in found.message) == ("wrong-key", True)
        ann.opens(3)


def test_a_key_that_opens_all_but_one_column_is_named_with_that_column(ann, settings) -> None:
    player = Player.objects.get(username="ann")
    old, settings.TIDE_KEYS = settings.TIDE_KEYS, [new_key()]
    Receiver.objects.create(player=player, channel="mail", address={}, created_at=datetime.now(UTC))
    settings.TIDE_KEYS = old
    (found,) = settings_checks.key_opens_what_is_sealed()
    assert "notifications_receiver.address" in found.message


# -- who else has to answer


def test_a_mail_server_that_is_away_and_replies_that_nobody_takes_are_named(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.TIDE_REPLY_DOMAIN = "tide.example"
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.EMAIL_PORT = server.getsockname()[1]
        settings.TIDE_MAILIN_ADDRESS = f"127.0.0.1:{settings.EMAIL_PORT}"
        assert ids(settings_checks.mail_server_answers, settings_checks.mail_in_answers) == []
    assert ids(settings_checks.mail_server_answers) == ["mail-server-away"]
    assert ids(settings_checks.mail_in_answers) == ["no-mailin"]
    settings.TIDE_REPLY_DOMAIN = ""
    assert ids(settings_checks.mail_in_answers) == []


def test_a_mailbox_that_nobody_reads_is_named(settings: Any) -> None:
    settings.TIDE_IMAP_URL = "imaps://mail.example"
    for seconds, found in ((100, []), (200, ["mailbox-unread"])):
        at = datetime.now(UTC) - timedelta(seconds=seconds)
        Heartbeat.objects.update_or_create(name=Heartbeat.MAILBOX, defaults={"at": at})
        assert ids(clock.mailbox_is_read) == found


# -- the clock


@pytest.fixture
def time() -> Iterator[Time]:
    with frozen_time() as time:
        yield time


def test_a_clock_that_is_wrong_is_named() -> None:
    assert ids(clock.clocks_agree) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: datetime.now(UTC) + timedelta(seconds=200))
        (found,) = clock.clocks_agree()
    assert found.id == "clocks-apart"
    assert "are 3 minutes apart" in found.message


def test_a_sweep_that_is_late_is_named_with_its_seconds(time: Time) -> None:
    assert ids(clock.sweep_is_in_time) == ["sweep-late"], "there was none"
    time.sweep_after(seconds=1)
    assert ids(clock.sweep_is_in_time) == []
    time.advance(seconds=75)
    (found,) = clock.sweep_is_in_time()
    assert (found.id, "for 75 seconds" in found.message) == ("sweep-late", True)


def test_turns_that_are_overdue_and_games_that_are_set_aside_are_named(
    table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table()
    time.advance(hours=23)
    assert ids(clock.turns_are_in_time, clock.no_game_is_set_aside) == []
    time.advance(hours=2)
    assert ids(clock.turns_are_in_time) == ["turns-overdue"]
    monkeypatch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
    time.sweep_after(seconds=0)
    assert ids(clock.no_game_is_set_aside) == ["games-set-aside"]


def test_bots_that_nobody_moves_and_letters_that_nobody_sends_are_named(ann, time) -> None:
    ann.opens(3, bots=["random", "random"])
    player = Player.objects.get(username="ann")
    Letter.objects.create(player=player, content={}, next_at=time.now, created_at=time.now)
    assert ids(clock.bots_move, clock.outbox_is_in_time) == []
    time.advance(seconds=75)
    assert ids(clock.bots_move, clock.outbox_is_in_time) == ["bots-waiting", "outbox-late"]
    (found,) = clock.outbox_is_in_time()
    assert found.message == "A letter should have gone out 75 seconds ago."


def test_messages_that_are_given_up_are_named_when_they_are_most(ann: Person) -> None:
    player, at = Player.objects.get(username="ann"), datetime.now(UTC)
    mail = Receiver.objects.create(player=player, channel="mail", address={}, created_at=at)

    def notices(number: int, state: str) -> None:
        Notification.objects.bulk_create(
            Notification(
                receiver=mail, kind="asked", cause=f"{state} {n}", state=state, created_at=at
            )
            for n in range(number)
        )

    notices(clock.FEW + 1, "failed")
    (found,) = clock.messages_arrive()
    assert found.id == "messages-given-up"
    notices(clock.FEW + 1, "delivered")
    assert ids(clock.messages_arrive) == []


# -- PostgreSQL's health


def test_connections_and_disks_that_run_out_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_disk(free: int) -> None:
        disk = SimpleNamespace(total=100, used=100 - free, free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: disk)

    fill_disk(16)
    assert ids(postgres_health.connections_are_left, postgres_health.disk_has_room) == []
    monkeypatch.setattr(postgres_health, "MAX_CONNECTIONS_PART", 0)
    assert ids(postgres_health.connections_are_left) == ["connections-full"]
    fill_disk(9)
    (found,) = postgres_health.disk_has_room()
    assert (found.id, found.message[:3]) == ("disk-full", "9 %")


def test_a_transaction_in_which_nothing_is_done_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = postgres_health.no_transaction_stays_open, postgres_health.nobody_idles_in_a_transaction
    monkeypatch.setattr(postgres_health, "MAX_TRANSACTION_SECONDS", 0)
    monkeypatch.setattr(postgres_health, "MAX_IDLE_SECONDS", 0)
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert ids(*looks) == ["long-transaction", "idle-in-transaction"]
    finally:
        other.rollback()
        other.close()


@pytest.mark.django_db(transaction=True)
def test_dead_rows_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # More than any table has of the tests before: the worst are named.
    def dead() -> list[str]:
        return [one.message.split()[2] for one in postgres_health.tables_are_vacuumed()]

    monkeypatch.setattr(postgres_health, "MAX_DEAD_ROWS", 50_000)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE left_behind AS SELECT generate_series(1, 100000) AS number")
        try:
            cursor.execute("ALTER TABLE left_behind SET (autovacuum_enabled = false)")
            cursor.execute("DELETE FROM left_behind WHERE number > 10")
            cursor.execute("SELECT pg_stat_force_next_flush()")
            assert "left_behind" in dead()
        finally:
            cursor.execute("DROP TABLE left_behind")


def test_a_standby_that_lags_is_named_and_one_that_we_may_not_know_is_not(monkeypatch) -> None:
    assert ids(postgres_health.standbys_follow) == []
    lags = [database.Standby("second", 200 * 2**20, 7.0), database.Standby("third", 8, 0.1), None]
    monkeypatch.setattr(database, "list_standbys", lambda: lags)
    assert [one.message for one in postgres_health.standbys_follow()] == [
        "The standby second is 200 MiB behind."
    ]


# -- the command


def run_doctor(*options: str) -> tuple[str, int]:
    """Return what the command writes, and its exit code."""
    written = StringIO()
    try:
        call_command("doctor", *options, stdout=written)
    except SystemExit as ended:
        return written.getvalue(), int(str(ended.code))
    return written.getvalue(), 0


def test_what_is_wrong_is_said_with_what_to_do(settings, monkeypatch) -> None:
    looks = (settings_checks.mail_server_answers, clock.clocks_agree)
    monkeypatch.setattr(doctor, "LOOKS", looks)
    assert run_doctor() == ("2 things looked at, nothing is wrong.\n", 0)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    text, code = run_doctor()
    assert text.startswith("mail-server-away: The mail server 127.0.0.1:")
    assert "\n    Correct MAIL_URL." in text
    assert code == 1


def test_a_database_that_is_away_is_all_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> list[Finding]:
        raise OperationalError("connection refused\nIs the server running?")

    monkeypatch.setattr(doctor, "LOOKS", (lost, clock.sweep_is_in_time))
    (found,) = doctor.examine()
    assert found.message == "PostgreSQL does not answer: connection refused"


def test_a_warning_alone_is_no_failure(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LOOKS", (settings_checks.links_are_encrypted,))
    settings.TIDE_URL = "http://tide.example"
    text, code = run_doctor("--json")
    (found,) = json.loads(text)["findings"]
    assert set(found) == {"id", "message", "what_to_do", "level"}
    assert (found["level"], code) == ("warning", 0)


def test_what_cannot_be_looked_at_is_a_finding_and_the_rest_is_looked_at(
    ann: Person, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = (settings_checks.key_opens_what_is_sealed, clock.clocks_agree)
    monkeypatch.setattr(doctor, "LOOKS", looks)
    ann.opens(3)
    settings.TIDE_KEYS = ["no key"]
    monkeypatch.setattr(clock, "now", lambda: datetime.now(UTC) + timedelta(seconds=200))
    found = doctor.examine()
    assert [one.id for one in found] == ["not-looked-at", "clocks-apart"]
    assert found[0].message == "'key opens what is sealed' could not be looked at: Error."


def test_operators_read_of_every_finding() -> None:
    """And what to do leads somewhere."""
    files = sorted((ROOT / "tideapi/watching/doctor").glob("*.py"))
    source = "".join(file.read_text() for file in files)
    made = {*re.findall(r'Finding\(\s*"([\w-]+)"', source)}
    tables = [rows for _, rows in page("docs/operators/runbook.md").tables()]
    rows = [row for table in tables for row in table if "database-away" in "".join(table)]
    assert {name for row in rows for name in re.findall(r"`([a-z-]+)`", cells(row)[0])} == made
    led_to = set(re.findall(r"(docs/[\w/-]+\.md)#([\w-]+)", source))
    assert led_to
    assert [place for place in led_to if place[1] not in page(place[0]).anchors()] == []


def test_each_look_is_in_the_list() -> None:
    looks = {
        one
        for module in (settings_checks, clock, postgres_health)
        for one in vars(module).values()
        if getattr(one, "__module__", "") == module.__name__
        and "Iterator" in str(getattr(one, "__annotations__", {}).get("return", ""))
    }
    assert looks == set(doctor.LOOKS)
