"""What is said about the settings before the server starts."""

import logging
import os
import re
import runpy
import secrets
import subprocess
import sys
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django import conf
from django.core.checks import WARNING, run_checks

import games.checks
import tideapi.settings
from games.rulesets import bots
from notifications.checks import check_reply_senders, check_reply_settings
from tideapi import checks
from tideapi.environment import Environment

ZERO, DAY = timedelta(0), timedelta(days=1)
REPLIES = {"TIDE_REPLY_DOMAIN": "reply.tide.example"}


def test_notes_are_for_the_check_of_a_deployment(monkeypatch) -> None:
    """Every command writes what the other checks say."""
    monkeypatch.setattr(bots, "UNAVAILABLE", {"expert": "strong"})
    notes = [one.id for one in run_checks() if one.level < WARNING]
    deployed = [one.id for one in run_checks(include_deployment_checks=True) if one.level < WARNING]
    assert (notes, deployed) == ([], ["games.I001"])


def test_a_setting_of_days_is_a_hundred_years_at_most(settings) -> None:
    days = re.compile(r"TIDE_\w+_DAYS(_PER_YEAR)?")
    names = [name for name in dir(conf.settings) if days.fullmatch(name)]
    assert "TIDE_OPEN_GAME_DAYS" in names
    for name in names:
        setattr(settings, name, 36525)
    assert checks.check_number_ranges(None) == []
    for name in names:
        setattr(settings, name, 36526)
    faults = checks.check_number_ranges(None)
    wanted = {("tideapi.E003", f"{name} must be at most 36525.") for name in names}
    assert {(one.id, one.msg) for one in faults} == wanted


REDIS = partial(Environment.read_redis, among=["redis", "rediss", "unix"])
LEVEL = partial(Environment.read_choice, among=["DEBUG", "INFO"])
LINE = partial(Environment.read_line, longest=9)


def smtp(*said: object) -> dict[str, object]:
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    backend = "django.core.mail.backends.smtp.EmailBackend"
    return {"BACKEND": backend, **dict(zip(names, said, strict=True))}


MAIL = {
    "submission://m.example": smtp("m.example", 587, "", "", True, False),
    "smtps://ann:a%40b@m.example": smtp("m.example", 465, "ann", "a@b", False, True),
    "smtp://localhost:2525": smtp("localhost", 2525, "", "", False, False),
    "file:///var/my%20mail": {
        "BACKEND": "players.mail.files.EmailBackend",
        "FILE_PATH": "/var/my mail",
    },
    "anymail://postmark?server_token=a%2Fb&webhook_secret=x%3Ay": {
        "BACKEND": "anymail.backends.postmark.EmailBackend",
        "SERVICE": {"POSTMARK_SERVER_TOKEN": "a/b", "WEBHOOK_SECRET": "x:y"},
    },
}
SECONDS = [timedelta(seconds=5), DAY, timedelta(seconds=0.5)]
BROKERS = [
    *("redis://localhost:6379/0", "unix:///run/valkey.sock?db=2"),
    "rediss://ann:secret@valkey.example/1?ssl_cert_reqs=none",
]


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (Environment.read_durations, "PT5S, P1D,PT0.5S", SECONDS),
        (Environment.read_durations, "", []),
        *((LEVEL, text, "DEBUG") for text in ("debug", "Debug", "DEBUG")),
        *((REDIS, url, url) for url in BROKERS),
        *((Environment.read_mail, url, value) for url, value in MAIL.items()),
        (Environment.read_contact, "ann@tide.example", "mailto:ann@tide.example"),
        (Environment.read_contact, "https://tide.example/us/", "https://tide.example/us"),
        (Environment.read_zone, "Europe/Berlin", "Europe/Berlin"),
    ],
)
def test_what_stands_in_the_environment_is_read(monkeypatch, read, text, value) -> None:
    env = Environment()
    monkeypatch.setenv("TIDE_SOME", text)
    assert (read(env, "TIDE_SOME", default=""), env.faults) == (value, {})


NO_BROKERS = [
    *("valkey://:secret@localhost:6379/0", "redis+socket:///run/secret.sock", ""),
    *("secret@localhost:6379", "redis://:secret@localhost:99999/0", "redis://:secret@[::1/0"),
    *("redis://:secret@localhost:sixty/0", "redis://:secret@localhost/0?db=secret"),
    "redis://:pass/secret@localhost:6379/0",
]
NO_MAIL_SERVERS = ["mail.example", "http://m.example", "smtp://:x@", "smtp://m:secret", "file:mail"]
PROVIDERS = "client_id, id, name, secret, server"


@pytest.mark.parametrize(
    ("read", "text", "default", "why"),
    [
        (Environment.read_flag, "perhaps", True, ""),
        (Environment.read_integer, "12.5", 7, ""),
        (Environment.read_seconds, "soon", 0.5, ""),
        (Environment.read_rate, "600 an hour", "5/m", ""),
        (Environment.read_durations, "PT5S,5", ["PT1H"], ""),
        (LEVEL, "loud", "INFO", "'loud' is none of DEBUG, INFO."),
        (Environment.read_database, "nosql://ann:secret@db.example/tide", "sqlite://", ""),
        *(
            (Environment.read_web_address, text, "", "")
            for text in ("code.example/tideapi", "javascript:alert(1)", "https:///tideapi")
        ),
        *(
            (REDIS, url, "redis://localhost", "redis:// or rediss:// or unix://")
            for url in NO_BROKERS
        ),
        *((LINE, text, "tideapi", "at most 9") for text in ("ten letter", "a\nb")),
        (Environment.read_contact, "ann@tide.example?subject=x", "", ""),
        *((Environment.read_zone, text, "UTC", "") for text in ("Mars/Base", "../etc", "EST")),
        *((Environment.read_mail, url, "", "") for url in [*NO_MAIL_SERVERS, "anymail:secret"]),
        *(
            (Environment.read_providers, text, "", PROVIDERS)
            for text in ("[", "{}", "[1]", '[{"id": "x"}]')
        ),
    ],
)
def test_what_cannot_be_read_is_a_fault_and_the_default_counts(
    monkeypatch, settings, read, text, default, why
) -> None:
    env = Environment()
    usual = read(env, "TIDE_SOME", default=default)
    monkeypatch.setenv("TIDE_SOME", text)
    assert read(env, "TIDE_SOME", default=default) == usual
    settings.ENVIRONMENT_FAULTS = env.faults
    (fault,) = checks.check_environment(None)
    assert fault.id == "tideapi.E001"
    assert fault.msg.startswith("TIDE_SOME cannot be read: ")
    assert why in fault.msg
    assert "secret" not in fault.msg.replace(why, "")


@pytest.mark.parametrize(
    "key", ["x", "k" * 60, "abcd" * 20, "0123456789abcdef0123456789abcde", "insecure"]
)
def test_a_secret_key_that_can_be_guessed_is_an_error(key: str, settings) -> None:
    settings.DEBUG = False
    for good in (secrets.token_hex(16), secrets.token_urlsafe(24)):
        settings.SECRET_KEY = good
        assert checks.check_secret_key_strength(None) == []
    settings.SECRET_KEY = key
    (fault,) = checks.check_secret_key_strength(None)
    assert fault.id == "tideapi.E004"
    assert key not in fault.msg.split()


NO_MAIL = {"TIDE_MAIL_ENABLED": False}


@pytest.mark.parametrize(
    ("check", "id_", "wrong"),
    [
        (checks.check_private_addresses, "tideapi.W001", {"TIDE_PRIVATE_ADDRESSES_ENABLED": True}),
        (checks.check_required_email, "tideapi.E005", {**NO_MAIL, "TIDE_EMAIL_REQUIRED": True}),
        (checks.check_allowed_hosts, "tideapi.E007", {"ALLOWED_HOSTS": ["tide.example", "*"]}),
        (checks.check_number_ranges, "tideapi.E003", {"TIDE_CACHE_TIMEOUT_SECONDS": 0.0}),
        (checks.check_number_ranges, "tideapi.E003", {"TIDE_MAX_WEBHOOKS_PER_PLAYER": -1}),
        (checks.check_number_ranges, "tideapi.E003", {"TIDE_DELIVERY_RETENTION_DAYS": 0}),
        (games.checks.check_min_time_per_turn, "games.E001", {"TIDE_MIN_TIME_PER_TURN": ZERO}),
        (games.checks.check_sweep_interval, "games.E002", {"TIDE_SWEEP_INTERVAL_SECONDS": 0}),
        (games.checks.check_max_pause, "games.E003", {"TIDE_MAX_PAUSE": ZERO}),
        (games.checks.check_archive_delay, "games.E007", {"TIDE_ARCHIVE_AFTER": -DAY}),
        (games.checks.check_sandbox, "games.W001", {"TIDE_SANDBOX_ENABLED": True}),
        (check_reply_settings, "notifications.E101", {"TIDE_REPLY_DOMAIN": "no domain"}),
        (check_reply_settings, "notifications.E102", {"TIDE_MAILIN_ADDRESS": "0.0.0.0:65536"}),
        (check_reply_settings, "notifications.E103", {"TIDE_IMAP_URL": "https://mail.example"}),
        (check_reply_settings, "notifications.E103", {"TIDE_IMAP_URL": "imap://m.example:65536"}),
        (check_reply_settings, "notifications.E103", {"TIDE_IMAP_URL": "imap://m.example:x"}),
        (check_reply_settings, "notifications.E103", {"TIDE_IMAP_URL": "imap://[m.example"}),
        (check_reply_settings, "notifications.E104", {"TIDE_MAILIN_THREADS": 0}),
        (check_reply_senders, "notifications.W101", {**REPLIES, "TIDE_MAIL_TRUSTED": True}),
        (check_reply_senders, "notifications.W102", {**REPLIES, **NO_MAIL}),
    ],
)
def test_a_setting_that_is_wrong_is_named_by_a_stable_id(check, id_, wrong, settings) -> None:
    assert check(None) == []
    for name, value in wrong.items():
        setattr(settings, name, value)
    faults = check(None)
    assert id_ in {one.id for one in faults}
    if id_ == "tideapi.E003":
        assert all(one.msg.startswith(tuple(wrong)) for one in faults)


def test_in_debug_addresses_and_keys_may_be_what_they_are(settings) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    settings.SECRET_KEY = settings.INSECURE_SECRET_KEY
    made = checks.check_private_addresses, checks.check_secret_key_is_set
    for debug, ids in {True: [], False: ["tideapi.W001", "tideapi.E002"]}.items():
        settings.DEBUG = debug
        assert [one.id for check in made for one in check(None)] == ids
    settings.DEBUG = True
    assert checks.check_secret_key_strength(None) == []


def test_where_mail_comes_in_may_have_a_port(settings) -> None:
    settings.TIDE_MAILIN_ADDRESS = "[::1]:65535"
    for url in ("imaps://a:b@m.example:993", "imap://m.example/IN"):
        settings.TIDE_IMAP_URL = url
        assert check_reply_settings(None) == []


def test_who_sends_no_mail_or_in_nobodys_name_is_warned(settings) -> None:
    settings.TIDE_MAIL_ENABLED = False
    assert [doubt.id for doubt in checks.check_mail(None)] == ["tideapi.W002"]
    settings.TIDE_MAIL_ENABLED = True
    assert [doubt.id for doubt in checks.check_mail(None)] == ["tideapi.W003"]
    settings.DEFAULT_FROM_EMAIL = "tide@tide.example"
    assert checks.check_mail(None) == []


def test_an_open_door_without_a_contact_is_a_warning_of_deployments(settings) -> None:
    warned = [one.id for one in run_checks(include_deployment_checks=True)]
    assert "tideapi.W004" in warned
    assert "tideapi.W004" not in [one.id for one in run_checks()]
    settings.TIDE_CONTACT = "mailto:ann@tide.example"
    assert checks.check_contact(None) == []


@pytest.mark.parametrize("chosen", ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
def test_no_logger_writes_below_the_level(monkeypatch, chosen: str) -> None:
    monkeypatch.setenv("TIDE_LOG_LEVEL", chosen)
    loggers = runpy.run_path(str(Path(tideapi.settings.__file__)))["LOGGING"]["loggers"]
    levels = {one.get("level", chosen) for one in loggers.values()}
    assert min(levels, key=logging.getLevelNamesMapping().__getitem__) == chosen


def test_no_command_dies_of_settings_that_a_check_names() -> None:
    given = {"TIDE_LOG_LEVEL": "loud", "BROKER_URL": "valkey://:secret@localhost"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=Path(__file__).parents[3],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "(tideapi.E001) TIDE_LOG_LEVEL cannot be read" in ended.stderr
    assert "(tideapi.E001) BROKER_URL cannot be read" in ended.stderr
    assert "secret" not in ended.stderr
    assert "Traceback" not in ended.stderr
