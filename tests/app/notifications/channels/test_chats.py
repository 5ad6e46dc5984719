"""Discord, Slack and Matrix: no name becomes bold, a link or a mention, and many notices are one message."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from common.rest.errors import ApiError
from notifications.channels.chats import Discord, Matrix, Slack
from notifications.notice import Notice, NoticeKind
from tests.app.notifications.noticing import notice
from tests.receiver import Arrived, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("development")]

Table = Callable[..., str]
NASTY = "<!channel> @everyone [x](https://evil.example) **b** <b>&|`_"


@pytest.fixture
def nasty(table: Table) -> Notice:
    return notice(table(), kind=NoticeKind.MESSAGE, data={"other": NASTY})


def told(channel: Any, address: dict[str, str], *some: Notice) -> list[Arrived]:
    with receiving(lambda _: 200) as receiver:
        channel.notify({**address, "url": receiver.url + address["url"]}, some)
    return receiver.arrived


def discord(*some: Notice) -> list[Any]:
    return [json.loads(one.body) for one in told(Discord(), {"url": "/api/webhooks/1/x"}, *some)]


def slack(*some: Notice) -> list[Any]:
    return [json.loads(one.body) for one in told(Slack(), {"url": "/services/x"}, *some)]


def test_discord_mentions_nobody(nasty: Notice) -> None:
    (said,) = discord(nasty)
    assert said["allowed_mentions"] == {"parse": []}
    title = said["embeds"][0]["title"]
    assert r"\[x\]\(https\://evil\.example\)" in title
    assert r"\@everyone \*\*" not in title  # Each mark has its own.
    assert r"\@everyone" in title
    assert r"\*\*b\*\*" in title


def test_slack_links_nobody(nasty: Notice) -> None:
    (said,) = slack(nasty)
    assert "<!channel>" not in json.dumps(said)
    assert "&lt;!channel&gt;" in said["text"]
    line = said["blocks"][0]["text"]["text"]
    # One link alone: ours.
    assert (line.count("<"), line.count("|"), line.count(">")) == (1, 1, 1)


def test_matrix_escapes_what_is_html(nasty: Notice) -> None:
    address = {"url": "", "room": "!a/b:hers.example", "token": "syt"}
    (arrived,) = told(Matrix(), address, nasty)
    said = json.loads(arrived.body)
    assert "<b>" not in said["formatted_body"]
    assert "&lt;b&gt;" in said["formatted_body"]
    assert said["m.mentions"] == {}
    assert arrived.headers["authorization"] == "Bearer syt"


def test_matrix_sends_the_same_notice_as_the_same_transaction(table: Table) -> None:
    address = {"url": "", "room": "!a/b:hers.example", "token": "syt"}
    some = notice(table(), id="nt_1")
    paths = {one.path for one in told(Matrix(), address, some, some)}
    assert paths == {"/_matrix/client/v3/rooms/%21a%2Fb%3Ahers.example/send/m.room.message/nt_1"}


def test_many_notices_are_one_message(table: Table) -> None:
    some = notice(table())
    assert [len(one["embeds"]) for one in discord(*[some] * Discord.together)] == [10]
    assert [len(one["blocks"]) for one in slack(*[some] * Slack.together)] == [20]


def test_a_long_name_is_cut(table: Table) -> None:
    some = notice(table(), kind=NoticeKind.MESSAGE, data={"other": "n" * 9000})
    assert len(discord(some)[0]["embeds"][0]["title"]) <= 256
    assert len(slack(some)[0]["blocks"][0]["text"]["text"]) <= 3000


@pytest.mark.parametrize(
    ("channel", "url"),
    [
        (Discord(), "https://discord.com/channels/1/2"),
        (Discord(), "https://discord.com/api/webhooks/1/x/slack"),
        (Slack(), "https://hooks.slack.com/workflows/x"),
    ],
)
def test_an_address_that_is_no_webhook_is_refused(channel: Any, url: str) -> None:
    with pytest.raises(ApiError) as caught:
        channel.check({"url": url})
    assert (caught.value.code, caught.value.pointer) == ("invalid_url", "/url")
