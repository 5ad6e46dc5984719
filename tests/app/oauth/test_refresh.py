"""Refresh tokens: each is good once, a lost answer comes again, and a later use ends the family."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from players import housekeeping
from players.models import AppRefresh, AppToken, Player
from tests.app.api.refusals import refused
from tests.app.oauth.app import App
from tests.app.oauth.test_pages import ends
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_a_refresh_brings_a_new_pair_and_the_old_access_token_lives_to_its_end(
    app: App, anns: Client
) -> None:
    before = app.signs_in(anns)
    after = app.refreshes(app.tokens["refresh_token"]).json()
    assert after["scope"] == app.tokens["scope"]
    assert after["refresh_token"] != app.tokens["refresh_token"]
    with time_machine.travel(timezone.now() + timedelta(minutes=59)):
        assert before.get("/me").status == 200
        assert Person(after["access_token"]).get("/me").status == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        refused(before.get("/me"), 401, "token_expired")


def test_one_that_comes_again_ends_the_whole_family(app: App, anns: Client) -> None:
    first = app.signs_in(anns)
    second = app.refreshes(app.tokens["refresh_token"]).json()
    third = app.refreshes(second["refresh_token"]).json()
    family = [first, Person(second["access_token"]), Person(third["access_token"])]
    assert [hers.get("/me").status for hers in family] == [200, 200, 200]
    again = app.refreshes(app.tokens["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    for hers in family:
        refused(hers.get("/me"), 401, "token_invalid")
    assert app.refreshes(third["refresh_token"]).json()["error"] == "invalid_grant"


def test_an_answer_that_was_lost_comes_again(app: App, anns: Client) -> None:
    app.signs_in(anns)
    first = app.refreshes(app.tokens["refresh_token"]).json()
    with time_machine.travel(timezone.now() + timedelta(seconds=55)):
        again = app.refreshes(app.tokens["refresh_token"])
        assert again.status_code == 200
        assert again.json().keys() == first.keys()
        assert again.json()["access_token"] == first["access_token"]
        assert again.json()["refresh_token"] == first["refresh_token"]
        assert 3540 <= again.json()["expires_in"] <= 3545
        assert Person(first["access_token"]).get("/me").status == 200
        assert app.refreshes(first["refresh_token"]).status_code == 200
    # Three pairs: the first, the one whose answer was lost, and the last.
    assert AppToken.objects.exclude(user=None).count() == 3


def test_a_minute_later_a_used_one_ends_the_family(app: App, anns: Client) -> None:
    app.signs_in(anns)
    hers = Person(app.refreshes(app.tokens["refresh_token"]).json()["access_token"])
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        again = app.refreshes(app.tokens["refresh_token"])
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    refused(hers.get("/me"), 401, "token_invalid")


def test_the_answer_that_is_kept_is_encrypted_and_goes(app: App, anns: Client) -> None:
    app.signs_in(anns)
    after = app.refreshes(app.tokens["refresh_token"]).json()
    with connection.cursor() as cursor:
        cursor.execute("SELECT answer FROM players_apprefresh WHERE answer IS NOT NULL")
        ((kept,),) = cursor.fetchall()
    for secret in (after["access_token"], after["refresh_token"]):
        assert secret.encode() not in bytes(kept)
    assert housekeeping.remove_expired() == {}
    AppRefresh.objects.exclude(revoked=None).update(revoked=timezone.now() - timedelta(seconds=61))
    assert housekeeping.remove_expired() == {"answers to refresh tokens": 1}
    assert not AppRefresh.objects.filter(answer__isnull=False).exists()


def _reused(app: App, anns: Client) -> str:
    used: str = app.tokens["refresh_token"]
    second = app.refreshes(used).json()["refresh_token"]
    app.refreshes(second)
    app.refreshes(used)
    return used


def _reused_elsewhere(app: App, anns: Client) -> str:
    used: str = app.tokens["refresh_token"]
    second = app.refreshes(used).json()["refresh_token"]
    third: str = app.refreshes(second).json()["refresh_token"]
    app.refreshes(used)
    return third


def _ended_by_the_player(app: App, anns: Client) -> str:
    ends(anns, "/account/apps/")
    return str(app.tokens["refresh_token"])


def _used_and_ended_by_the_player(app: App, anns: Client) -> str:
    app.refreshes(app.tokens["refresh_token"])
    return _ended_by_the_player(app, anns)


def _ended_by_a_new_password(app: App, anns: Client) -> str:
    ann = Player.objects.get(username="ann")
    ann.set_password("sea-urchin-and-sand")
    ann.save()
    return str(app.tokens["refresh_token"])


def _revoked(app: App, anns: Client) -> str:
    app.sends("/oauth/revoke", client_id=app.id, token=app.tokens["refresh_token"])
    return str(app.tokens["refresh_token"])


def _unknown(app: App, anns: Client) -> str:
    return "tider_unknown"


@pytest.mark.parametrize(
    ("happens", "said"),
    [
        (_reused, "was reused"),
        (_reused_elsewhere, "was reused"),
        (_ended_by_the_player, "The player ended this"),
        (_used_and_ended_by_the_player, "The player ended this"),
        (_ended_by_a_new_password, "The player ended this"),
        (_revoked, "was revoked"),
        (_unknown, "is not known"),
    ],
)
def test_a_refusal_says_why(app: App, anns: Client, happens: Any, said: str) -> None:
    app.signs_in(anns)
    answer = app.refreshes(happens(app, anns)).json()
    assert answer["error"] == "invalid_grant"
    assert said in answer["error_description"]


def test_a_refusal_says_that_it_has_expired(app: App, anns: Client) -> None:
    app.signs_in(anns)
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        said = app.refreshes(app.tokens["refresh_token"]).json()
    assert said["error"] == "invalid_grant"
    assert "has expired" in said["error_description"]


def test_another_family_of_the_same_app_goes_on(app: App, anns: Client) -> None:
    other = app.signs_in(anns)
    app.signs_in(anns)
    _reused(app, anns)
    assert other.get("/me").status == 200


def test_an_access_token_is_good_for_an_hour_and_a_refresh_token_for_90_days_after(
    app: App, anns: Client
) -> None:
    hers = app.signs_in(anns)
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        said = hers.get("/me")
        refused(said, 401, "token_expired")
        assert 'error="invalid_token"' in said.headers["WWW-Authenticate"]
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert app.refreshes(app.tokens["refresh_token"]).json()["error"] == "invalid_grant"
    with time_machine.travel(timezone.now() + timedelta(days=89)):
        assert app.refreshes(app.tokens["refresh_token"]).status_code == 200


def test_an_app_can_give_its_token_up(app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    said = app.sends("/oauth/revoke", client_id=app.id, token=app.tokens["refresh_token"])
    assert said.status_code == 200
    refused(hers.get("/me"), 401, "token_invalid")


def test_an_app_that_gives_any_refresh_token_up_gives_everything_up(app: App, anns: Client) -> None:
    first = app.signs_in(anns)
    used = app.tokens["refresh_token"]
    second = app.refreshes(used).json()
    assert app.sends("/oauth/revoke", client_id=app.id, token=used).status_code == 200
    for hers in (first, Person(second["access_token"])):
        refused(hers.get("/me"), 401, "token_invalid")
    assert app.refreshes(second["refresh_token"]).json()["error"] == "invalid_grant"


def test_an_app_that_gives_an_access_token_up_after_its_refresh_goes_on(
    app: App, anns: Client
) -> None:
    first = app.signs_in(anns)
    second = app.refreshes(app.tokens["refresh_token"]).json()
    app.sends("/oauth/revoke", client_id=app.id, token=app.tokens["access_token"])
    refused(first.get("/me"), 401, "token_invalid")
    assert Person(second["access_token"]).get("/me").status == 200
    third = app.refreshes(second["refresh_token"]).json()
    app.sends("/oauth/revoke", client_id=app.id, token=third["access_token"])
    for one in (second, third):
        refused(Person(one["access_token"]).get("/me"), 401, "token_invalid")
    assert app.refreshes(third["refresh_token"]).json()["error"] == "invalid_grant"


def test_an_app_cannot_end_what_another_has(app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    said = app.sends("/oauth/revoke", client_id=App().id, token=app.tokens["access_token"])
    assert said.status_code == 200
    assert hers.get("/me").status == 200


def test_a_used_one_that_another_app_sends_ends_nothing(app: App, anns: Client) -> None:
    app.signs_in(anns)
    used = app.tokens["refresh_token"]
    after = app.refreshes(used).json()
    hers = Person(after["access_token"])
    said = App().refreshes(used)
    assert (said.status_code, said.json()["error"]) == (400, "invalid_grant")
    assert hers.get("/me").status == 200
    assert app.refreshes(after["refresh_token"]).status_code == 200


def test_nor_does_one_that_is_good(app: App, anns: Client) -> None:
    hers = app.signs_in(anns)
    said = App().refreshes(app.tokens["refresh_token"])
    assert (said.status_code, said.json()["error"]) == (400, "invalid_grant")
    assert hers.get("/me").status == 200
    assert app.refreshes(app.tokens["refresh_token"]).status_code == 200


def test_nor_does_a_used_code(app: App, anns: Client) -> None:
    code = app.code(anns)
    hers = Person(app.exchanges(code).json()["access_token"])
    thief = App()
    thief.verifier = app.verifier
    assert thief.exchanges(code).json()["error"] == "invalid_grant"
    assert hers.get("/me").status == 200
