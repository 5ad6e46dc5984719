"""What is said about the settings before the server starts."""

import logging
import os
import re
import runpy
import secrets
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

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


def test_a_public_server_names_its_hosts(settings: Any) -> None:
    assert checks.check_allowed_hosts(None) == []
    settings.ALLOWED_HOSTS = ["tide.example", "*"]
    (fault,) = checks.check_allowed_hosts(None)
    assert fault.id == "tideapi.E007"


def test_what_is_no_fault_is_said_by_the_check_of_a_deployment_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every command writes what the other checks say."""
    monkeypatch.setattr(bots, "UNAVAILABLE", {"expert": "strong"})
    notes = [one.id for one in run_checks() if one.level < WARNING]
    deployed = [one.id for one in run_checks(include_deployment_checks=True) if one.level < WARNING]
    assert (notes, deployed) == ([], ["games.I001"])


def test_private_addresses_are_warned_of_outside_debug(settings: Any) -> None:
    assert checks.check_private_addresses(None) == []
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True
    (doubt,) = checks.check_private_addresses(None)
    assert doubt.id == "tideapi.W001"
    settings.DEBUG = True
    assert checks.check_private_addresses(None) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TIDE_MAX_PASSWORD_HASHES_PER_PROCESS", 0),
        ("TIDE_CACHE_TIMEOUT_SECONDS", 0.0),
        ("TIDE_MAX_WEBHOOKS_PER_PLAYER", -1),
        ("TIDE_WEBHOOK_INTERVAL_SECONDS", 0.0),
        ("TIDE_DELIVERY_RETENTION_DAYS", 0),
        ("TIDE_IMAP_INTERVAL_SECONDS", 0.0),
    ],
)
def test_a_number_below_its_least_value_is_an_error(name: str, value: float, settings: Any) -> None:
    assert checks.check_number_ranges(None) == []
    setattr(settings, name, value)
    (fault,) = checks.check_number_ranges(None)
    assert fault.id == "tideapi.E003"
    assert name in fault.msg


def test_a_setting_of_days_is_a_hundred_years_at_most(settings: Any) -> None:
    names = [
        name for name in dir(conf.settings) if re.fullmatch(r"TIDE_\w+_DAYS(_PER_YEAR)?", name)
    ]
    assert "TIDE_OPEN_GAME_DAYS" in names
    for name in names:
        setattr(settings, name, 36525)
    assert checks.check_number_ranges(None) == []
    for name in names:
        setattr(settings, name, 36526)
    faults = checks.check_number_ranges(None)
    assert {fault.id for fault in faults} == {"tideapi.E003"}
    assert sorted(fault.msg for fault in faults) == sorted(
        f"{name} must be at most 36525." for name in names
    )


def test_durations_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Environment()
    monkeypatch.setenv("TIDE_SOME", "PT5S, P1D,PT0.5S")
    wanted = [timedelta(seconds=5), timedelta(days=1), timedelta(seconds=0.5)]
    assert env.read_durations("TIDE_SOME", default=["PT1H"]) == wanted
    monkeypatch.setenv("TIDE_SOME", "")
    assert env.read_durations("TIDE_SOME", default=["PT1H"]) == []
    assert env.faults == {}
    monkeypatch.setenv("TIDE_SOME", "PT5S,5")
    assert env.read_durations("TIDE_SOME", default=["PT1H"]) == [timedelta(hours=1)]
    assert "TIDE_SOME" in env.faults


@pytest.mark.parametrize(
    ("read", "text", "default"),
    [
        ("read_flag", "perhaps", True),
        ("read_integer", "12.5", 7),
        ("read_seconds", "soon", 0.5),
        ("read_rate", "600 an hour", "5/m"),
        ("read_web_address", "code.example/tideapi", ""),
        ("read_web_address", "javascript:alert(1)", ""),
        ("read_web_address", "https:///tideapi", ""),
        ("read_database", "nosql://ann:sea-urchin@db.example/tide", "sqlite://"),
    ],
)
def test_what_cannot_be_read_is_a_fault_without_its_secret_and_the_default_counts(
    monkeypatch: pytest.MonkeyPatch, settings: Any, read: str, text: str, default: Any
) -> None:
    env = Environment()
    usual = getattr(env, read)("TIDE_SOME", default=default)
    monkeypatch.setenv("TIDE_SOME", text)
    assert getattr(env, read)("TIDE_SOME", default=default) == usual
    settings.ENVIRONMENT_FAULTS = env.faults
    (fault,) = checks.check_environment(None)
    assert fault.id == "tideapi.E001"
    assert fault.msg.startswith("TIDE_SOME cannot be read: ")
    assert "sea-urchin" not in fault.msg


def test_the_key_that_everybody_knows_is_one_for_debug_alone(settings: Any) -> None:
    settings.SECRET_KEY, settings.DEBUG = settings.INSECURE_SECRET_KEY, True
    assert checks.check_secret_key_is_set(None) == []
    settings.DEBUG = False
    (fault,) = checks.check_secret_key_is_set(None)
    assert fault.id == "tideapi.E002"


@pytest.mark.parametrize(
    "key", ["x", "k" * 60, "abcd" * 20, "0123456789abcdef0123456789abcde", "insecure"]
)
def test_a_secret_key_that_can_be_guessed_is_an_error_outside_debug(
    key: str, settings: Any
) -> None:
    settings.SECRET_KEY = key
    settings.DEBUG = False
    (fault,) = checks.check_secret_key_strength(None)
    assert fault.id == "tideapi.E004"
    assert key not in fault.msg.split()
    settings.DEBUG = True
    assert checks.check_secret_key_strength(None) == []


@pytest.mark.parametrize("bits", [128, 256, 512])
def test_one_made_by_chance_is_none(bits: int, settings: Any) -> None:
    settings.DEBUG = False
    for key in (secrets.token_hex(bits // 8), secrets.token_urlsafe(max(24, bits // 8))):
        settings.SECRET_KEY = key
        assert checks.check_secret_key_strength(None) == []


@pytest.mark.parametrize(
    ("check", "id_", "wrong"),
    [
        (games.checks.check_min_time_per_turn, "games.E001", {"TIDE_MIN_TIME_PER_TURN": ZERO}),
        (games.checks.check_sweep_interval, "games.E002", {"TIDE_SWEEP_INTERVAL_SECONDS": 0}),
        (games.checks.check_max_pause, "games.E003", {"TIDE_MAX_PAUSE": ZERO}),
        (games.checks.check_archive_delay, "games.E007", {"TIDE_ARCHIVE_AFTER": -DAY}),
        (games.checks.check_sandbox, "games.W001", {"TIDE_SANDBOX_ENABLED": True}),
        (check_reply_settings, "notifications.E101", {"TIDE_REPLY_DOMAIN": "no domain"}),
        (check_reply_settings, "notifications.E102", {"TIDE_MAILIN_ADDRESS": "0.0.0.0:65536"}),
        (check_reply_settings, "notifications.E103", {"TIDE_IMAP_URL": "https://mail.example"}),
        (check_reply_settings, "notifications.E104", {"TIDE_MAILIN_THREADS": 0}),
        (check_reply_senders, "notifications.W101", {**REPLIES, "TIDE_MAIL_TRUSTED": True}),
        (check_reply_senders, "notifications.W102", {**REPLIES, "TIDE_MAIL_ENABLED": False}),
    ],
)
def test_a_setting_that_is_wrong_is_named_by_a_stable_id(
    check: Any, id_: str, wrong: dict[str, Any], settings: Any
) -> None:
    assert check(None) == []
    for name, value in wrong.items():
        setattr(settings, name, value)
    assert id_ in {one.id for one in check(None)}


# -- mail and other servers

HERE = "django.core.mail.backends"


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("submission://m.example", ("m.example", 587, "", "", True, False)),
        ("smtps://ann:a%40b@m.example", ("m.example", 465, "ann", "a@b", False, True)),
        ("smtp://localhost:2525", ("localhost", 2525, "", "", False, False)),
    ],
)
def test_a_mail_server_is_read_from_its_url(
    url: str, wanted: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_URL", url)
    read = Environment().read_mail("MAIL_URL", default="")
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(read[name] for name in names) == wanted
    assert read["BACKEND"] == f"{HERE}.smtp.EmailBackend"


def test_letters_may_be_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_URL", "file:///var/my%20mail")
    read = Environment().read_mail("MAIL_URL", default="")
    wanted = {"BACKEND": "players.mail.files.EmailBackend", "FILE_PATH": "/var/my mail"}
    assert read == wanted


def test_letters_may_go_by_a_service(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "anymail://postmark?server_token=a%2Fb&webhook_secret=x%3Ay"
    monkeypatch.setenv("MAIL_URL", url)
    assert Environment().read_mail("MAIL_URL", default="") == {
        "BACKEND": "anymail.backends.postmark.EmailBackend",
        "SERVICE": {"POSTMARK_SERVER_TOKEN": "a/b", "WEBHOOK_SECRET": "x:y"},
    }


@pytest.mark.parametrize(
    "url",
    ["mail.example", "http://m.example", "smtp://:x@", "smtp://m:x", "file:mail", "anymail:x"],
)
def test_no_mail_server_is_a_fault_that_quotes_no_password(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_URL", url)
    env = Environment()
    assert env.read_mail("MAIL_URL", default="") == {}
    assert url not in env.faults["MAIL_URL"]


@pytest.mark.parametrize("text", ["[", "{}", "[1]", '[{"id": "x"}]'])
def test_what_names_no_server_to_sign_in_with_is_a_fault(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIDE_SIGN_IN_PROVIDERS", text)
    env = Environment()
    assert env.read_providers("TIDE_SIGN_IN_PROVIDERS", default="") == []
    assert "client_id, id, name, secret, server" in env.faults["TIDE_SIGN_IN_PROVIDERS"]


def test_an_address_is_not_needed_where_it_cannot_be_verified(settings: Any) -> None:
    settings.TIDE_MAIL_ENABLED, settings.TIDE_EMAIL_REQUIRED = False, True
    (fault,) = checks.check_required_email(None)
    assert fault.id == "tideapi.E005"
    settings.TIDE_MAIL_ENABLED = True
    assert checks.check_required_email(None) == []


def test_who_sends_no_mail_or_in_nobodys_name_is_warned(settings: Any) -> None:
    settings.TIDE_MAIL_ENABLED = False
    assert [doubt.id for doubt in checks.check_mail(None)] == ["tideapi.W002"]
    settings.TIDE_MAIL_ENABLED = True
    assert [doubt.id for doubt in checks.check_mail(None)] == ["tideapi.W003"]
    settings.DEFAULT_FROM_EMAIL = "tide@tide.example"
    assert checks.check_mail(None) == []


# -- the broker, and the log

SCHEMES = ["redis", "rediss", "unix"]


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost:6379/0",
        "rediss://ann:secret@valkey.example/1?ssl_cert_reqs=none",
        "unix:///run/valkey.sock?db=2",
    ],
)
def test_a_broker_is_named_as_its_client_takes_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROKER_URL", url)
    env = Environment()
    assert env.read_redis("BROKER_URL", among=SCHEMES, default="redis://localhost") == url
    assert env.faults == {}


@pytest.mark.parametrize(
    "url",
    [
        "valkey://:secret@localhost:6379/0",
        "redis+socket:///run/secret.sock",
        "secret@localhost:6379",
        "redis://:secret@localhost:99999/0",
        "redis://:secret@localhost:sixty/0",
        "redis://:secret@localhost/0?db=secret",
        "redis://:secret@[::1/0",
        "redis://:pass/secret@localhost:6379/0",
        "",
    ],
)
def test_what_no_client_takes_is_a_fault_that_quotes_nothing_of_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROKER_URL", url)
    env = Environment()
    read = env.read_redis("BROKER_URL", among=SCHEMES, default="redis://localhost")
    wanted = "can be read and begins with redis:// or rediss:// or unix://."
    assert read == "redis://localhost"
    assert env.faults == {"BROKER_URL": f"This is no address that {wanted}"}


def test_the_level_of_the_log_is_a_word_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = ["DEBUG", "INFO"]
    env = Environment()
    for text in ("debug", "Debug", "DEBUG"):
        monkeypatch.setenv("TIDE_LOG_LEVEL", text)
        assert env.read_choice("TIDE_LOG_LEVEL", among=levels, default="INFO") == "DEBUG"
    assert env.faults == {}
    monkeypatch.setenv("TIDE_LOG_LEVEL", "loud")
    assert env.read_choice("TIDE_LOG_LEVEL", among=levels, default="INFO") == "INFO"
    assert env.faults == {"TIDE_LOG_LEVEL": "'loud' is none of DEBUG, INFO."}


@pytest.mark.parametrize("chosen", ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
def test_no_logger_writes_what_the_level_of_the_log_leaves_out(
    monkeypatch: pytest.MonkeyPatch, chosen: str
) -> None:
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


# -- mail that comes in


@pytest.mark.parametrize(
    ("name", "right", "wrong", "check"),
    [
        ("TIDE_MAILIN_ADDRESS", "[::1]:65535", "127.0.0.1:65536", "notifications.E102"),
        (
            "TIDE_IMAP_URL",
            "imaps://a:b@m.example:993",
            "imap://m.example:65536",
            "notifications.E103",
        ),
        ("TIDE_IMAP_URL", "imap://m.example/IN", "imap://m.example:x", "notifications.E103"),
        ("TIDE_IMAP_URL", "", "imap://[m.example", "notifications.E103"),
    ],
)
def test_a_port_that_there_is_not_is_an_error(
    name: str, right: str, wrong: str, check: str, settings: Any
) -> None:
    setattr(settings, name, right)
    assert check_reply_settings(None) == []
    setattr(settings, name, wrong)
    (fault,) = check_reply_settings(None)
    assert fault.id == check
