"""ntfy, Discord, Slack, Matrix and Apprise: what each of them alone has."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest

from common.rest.errors import ApiError
from notifications import checks
from notifications.channels import Channel, DeliveryError, ntfy
from notifications.channels.apprise import Apprise, free_of_hosts
from notifications.channels.chats import Discord, Matrix, Slack
from notifications.channels.ntfy import Ntfy
from notifications.notice import ActionLink, Notice, NoticeKind
from tests.app.notifications.notices import end_turn_in, notice
from tests.optional_packages import needs
from tests.receiver import Arrived, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]
Table = Callable[..., str]
NASTY = "<!channel> @everyone [x](https://evil.example) **b** <b>&|`_"
DISCORD, SLACK = {"url": "/api/webhooks/1/x"}, {"url": "/services/x"}
MATRIX = {"url": "", "room": "!a/b:hers.example", "token": "syt"}


@pytest.fixture
def nasty(table: Table) -> Notice:
    return notice("ann", table(), NoticeKind.MESSAGE, data={"other": NASTY})


def send(channel: Channel, address: dict[str, Any], *told: Notice) -> tuple[Any, list[Arrived]]:
    """Return what the first of the messages says, and all as they arrived."""
    with receiving(lambda _: 200) as receiver:
        known = {**address, "url": receiver.url + address["url"]}
        channel.notify(channel.check(known) if isinstance(channel, Ntfy) else known, told)
    return json.loads(receiver.arrived[0].body), receiver.arrived


# -- no name becomes bold, a link or a mention; many notices are one message


def test_discord_mentions_nobody(nasty) -> None:
    said, _ = send(Discord(), DISCORD, nasty)
    assert said["allowed_mentions"] == {"parse": []}
    title = said["embeds"][0]["title"]
    assert r"\[x\]\(https\://evil\.example\)" in title
    assert r"\@everyone \*\*" not in title  # Each mark has its own.
    assert r"\@everyone" in title
    assert r"\*\*b\*\*" in title


def test_slack_links_nobody(nasty) -> None:
    said, _ = send(Slack(), SLACK, nasty)
    assert "<!channel>" not in json.dumps(said)
    assert "&lt;!channel&gt;" in said["text"]
    line = said["blocks"][0]["text"]["text"]
    assert [line.count(mark) for mark in "<|>"] == [1, 1, 1], "one link alone: ours"


def test_matrix_escapes_html_and_sends_a_notice_once(nasty) -> None:
    said, arrived = send(Matrix(), MATRIX, nasty, nasty)
    assert "<b>" not in said["formatted_body"]
    assert "&lt;b&gt;" in said["formatted_body"]
    assert said["m.mentions"] == {}
    assert arrived[0].headers["authorization"] == "Bearer syt"
    room = "/_matrix/client/v3/rooms/%21a%2Fb%3Ahers.example/send/m.room.message"
    assert [one.path for one in arrived] == [f"{room}/{nasty.id}"] * 2


def test_many_notices_are_one_message_and_a_long_name_is_cut(table) -> None:
    long = notice("ann", table(), NoticeKind.MESSAGE, data={"other": "n" * 9000})
    said, arrived = send(Discord(), DISCORD, *[long] * Discord.max_notices)
    assert (len(arrived), len(said["embeds"])) == (1, 10)
    assert len(said["embeds"][0]["title"]) <= 256
    said, arrived = send(Slack(), SLACK, *[long] * Slack.max_notices)
    assert (len(arrived), len(said["blocks"])) == (1, 20)
    assert len(said["blocks"][0]["text"]["text"]) <= 3000


@pytest.mark.parametrize(
    ("channel", "url"),
    [
        (Discord(), "https://discord.com/channels/1/2"),
        (Discord(), "https://discord.com/api/webhooks/1/x/slack"),
        (Slack(), "https://hooks.slack.com/workflows/x"),
        (Ntfy(), "https://ntfy.example/"),
    ],
)
def test_an_address_of_another_form_is_refused(channel: Channel, url: str) -> None:
    with pytest.raises(ApiError) as caught:
        channel.check({"url": url})
    assert (caught.value.code, caught.value.pointer) == ("invalid_url", "/url")


TOPIC = {"url": "/own/topic-1", "token": "tk_1"}


def test_ntfy_is_published_as_json_at_the_server(table) -> None:
    game = table()
    end_turn_in(game, timedelta(hours=3, minutes=1))
    said, (arrived,) = send(Ntfy(), TOPIC, notice("ann", game))
    assert (arrived.path, arrived.headers["authorization"]) == ("/own/", "Bearer tk_1")
    assert said["topic"] == "topic-1"
    assert said["click"].endswith(f"/game/{game}")
    assert "3 hours left" in said["message"]
    for kind, priority in (("nearly_up", 4), ("your_turn", 3), ("game_ended", 2)):
        said, _ = send(Ntfy(), TOPIC, notice("ann", game, NoticeKind(kind)))
        assert said["priority"] == priority, "what is urgent is loud"


def test_moves_are_buttons_where_wanted(table, monkeypatch) -> None:
    links = [ActionLink(f"Play {card}", f"https://tide.example/p/{card}") for card in range(9)]
    monkeypatch.setattr(ntfy, "answer_presses", lambda notice, most=3: links[:most])
    game, wanted = table(), {**TOPIC, "moves": True}
    asked = notice("ann", game)
    assert "actions" not in send(Ntfy(), TOPIC, asked)[0]
    assert "actions" not in send(Ntfy(), wanted, notice("ann", game, NoticeKind.STAGE_ENDED))[0]
    actions = send(Ntfy(), wanted, asked)[0]["actions"]
    assert [one["label"] for one in actions] == ["Play 0", "Play 1", "Play 2"]
    button = {"action": "http", "label": "Play 0", "method": "POST", "clear": True}
    assert actions[0] == {**button, "url": "https://tide.example/p/0"}


BOT = "tgram://123456789:abcdefg_hijklmnop/12315544"
HOSTS = ("json", "jsons", "xml", "form", "mailto", "gotify", "ntfy", "matrix", "mqtt")
THIS_MACHINE = ("syslog", "dbus", "windows", "nosuchscheme")


@pytest.fixture
def apprise() -> Apprise:
    return Apprise()


# Of the standard library, which Apprise asks for on Pythons that still have it.
quiet = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")


@quiet
@needs("apprise")
@pytest.mark.parametrize("scheme", [*HOSTS, *THIS_MACHINE])
def test_no_service_names_a_host(settings, apprise, scheme: str) -> None:
    assert not free_of_hosts(scheme)
    settings.TIDE_APPRISE_SCHEMES = [scheme]
    assert [one.id for one in checks.check_apprise_schemes(None)] == ["notifications.E202"]
    with pytest.raises(ApiError):
        apprise.check({"url": f"{scheme}://127.0.0.1/x/y"})


@quiet
@needs("apprise")
def test_apprise_is_off_by_default(settings, table, apprise) -> None:
    with pytest.raises(ApiError, match="channel_off"):
        apprise.check({"url": BOT})
    with pytest.raises(DeliveryError) as caught:
        apprise.notify({"url": BOT}, [notice("ann", table())])
    assert caught.value.permanent, "it is no longer listed"
    settings.TIDE_APPRISE_SCHEMES = ["tgram"]
    assert checks.check_apprise_schemes(None) == []
    assert apprise.check({"url": BOT}) == {"url": BOT}
    other = "discord://4174216298/JMHI8qBe7bk2ZwO5U711o3dV_js"
    for url, code in ((other, "not_a_choice"), ("tgram://nothing", "invalid_url")):
        with pytest.raises(ApiError, match=code):
            apprise.check({"url": url})


@quiet
@needs("apprise")
@pytest.mark.parametrize("status", [200, 500])
def test_what_apprise_lists_is_sent(settings, monkeypatch, table, apprise, status: int) -> None:
    from apprise.plugins.telegram import NotifyTelegram  # noqa: PLC0415  It takes seconds.

    settings.TIDE_APPRISE_SCHEMES = ["tgram"]
    game = table()
    with receiving(lambda _: status) as receiver:
        monkeypatch.setattr(NotifyTelegram, "notify_url", f"{receiver.url}/bot")
        with nullcontext() if status == 200 else pytest.raises(DeliveryError) as caught:
            apprise.notify({"url": BOT}, [notice("ann", game)])
    assert caught is None or not caught.value.permanent
    said = json.loads(receiver.arrived[-1].body)
    assert "Your turn in Turn the Tide" in said["text"]
    assert f"/game/{game}" in said["text"]
