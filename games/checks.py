"""System checks of the settings that games live by."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, register
from django.core.checks import Warning as Doubt

from games import enrolment
from games.archive import keeping
from games.bots import registry as bots
from games.lobby.pauses import SHORTEST
from tideapi.db import encrypted, standby


@register()
def turns_have_time(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E001: the shortest time for a turn lies between nothing and the longest."""
    least, most = settings.TIDE_MIN_PER_TURN, settings.TIDE_MAX_PER_TURN
    if timedelta(0) < least <= most:
        return []
    hint = f"Set it to an ISO 8601 duration up to P{most.days}D, such as PT1M."
    return [Error("TIDE_MIN_PER_TURN is out of range.", hint=hint, id="games.E001")]


@register()
def the_clock_is_looked_at(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E002: sweeps come regularly, and readiness allows for the time between two."""
    if 0 < settings.TIDE_SWEEP_EVERY < settings.TIDE_READY_WITHIN:
        return []
    hint = "TIDE_SWEEP_EVERY must be above 0 and below TIDE_READY_WITHIN (both in seconds)."
    return [Error("The sweep would never be in time.", hint=hint, id="games.E002")]


@register()
def pauses_have_an_end(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E003: a pause may last from a minute to a year."""
    if SHORTEST <= settings.TIDE_MAX_PAUSE <= timedelta(days=366):
        return []
    hint = "Set it to an ISO 8601 duration from PT1M to P366D, such as P30D."
    return [Error("TIDE_MAX_PAUSE is out of range.", hint=hint, id="games.E003")]


@register()
def stops_have_an_end(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E005: all stops together may hold a game up for up to ten years."""
    if timedelta(0) <= settings.TIDE_MOST_STOPPED <= timedelta(days=3660):
        return []
    hint = "Set it to an ISO 8601 duration from PT0S to P3660D, such as P60D."
    return [Error("TIDE_MOST_STOPPED is out of range.", hint=hint, id="games.E005")]


@register()
def the_standby_can_be_new_enough(
    app_configs: Sequence[Any] | None, **_: Any
) -> list[CheckMessage]:
    """games.E009: a standby may be behind for more than the time between two sweeps, and up to an hour."""
    if standby.ALIAS not in settings.DATABASES:
        return []
    every = timedelta(seconds=settings.TIDE_SWEEP_EVERY)
    if every < settings.TIDE_STANDBY_BOUND <= timedelta(hours=1):
        return []
    hint = "Set it to an ISO 8601 duration above TIDE_SWEEP_EVERY and up to PT1H, such as PT5S."
    return [Error("TIDE_STANDBY_BOUND is out of range.", hint=hint, id="games.E009")]


@register()
def games_are_archived_in_time(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E007: finished games are archived at once, or up to a century later."""
    if timedelta(0) <= settings.TIDE_ARCHIVE_AFTER <= timedelta(days=36525):
        return []
    hint = "Set it to an ISO 8601 duration from PT0S to P36525D, such as P90D."
    return [Error("TIDE_ARCHIVE_AFTER is out of range.", hint=hint, id="games.E007")]


@register()
def the_archive_is_there(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E008: what TIDE_ARCHIVE_STORE names is a storage that can be made."""
    if keeping.ALIAS not in settings.STORAGES:
        return []
    try:
        keeping.store()
    # A storage's own settings may be wrong in any way, and its error may quote a secret of them.
    except Exception as error:  # noqa: BLE001
        hint = "It is written package.module.Class?option=value&option=value."
        said = f"TIDE_ARCHIVE_STORE cannot be used: {type(error).__name__}."
        return [Error(said, hint=hint, id="games.E008")]
    return []


@register()
def every_game_can_be_played(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E006: every game that a package or TIDE_RULESETS names can be played."""
    hint = "It is written package.module:ATTRIBUTE, and is a games.enrolment.Enrolment."
    return [
        Error(f"{name} cannot be played here: {why}", hint=hint, id="games.E006")
        for name, why in enrolment.faults.items()
    ]


@register(deploy=True)
def bots_can_think(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.I001: no bot lacks what it thinks with."""
    hint = "Install what `make playouts` builds beside web and workers."
    said = "The bot {} is not offered, and plays as {} in games that have it."
    return [
        Info(said.format(name, other), hint=hint, id="games.I001")
        for name, other in bots.UNAVAILABLE.items()
    ]


@register(Tags.security, deploy=True)
def no_sandbox_in_earnest(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.W001: a server on which deadlines can be moved is for tests."""
    if not settings.TIDE_SANDBOX:
        return []
    hint = "Unset TIDE_SANDBOX where people play in earnest."
    return [Doubt("Test tokens can move the time of games.", hint=hint, id="games.W001")]


@register()
def keys_open_something(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """games.E004: every key of TIDE_KEYS is one."""
    hint = "Each is 32 random bytes in base64: `manage.py newkey` makes one."
    return [
        Error(f"Key {place} of TIDE_KEYS is none.", hint=hint, id="games.E004")
        for place, key in enumerate(settings.TIDE_KEYS, start=1)
        if not encrypted.is_key(key)
    ]
