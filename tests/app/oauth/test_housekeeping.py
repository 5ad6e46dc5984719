"""What apps hold is removed when it is of no use to anybody, and not before."""

from datetime import timedelta

import pytest
import time_machine
from django.db.models import F
from django.utils import timezone

from players import housekeeping, models
from players.models import AppCode, AppDevice, AppRefresh, AppToken, Player
from tests.app.oauth.app import Terminal

pytestmark = pytest.mark.django_db


def grow_older(days: float) -> None:
    """Let so many days pass for all that apps hold."""
    by = timedelta(days=days)
    AppCode.objects.update(expires=F("expires") - by)
    AppDevice.objects.update(expires=F("expires") - by)
    AppToken.objects.exclude(user=None).update(expires=F("expires") - by)
    AppRefresh.objects.exclude(revoked=None).update(revoked=F("revoked") - by)
    models.App.objects.update(updated=F("updated") - by)


def test_what_is_in_use_stays_and_a_used_code_for_a_day(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    assert housekeeping.remove_expired() == {}
    grow_older(1.1)
    assert housekeeping.remove_expired() == {"codes of apps": 1}
    grow_older(59)
    housekeeping.remove_expired()
    assert app.refreshes(app.tokens["refresh_token"]).status_code == 200
    # Until a new password has ended it.
    Player.objects.filter(username="ann").update(epoch=F("epoch") + 1)
    housekeeping.remove_expired()
    assert not AppRefresh.objects.exists()
    assert not AppToken.objects.exclude(user=None).exists()


def test_what_is_idle_for_too_long_goes_and_the_app_after_it(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    app.refreshes(app.tokens["refresh_token"])
    grow_older(91)
    removed = housekeeping.remove_expired()
    # The app goes with the token of its registration.
    assert removed.keys() == {"codes of apps", "tokens of apps", "refresh tokens", "apps"}
    for kind in (models.App, AppCode, AppToken, AppRefresh):
        assert not kind.objects.exists()


def test_an_access_token_goes_a_day_after_its_end_if_refreshed(app, anns_browser) -> None:
    app.signs_in(anns_browser)
    AppCode.objects.all().delete()
    after = app.refreshes(app.tokens["refresh_token"]).json()
    grow_older(0.9)
    assert housekeeping.remove_expired().keys() == {"answers to refresh tokens"}
    grow_older(0.2)
    assert housekeeping.remove_expired() == {"tokens of apps": 1}
    assert app.refreshes(after["refresh_token"]).status_code == 200


def test_an_app_that_nobody_has_let_in_goes_after_30_days_but_not_the_operators(app) -> None:
    grow_older(29)
    assert housekeeping.remove_expired() == {}
    models.App.objects.update(registration_source="manual")
    grow_older(400)
    assert housekeeping.remove_expired() == {}
    models.App.objects.update(registration_source="dcr")
    assert "apps" in housekeeping.remove_expired()
    assert not models.App.objects.exists()


def test_a_terminal_that_nobody_has_waited_for_goes(db) -> None:
    Terminal().begins()
    grow_older(0.9)
    assert housekeeping.remove_expired() == {}
    grow_older(0.2)
    assert housekeeping.remove_expired() == {"waiting terminals": 1}


def test_the_last_use_of_a_token_is_noted_once_an_hour(app, anns_browser) -> None:
    acting = app.signs_in(anns_browser)
    acting.get("/me")
    rows = AppToken.objects.filter(user__isnull=False)
    first = rows.get().last_used_at
    assert first is not None
    acting.get("/me")
    assert rows.get().last_used_at == first
    rows.update(expires=F("expires") + timedelta(hours=2))
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        acting.get("/me")
        assert rows.filter(last_used_at__gt=first).exists()
