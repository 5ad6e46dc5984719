"""System checks of the settings that games live by."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


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
