"""Apprise: only what the operator lists, and nothing by which a player names a host."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from common.rest.errors import ApiError
from notifications import checks
from notifications.channels import DeliveryError
from notifications.channels.apprise import Apprise, free_of_hosts
from tests.app.notifications.noticing import notice
from tests.optional_packages import needs
from tests.receiver import receiving

pytestmark = [
    # Of the standard library, which Apprise asks for on Pythons that still have it.
    pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning"),
    needs("apprise"),
]

BOT = "tgram://123456789:abcdefg_hijklmnop/12315544"


@pytest.mark.parametrize(
    "scheme", ["json", "jsons", "xml", "form", "mailto", "gotify", "ntfy", "matrix", "mqtt"]
)
def test_a_service_whose_host_is_named_is_never_listed(settings: Any, scheme: str) -> None:
    assert not free_of_hosts(scheme)
    settings.TIDE_APPRISE_SCHEMES = [scheme]
    found = checks.check_apprise_schemes(None)
    assert [one.id for one in found] == ["notifications.E202"]
    with pytest.raises(ApiError):
        Apprise().check({"url": f"{scheme}://127.0.0.1/x/y"})


@pytest.mark.parametrize("scheme", ["syslog", "dbus", "windows", "nosuchscheme"])
def test_nothing_is_done_on_this_machine(settings: Any, scheme: str) -> None:
    assert not free_of_hosts(scheme)
    settings.TIDE_APPRISE_SCHEMES = [scheme]
    assert checks.check_apprise_schemes(None) != []


def test_it_is_off_until_the_operator_lists_something(settings: Any) -> None:
    with pytest.raises(ApiError, match="channel_off"):
        Apprise().check({"url": BOT})
    settings.TIDE_APPRISE_SCHEMES = ["tgram"]
    assert checks.check_apprise_schemes(None) == []
    assert Apprise().check({"url": BOT}) == {"url": BOT}
    with pytest.raises(ApiError, match="not_a_choice"):
        Apprise().check({"url": "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"})
    with pytest.raises(ApiError, match="invalid_url"):
        Apprise().check({"url": "tgram://nothing"})


@pytest.mark.django_db
@pytest.mark.parametrize("status", [200, 500])
def test_what_is_listed_is_sent(
    settings: Any, monkeypatch: pytest.MonkeyPatch, table: Callable[..., str], status: int
) -> None:
    from apprise.plugins.telegram import NotifyTelegram  # noqa: PLC0415  It takes seconds.

    settings.TIDE_APPRISE_SCHEMES = ["tgram"]
    game = table()
    with receiving(lambda _: status) as receiver:
        monkeypatch.setattr(NotifyTelegram, "notify_url", f"{receiver.url}/bot")
        if status == 200:
            Apprise().notify({"url": BOT}, [notice(game)])
        else:
            with pytest.raises(DeliveryError) as caught:
                Apprise().notify({"url": BOT}, [notice(game)])
            assert not caught.value.permanent
    said = json.loads(receiver.arrived[-1].body)
    assert "Your turn in Turn the Tide" in said["text"]
    assert f"/game/{game}" in said["text"]


@pytest.mark.django_db
def test_what_is_listed_no_more_is_not_sent(settings: Any, table: Callable[..., str]) -> None:
    with pytest.raises(DeliveryError) as caught:
        Apprise().notify({"url": BOT}, [notice(table())])
    assert caught.value.permanent
