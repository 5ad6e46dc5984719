"""What holds for every channel: delivered, refused, gone, hanging, redirected, and never private."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import http_ece
import pytest

from common.outside import post as posting
from common.rest.errors import ApiError
from notifications.channels import DeliveryError, brief
from notifications.notice import NoticeKind
from tests.app.notifications.channels.ways import BROWSER, SHARED, Way
from tests.app.notifications.noticing import due_in, notice
from tests.people import Person
from tests.receiver import Arrived, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("development")]

Table = Callable[..., str]


def tells(way: Way, url: str, *notices: object) -> None:
    way.channel.notify(way.channel.check(way.address(url)), notices)  # type: ignore[arg-type]


def read(arrived: Arrived) -> str:
    """Everything that arrived, a push decrypted."""
    body = arrived.body
    if arrived.headers.get("content-encoding") == "aes128gcm":
        body = http_ece.decrypt(body, private_key=BROWSER, auth_secret=SHARED)
    return json.dumps([arrived.path, arrived.headers, json.loads(body)], ensure_ascii=False)


def test_a_notice_arrives_with_its_game_and_a_link(way: Way, table: Table) -> None:
    game = table()
    with receiving(lambda _: 200) as receiver:
        tells(way, receiver.url, notice(game))
        (arrived,) = receiver.arrived
    said = read(arrived)
    assert "Your turn in Turn the Tide" in said.replace("\\\\", "")
    assert f"/game/{game}" in said
    assert "left" in said


def test_it_speaks_the_readers_language(way: Way, table: Table) -> None:
    game = table()
    due_in(game, timedelta(hours=3, minutes=1))
    with receiving(lambda _: 200) as receiver:
        tells(way, receiver.url, notice(game, kind=NoticeKind.NEARLY_UP, language="de"))
        (arrived,) = receiver.arrived
    assert "3 Stunden" in read(arrived)


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_who_is_gone_is_gone_for_good(way: Way, table: Table, status: int) -> None:
    with receiving(lambda _: status) as receiver, pytest.raises(DeliveryError) as caught:
        tells(way, receiver.url, notice(table()))
    assert caught.value.permanent


@pytest.mark.parametrize("status", [301, 307, 400, 413, 429, 500, 503])
def test_who_is_in_trouble_is_asked_again(way: Way, table: Table, status: int) -> None:
    with receiving() as other, receiving(lambda _: status) as receiver:
        receiver.headers |= {"Location": other.url, "Retry-After": "7"}
        with pytest.raises(DeliveryError) as caught:
            tells(way, receiver.url, notice(table()))
        assert other.arrived == []
    assert not caught.value.permanent
    assert caught.value.wait == 7
    assert way.secret not in str(caught.value)


def test_nobody_is_left_alone_for_ever(way: Way, table: Table) -> None:
    with receiving(lambda _: 429) as receiver:
        receiver.headers["Retry-After"] = "999999999"
        with pytest.raises(DeliveryError) as caught:
            tells(way, receiver.url, notice(table()))
    assert caught.value.wait == posting.MAX_WAIT


def test_who_never_answers_is_given_up(
    way: Way, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, release = table(), threading.Event()

    def waits(_: object) -> int:
        release.wait(30)
        return 200

    monkeypatch.setattr(posting, "post", partial(posting.post, seconds=0.3))
    with receiving(waits) as receiver:
        with pytest.raises(DeliveryError) as caught:
            tells(way, receiver.url, notice(game))
        release.set()
    assert (caught.value.permanent, str(caught.value)) == (
        False,
        "Nothing was answered (timed_out).",
    )


@pytest.mark.parametrize("host", ["10.0.0.1", "127.0.0.1", "169.254.169.254", "[::1]"])
def test_a_private_address_is_refused(way: Way, settings: object, host: str) -> None:
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False  # type: ignore[attr-defined]
    with pytest.raises(ApiError) as caught:
        way.channel.check(way.address(f"https://{host}"))
    assert caught.value.code == "invalid_url"


def test_a_name_that_has_become_private_is_not_called(
    way: Way, table: Table, settings: object, looked_up: list[str]
) -> None:
    game = table()
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False  # type: ignore[attr-defined]
    with receiving() as receiver:
        with pytest.raises(DeliveryError, match="bad_address"):
            tells(way, f"https://hers.example:{receiver.port}", notice(game))
        assert receiver.arrived == []
    assert looked_up == ["hers.example"]


def test_what_is_shown_of_an_address_has_no_secret_in_it(way: Way) -> None:
    url = "https://hers.example"
    address = way.channel.check(way.address(url))
    assert "hers.example" in way.channel.shown(address)
    assert way.secret not in way.channel.shown(address)


def test_an_address_has_the_form_of_its_channel(way: Way) -> None:
    address = way.address("https://hers.example")
    assert way.channel.form.read(address) == address
    with pytest.raises(ApiError, match="unknown_field"):
        way.channel.form.read({**address, "nosuch": 1})


@pytest.mark.parametrize("leaking", [False, True])
def test_no_channel_tells_what_only_her_seat_may_see(
    way: Way, table: Table, ann: Person, monkeypatch: pytest.MonkeyPatch, leaking: bool
) -> None:
    """Somebody else may hold her telephone."""
    game = table()
    if leaking:
        seen = ann.sees(game)["mine"]
        monkeypatch.setattr(brief, "title", lambda _: f"You hold {seen['hand']}")
    with receiving(lambda _: 200) as receiver:
        tells(way, receiver.url, notice(game))
        said = read(receiver.arrived[0]).replace("\\", "")
    secrets = [str(ann.sees(game)["mine"]["hand"]), '"card"', "legal_actions", "fallback"]
    assert any(one in said for one in secrets) == leaking
