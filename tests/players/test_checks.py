"""What is said about the settings of webhooks before the server starts."""

from datetime import timedelta
from typing import Any

import pytest

from tideapi import checks
from tideapi.environment import Environment


def test_private_addresses_are_warned_of_outside_debug(settings: Any) -> None:
    assert checks.webhooks_stay_outside(None) == []
    settings.TIDE_WEBHOOKS_PRIVATE = True
    (doubt,) = checks.webhooks_stay_outside(None)
    assert doubt.id == "tideapi.W001"
    settings.DEBUG = True
    assert checks.webhooks_stay_outside(None) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TIDE_WEBHOOKS_PER_PLAYER", -1),
        ("TIDE_WEBHOOKS_EVERY", 0.0),
        ("TIDE_WEBHOOKS_DAYS", 0),
    ],
)
def test_a_number_below_its_least_value_is_an_error(name: str, value: float, settings: Any) -> None:
    assert checks.limits_leave_room(None) == []
    setattr(settings, name, value)
    (fault,) = checks.limits_leave_room(None)
    assert fault.id == "tideapi.E003"
    assert name in fault.msg


def test_durations_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    env = Environment()
    monkeypatch.setenv("TIDE_SOME", "PT5S, P1D,PT0.5S")
    wanted = [timedelta(seconds=5), timedelta(days=1), timedelta(seconds=0.5)]
    assert env.durations("TIDE_SOME", default=["PT1H"]) == wanted
    monkeypatch.setenv("TIDE_SOME", "")
    assert env.durations("TIDE_SOME", default=["PT1H"]) == []
    assert env.faults == {}
    monkeypatch.setenv("TIDE_SOME", "PT5S,5")
    assert env.durations("TIDE_SOME", default=["PT1H"]) == [timedelta(hours=1)]
    assert "TIDE_SOME" in env.faults
