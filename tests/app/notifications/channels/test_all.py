"""What holds for every channel: delivered, refused, gone, hanging, redirected, and never private."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import http_ece
import pytest

from common.outside import post as posting
from common.rest.errors import ApiError
from notifications.channels import DeliveryError
from notifications.notice import NoticeKind
from tests.app.notifications.channels.ways import BROWSER, SHARED, WAYS, Way
from tests.app.notifications.notices import end_turn_in, notice
from tests.receiver import receiving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]
Table = Callable[..., str]


@pytest.fixture(params=WAYS, ids=lambda way: way.channel.name)
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found


def send(way: Way, url: str, *told: Any) -> None:
    way.channel.notify(way.channel.check(way.address(url)), told)


def send_refused(way: Way, url: str, game: str) -> DeliveryError:
    with pytest.raises(DeliveryError) as caught:
        send(way, url, notice("ann", game))
    return caught.value


def read_message(way: Way, *told: Any) -> str:
    """Return all that arrives of these notices in one message, a push decrypted."""
    with receiving(lambda _: 200) as receiver:
        send(way, receiver.url, *told)
        (arrived,) = receiver.arrived
    body = arrived.body
    if arrived.headers.get("content-encoding") == "aes128gcm":
        body = http_ece.decrypt(body, private_key=BROWSER, auth_secret=SHARED)
    return json.dumps([arrived.path, arrived.headers, json.loads(body)], ensure_ascii=False)


def test_a_notice_arrives_with_a_link_in_its_language(way, table) -> None:
    game = table()
    said = read_message(way, notice("ann", game))
    # Discord's marks are escaped by a backslash, which JSON doubles.
    assert "Your turn in Turn the Tide" in said.replace("\\\\", "")
    assert f"/game/{game}" in said
    assert "left" in said, "how much time there is"
    end_turn_in(game, timedelta(hours=3, minutes=1))
    german = notice("ann", game, NoticeKind.NEARLY_UP, language="de")
    assert "3 Stunden" in read_message(way, german)


def test_statuses_say_who_is_gone_and_who_is_asked_again(way, table) -> None:
    game, status = table(), 0
    with receiving() as other, receiving(lambda _: status) as receiver:
        for status in (401, 403, 404, 410):
            assert send_refused(way, receiver.url, game).permanent, status
        receiver.headers |= {"Location": other.url, "Retry-After": "7"}
        for status in (301, 307, 400, 413, 429, 500, 503):
            refused = send_refused(way, receiver.url, game)
            assert (refused.permanent, refused.wait) == (False, 7), status
            assert way.secret not in str(refused)
        receiver.headers["Retry-After"] = "999999999"
        assert send_refused(way, receiver.url, game).wait == posting.MAX_WAIT, "not for ever"
        assert other.arrived == [], "nobody is redirected"


def test_a_private_address_is_refused(way, table, settings, looked_up_names) -> None:
    game = table()
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = False
    for host in ("10.0.0.1", "127.0.0.1", "169.254.169.254", "[::1]"):
        with pytest.raises(ApiError) as caught:
            way.channel.check(way.address(f"https://{host}"))
        assert caught.value.code == "invalid_url", host
    # So is a name that has become private.
    with receiving() as receiver:
        refused = send_refused(way, f"https://hers.example:{receiver.port}", game)
        assert receiver.arrived == []
    assert "bad_address" in str(refused)
    assert looked_up_names == ["hers.example"]


def test_an_address_has_the_form_of_its_channel_and_no_secret_of_it_is_shown(way) -> None:
    address = way.address("https://hers.example")
    form = way.channel.form(data=address)
    assert form.is_valid()
    assert form.validated_data == address
    with pytest.raises(ApiError, match="invalid_body"):
        way.channel.form(data={**address, "nosuch": 1}).is_valid(raise_exception=True)
    shown = str(way.channel.shown(way.channel.check(address)))
    assert ("hers.example" in shown, way.secret in shown) == (True, False)


def test_no_channel_tells_what_a_seat_alone_may_see(way, table, ann) -> None:
    """Somebody else may hold the telephone."""
    game = table()
    hand = str(ann.sees(game)["mine"]["hand"])
    # JSON escapes quotes in a text, and Discord escapes brackets: a hand would not be found.
    said = read_message(way, notice("ann", game)).replace("\\", "")
    assert not any(one in said for one in (hand, '"card"', "legal_actions", "fallback"))
