"""System checks of the settings that games live by."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Info, Tags, register

from common.db import encrypted
from games.archive import storage
from games.lobby.pauses import SHORTEST
from games.rulesets import bots, game_package


@register()
def check_min_time_per_turn(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E001: `TIDE_MIN_TIME_PER_TURN` is out of range."""
    least, most = settings.TIDE_MIN_TIME_PER_TURN, settings.TIDE_MAX_TIME_PER_TURN
    if timedelta(0) < least <= most:
        return []
    hint = f"Set it to an ISO 8601 duration up to P{most.days}D, such as PT1M."
    return [Error("TIDE_MIN_TIME_PER_TURN is out of range.", hint=hint, id="games.E001")]


@register()
def check_sweep_interval(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E002: `TIDE_SWEEP_INTERVAL_SECONDS` is not above 0 and below `TIDE_MAX_SWEEP_AGE_SECONDS`."""
    if 0 < settings.TIDE_SWEEP_INTERVAL_SECONDS < settings.TIDE_MAX_SWEEP_AGE_SECONDS:
        return []
    hint = "TIDE_SWEEP_INTERVAL_SECONDS must be above 0 and below TIDE_MAX_SWEEP_AGE_SECONDS."
    return [Error("The sweep would never be in time.", hint=hint, id="games.E002")]


@register()
def check_max_pause(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E003: `TIDE_MAX_PAUSE` is out of range."""
    if SHORTEST <= settings.TIDE_MAX_PAUSE <= timedelta(days=366):
        return []
    hint = "Set it to an ISO 8601 duration from PT1M to P366D, such as P30D."
    return [Error("TIDE_MAX_PAUSE is out of range.", hint=hint, id="games.E003")]


@register()
def check_max_stopped_time(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E005: `TIDE_MAX_STOPPED_TIME_PER_GAME` is out of range."""
    if timedelta(0) <= settings.TIDE_MAX_STOPPED_TIME_PER_GAME <= timedelta(days=3660):
        return []
    hint = "Set it to an ISO 8601 duration from PT0S to P3660D, such as P60D."
    return [Error("TIDE_MAX_STOPPED_TIME_PER_GAME is out of range.", hint=hint, id="games.E005")]


@register()
def check_archive_delay(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E007: `TIDE_ARCHIVE_AFTER` is out of range."""
    if timedelta(0) <= settings.TIDE_ARCHIVE_AFTER <= timedelta(days=36525):
        return []
    hint = "Set it to an ISO 8601 duration from PT0S to P36525D, such as P90D."
    return [Error("TIDE_ARCHIVE_AFTER is out of range.", hint=hint, id="games.E007")]


@register()
def check_archive_store(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E008: `TIDE_ARCHIVE_STORE` names no storage that can be used."""
    if storage.ALIAS not in settings.STORAGES:
        return []
    try:
        storage.archive_store()
    # A storage's own settings may be wrong in any way, and its error may quote a secret of them.
    except Exception as error:  # noqa: BLE001
        hint = "It is written package.module.Class?option=value&option=value."
        message = f"TIDE_ARCHIVE_STORE cannot be used: {type(error).__name__}."
        return [Error(message, hint=hint, id="games.E008")]
    return []


@register()
def check_rulesets(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E006: a game that a package or `TIDE_RULESETS` names cannot be played; all others can."""
    written = (
        "It is written package.module:ATTRIBUTE, and is a games.rulesets.game_package.GamePackage."
    )
    missing = (
        "PYTHONPATH must name the folder in which the package lies, or the package be installed."
    )
    return [
        Error(
            f"{name} cannot be played here: {why}",
            hint=missing if "No module named" in why else written,
            id="games.E006",
        )
        for name, why in game_package.faults.items()
    ]


@register(deploy=True)
def check_bots(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.I001: tideapi-playouts is missing or outdated, so the bot `expert` is not offered; no fault."""
    hint = "Install what `make playouts` builds beside web and workers."
    message = "The bot {} is not offered, and plays as {} in games that have it."
    return [
        Info(message.format(name, other), hint=hint, id="games.I001")
        for name, other in bots.UNAVAILABLE.items()
    ]


@register(Tags.security, deploy=True)
def check_sandbox(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.W001: `TIDE_SANDBOX_ENABLED` is on."""
    if not settings.TIDE_SANDBOX_ENABLED:
        return []
    hint = "Unset TIDE_SANDBOX_ENABLED where people play in earnest."
    return [checks.Warning("Test tokens can move the time of games.", hint=hint, id="games.W001")]


@register()
def check_encryption_keys(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E004: a value in `TIDE_KEYS` is not a key."""
    hint = "Each is 32 random bytes in base64: `manage.py newkey` makes one."
    return [
        Error(f"Key {place} of TIDE_KEYS is none.", hint=hint, id="games.E004")
        for place, key in enumerate(settings.TIDE_KEYS, start=1)
        if not encrypted.is_key(key)
    ]
