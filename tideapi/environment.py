"""Reading the environment without stopping at the first fault."""

import json
import os
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from django.utils.dateparse import parse_duration
from environs import Env, EnvError
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from redis.connection import parse_url

T = TypeVar("T")

PROVIDER = {"id", "name", "server", "client_id", "secret"}
MAIL_PORTS = {"smtp": 25, "submission": 587, "smtps": 465}
WEBHOOK = "webhook_secret"
BACKENDS = "django.core.mail.backends"
PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Environment:
    """The environment's variables by type.

    `faults` says of each unreadable one why, and `defaults` what each is where it is not set.
    """

    def __init__(self) -> None:
        self._env = Env()
        self.faults: dict[str, str] = {}
        self.defaults: dict[str, Any] = {}

    def read_text(self, name: str, *, default: str) -> str:
        return self._parse_value(name, default, str)

    def read_line(self, name: str, *, default: str, longest: int) -> str:
        """One line of at most so many characters."""
        return self._parse_value(name, default, lambda text: _parse_line(text, longest))

    def read_contact(self, name: str, *, default: str) -> str:
        """A mail address or an address of the web, as what a link leads to; empty where it is not set."""
        return self._parse_value(name, default, _parse_contact)

    def read_zone(self, name: str, *, default: str) -> str:
        """The IANA name of a time zone."""
        return self._parse_value(name, default, _parse_zone)

    def read_web_address(self, name: str, *, default: str) -> str:
        """An address of http or https, without a slash at its end; empty where it is not set."""
        return self._parse_value(
            name, default, lambda text: _parse_web_address(text) if text else ""
        )

    def read_flag(self, name: str, *, default: bool) -> bool:
        return self._read(name, self._env.bool, default)

    def read_integer(self, name: str, *, default: int) -> int:
        return self._read(name, self._env.int, default)

    def read_seconds(self, name: str, *, default: float) -> float:
        return self._read(name, self._env.float, default)

    def read_words(self, name: str, *, default: list[str]) -> list[str]:
        """Values separated by commas."""
        return self._read(name, self._env.list, default)

    def read_choice(self, name: str, *, among: list[str], default: str) -> str:
        """One of these words, written in any case."""
        words = {word.lower(): word for word in among}

        def chosen(text: str) -> str:
            if text.lower() not in words:
                raise ValueError(f"{text!r} is none of {', '.join(among)}.")
            return words[text.lower()]

        return self._parse_value(name, default, chosen)

    def read_database(self, name: str, *, default: str) -> dict[str, Any]:
        """A database URL as Django's settings for it."""
        return dict(self._parse_value(name, default, _parse_database))

    def read_conninfo(self, name: str, *, default: str) -> str:
        """A database URL as libpq takes it, several hosts and all; empty where it is not set."""
        return self._parse_value(name, default, _parse_conninfo)

    def read_redis(self, name: str, *, among: list[str], default: str) -> str:
        """The URL of a Valkey or Redis, as redis-py takes it, with one of these schemes."""
        return self._parse_value(name, default, lambda text: _parse_redis(text, among))

    def read_duration(self, name: str, *, default: str) -> timedelta:
        """An ISO 8601 duration such as PT1M."""
        return self._parse_value(name, default, _parse_duration)

    def read_durations(self, name: str, *, default: list[str]) -> list[timedelta]:
        """ISO 8601 durations separated by commas."""
        return self._parse_value(name, ",".join(default), _parse_durations)

    def read_rate(self, name: str, *, default: str) -> tuple[int, int]:
        """Requests per period such as 600/m (s, m, h or d), as a count and seconds."""
        return self._parse_value(name, default, _parse_rate)

    def read_mail(self, name: str, *, default: str) -> dict[str, Any]:
        """A mail server's URL as Django's settings for it; none of them when it is not set."""
        return self._parse_value(name, default, _parse_mail)

    def read_storage(self, name: str, *, default: str) -> dict[str, Any]:
        """A class of storages and its options, as `package.Class?option=value`, for Django's STORAGES."""
        return self._parse_value(name, default, _parse_storage)

    def read_providers(self, name: str, *, default: str) -> list[dict[str, str]]:
        """OpenID Connect providers as a JSON array of objects, each with `PROVIDER` as its members."""
        return self._parse_value(name, default, _parse_providers)

    def _read(self, name: str, read: Callable[..., Any], default: T) -> T:
        self.defaults[name] = default
        try:
            value: T = read(name, default)
        except EnvError as error:
            self.faults[name] = str(error)
            return default
        return value

    def _parse_value(self, name: str, default: str, parse: Callable[[str], T]) -> T:
        self.defaults[name] = default
        text = self._env.str(name, default)
        try:
            return parse(text)
        except ValueError as error:
            self.faults[name] = f"{error}"
            return parse(default)


def _parse_database(text: str) -> dict[str, Any]:
    try:
        database: dict[str, Any] = dict(dj_database_url.parse(text))
    except dj_database_url.ParseError as error:
        # The error's own text holds the URL, and the URL may hold a password.
        raise ValueError("This is not a database URL.") from error
    return {**database, "OPTIONS": _connection_options(database.get("OPTIONS", {}))}


def _connection_options(given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of each connection: what `DATABASE_URL` and `PGOPTIONS` say comes before ours.

    libpq itself reads `PGOPTIONS` only where a connection has no options.
    """
    options = given.get("options") or os.environ.get("PGOPTIONS", "")
    return {
        # libpq gives up a silent server after 40 seconds in all (the last is in ms).
        "keepalives_idle": 20,
        "keepalives_interval": 5,
        "keepalives_count": 4,
        "tcp_user_timeout": 40_000,
        **given,
        "prepare_threshold": 0,
        # An idle transaction may hold a game's lock. Without one plan for all values PostgreSQL would plan a
        # prepared statement again with each call, which takes longer than the work.
        "options": f"-c idle_in_transaction_session_timeout=60s {options}"
        " -c plan_cache_mode=force_generic_plan",
    }


def _parse_line(text: str, longest: int) -> str:
    if len(text) > longest or not text.isprintable():
        raise ValueError(f"This is no line of at most {longest} characters.")
    return text


def _parse_contact(text: str) -> str:
    if "@" in text and re.fullmatch(r"[^\s@:/?&#%]+@[^\s@:/?&#%]+", text):
        return f"mailto:{text}"
    return _parse_web_address(text) if text else ""


def _parse_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        text = ""
    if text != "UTC" and "/" not in text:
        raise ValueError("This is no time zone such as Europe/Berlin.")
    return text


def _parse_web_address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or " " in text:
        raise ValueError(f"{text!r} is no address that begins with https:// or http://.")
    return text.rstrip("/")


def _parse_conninfo(text: str) -> str:
    try:
        conninfo_to_dict(text)
    except ProgrammingError:
        # The error's own text quotes the URL.
        raise ValueError("This is not an address that libpq understands.") from None
    return text


def _parse_redis(text: str, among: list[str]) -> str:
    # The URL may hold a password, and the client's own error may quote it.
    begins = " or ".join(f"{one}://" for one in among)
    wanted = f"This is no address that can be read and begins with {begins}."
    if text.partition("://")[0] not in among:
        raise ValueError(wanted)
    try:
        parse_url(text)  # type: ignore[no-untyped-call]
    except ValueError:
        raise ValueError(wanted) from None
    return text


def _parse_duration(text: str) -> timedelta:
    value = parse_duration(text) if text.startswith("P") else None
    if value is None:
        raise ValueError(f"{text!r} is not an ISO 8601 duration such as PT1M.")
    return value


def _parse_durations(text: str) -> list[timedelta]:
    return [_parse_duration(one.strip()) for one in text.split(",") if one.strip()]


def _parse_mail(text: str) -> dict[str, Any]:
    if not text:
        return {}
    # The URL may hold a password, so no error quotes it.
    wanted = "This is none of smtp://, submission://, smtps://HOST, anymail://SERVICE and file:///FOLDER."
    parts = urlsplit(text)
    if parts.scheme == "file" and parts.path.startswith("/"):
        return {"BACKEND": "players.mail.files.EmailBackend", "FILE_PATH": unquote(parts.path)}
    if parts.scheme == "anymail" and parts.hostname:
        return _mail_service(parts.hostname, dict(parse_qsl(parts.query)))
    try:
        port = parts.port or MAIL_PORTS[parts.scheme]
    except (KeyError, ValueError):
        raise ValueError(wanted) from None
    if not parts.hostname:
        raise ValueError(wanted)
    return {
        "BACKEND": f"{BACKENDS}.smtp.EmailBackend",
        "HOST": parts.hostname,
        "PORT": port,
        "HOST_USER": unquote(parts.username or ""),
        "HOST_PASSWORD": unquote(parts.password or ""),
        "USE_TLS": parts.scheme == "submission",
        "USE_SSL": parts.scheme == "smtps",
    }


def _parse_storage(text: str) -> dict[str, Any]:
    path, _, options = text.partition("?")
    return {"BACKEND": path, "OPTIONS": dict(parse_qsl(options))} if path else {}


def _mail_service(name: str, given: dict[str, str]) -> dict[str, Any]:
    """One of django-anymail's services, with its settings in small letters: `?server_token=…`."""
    own = {key.upper() if key == WEBHOOK else f"{name}_{key}".upper(): given[key] for key in given}
    return {"BACKEND": f"anymail.backends.{name}.EmailBackend", "SERVICE": own}


def _parse_providers(text: str) -> list[dict[str, str]]:
    if not text:
        return []
    wanted = (
        f"This is no JSON array of objects with {', '.join(sorted(PROVIDER))}, all of them texts."
    )
    try:
        read = json.loads(text)
    except json.JSONDecodeError:
        raise ValueError(wanted) from None  # Its own text may hold a secret.
    if not isinstance(read, list) or not all(
        isinstance(one, dict)
        and set(one) == PROVIDER
        and all(isinstance(value, str) for value in one.values())
        for one in read
    ):
        raise ValueError(wanted)
    return read


def _parse_rate(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d*)/([smhd])", text)
    if match is None:
        raise ValueError(f"{text!r} is not a rate such as 600/m.")
    return int(match[1]), PERIODS[match[2]]
