"""Web push: encrypted for one browser, signed by this server, and replaced by what is newer."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import http_ece
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command

from common.rest.errors import ApiError
from notifications import checks
from notifications.channels import vapid
from notifications.channels.web_push import MIN_TTL, WebPush
from notifications.notice import Notice, NoticeKind
from tests.app.notifications.channels.ways import BROWSER, KEYS, SHARED
from tests.app.notifications.notices import end_turn_in, notice
from tests.receiver import Arrived, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("private_addresses")]
Table = Callable[..., str]


def push(*told: Notice) -> list[Arrived]:
    with receiving(lambda _: 201) as receiver:
        WebPush().notify({"endpoint": f"{receiver.url}/push/1", "keys": KEYS}, told)
    return receiver.arrived


def test_the_browser_alone_can_read_it(table) -> None:
    game = table()
    first, second = push(notice("ann", game), notice("ann", game))
    assert first.headers["content-encoding"] == "aes128gcm"
    assert b"Tide" not in first.body
    assert first.body[:100] != second.body[:100], "each is encrypted anew"
    said = json.loads(http_ece.decrypt(first.body, private_key=BROWSER, auth_secret=SHARED))
    assert said["title"] == "Your turn in Turn the Tide"
    assert (said["url"], said["tag"]) == (f"/game/{game}", f"game-{game}")
    assert said["actions"] == [{"action": "open", "title": "Open"}]
    another = ec.generate_private_key(vapid.CURVE)
    with pytest.raises(http_ece.ECEException):
        http_ece.decrypt(first.body, private_key=another, auth_secret=SHARED)


def test_the_push_service_sees_who_has_signed_it(table) -> None:
    (arrived,) = push(notice("ann", table()))
    scheme, _, rest = arrived.headers["authorization"].partition(" ")
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", vapid.public_key())
    point = vapid.decode_base64url(parts["k"])
    key = ec.EllipticCurvePublicKey.from_encoded_point(vapid.CURVE, point)
    server = f"http://{arrived.headers['host']}"
    claims = jwt.decode(parts["t"], key, algorithms=["ES256"], audience=server)
    assert claims["sub"] == "mailto:tideapi@localhost"
    assert 0 < claims["exp"] - time.time() <= 24 * 60 * 60


def test_what_is_newer_of_the_same_game_takes_its_place(table, ann) -> None:
    first, second = table(), ann.opens(3)
    one, *others = push(
        notice(ann, first),
        notice(ann, first, NoticeKind.NEARLY_UP),
        notice(ann, second, NoticeKind.TABLE_FULL),
    )
    topics = [each.headers["topic"] for each in (one, *others)]
    assert topics[0] == topics[1] != topics[2]
    # As RFC 8030 wants it, and the push service cannot tell which game it is.
    assert all(len(topic) == 32 for topic in topics)
    assert first not in json.dumps(one.headers)


def test_it_is_worth_nothing_once_time_is_up(table) -> None:
    game = table()
    end_turn_in(game, timedelta(hours=2))
    (arrived,) = push(notice("ann", game))
    assert 7100 < int(arrived.headers["ttl"]) <= 7200
    end_turn_in(game, timedelta(seconds=5))
    (arrived,) = push(notice("ann", game, NoticeKind.NEARLY_UP))
    assert (arrived.headers["ttl"], arrived.headers["urgency"]) == (str(MIN_TTL), "high")


def test_the_longest_notice_fits_into_what_every_service_takes(table) -> None:
    (arrived,) = push(notice("ann", table(), NoticeKind.INVITED, data={"other": "ü" * 5000}))
    assert len(arrived.body) <= 4096


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *(("p256dh", "AAAA"), ("p256dh", vapid.encode_base64url(b"\4" + bytes(64)))),
        *(("auth", "AAAA"), ("auth", "no base64 ü")),
    ],
)
def test_keys_that_are_no_browsers_are_refused(name: str, wrong: str) -> None:
    with pytest.raises(ApiError) as caught:
        WebPush().check({"endpoint": "https://push.example/1", "keys": {**KEYS, name: wrong}})
    assert (caught.value.code, caught.value.pointer) == ("wrong_format", "/keys")


def test_without_a_key_there_is_no_web_push_and_a_wrong_one_is_named(settings) -> None:
    settings.TIDE_PUSH_KEY = ""
    with pytest.raises(ApiError, match="channel_off"):
        WebPush().check({"endpoint": "https://push.example/1", "keys": KEYS})
    assert checks.check_push_key(None) == []
    for wrong in ("short", "A" * 43, vapid.encode_base64url(b"\xff" * 32)):
        settings.TIDE_PUSH_KEY = wrong
        assert [one.id for one in checks.check_push_key(None)] == ["notifications.E201"]
    out = StringIO()
    call_command("newpushkey", stdout=out)
    settings.TIDE_PUSH_KEY = out.getvalue().strip()
    assert checks.check_push_key(None) == []
