"""Mail as a channel: from what has happened to what a mail server is given."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from notifications import tasks
from notifications.channels import DeliveryError
from notifications.mail.channel import Mail
from notifications.models import Receiver
from notifications.notice import Notice
from players.mail import reachable
from players.models import Player
from tests.app.notifications.mail.letters import TO
from tests.app.notifications.mail.tables import play, tide
from tests.app.notifications.mails import verify_address
from tests.app.notifications.notices import notice
from tests.people import Person
from tests.postbox import Postbox, opened
from tideapi.local.up import HOST

pytestmark = pytest.mark.django_db


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    with opened() as box:
        settings.TIDE_MAIL_ENABLED, settings.TIDE_NOTICE_DELAY = True, timedelta(0)
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, box.port
        yield box


@pytest.fixture
def reader(ann: Person) -> Person:
    """Ann, whose address is verified."""
    return verify_address(ann, TO)


def send_notices() -> None:
    tasks.queue_notices([Player.objects.get(username="ann").pk])
    tasks.send_notices()


def send_refused(told: Notice) -> DeliveryError:
    with pytest.raises(DeliveryError) as refused:
        Mail().notify({}, [told])
    return refused.value


def test_a_turn_that_has_opened_is_told_by_a_mail_server(reader, postbox) -> None:
    game = tide(reader, 1)
    send_notices()
    (taken,) = [one for one in postbox.taken if "Your turn" in one["Subject"]]
    assert taken["To"] == TO
    for part in ("plain", "html"):
        assert game in taken.get_body((part,)).get_content()
    assert taken["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_no_address_that_fails_is_written_to(reader, postbox) -> None:
    told = notice(reader, tide(reader))
    Mail().notify({}, [told])
    reachable.record_bounce(TO, permanent=True)
    assert send_refused(told).permanent
    assert len(postbox.taken) == 1


def test_an_address_that_nobody_has_ends_the_mail(reader, postbox) -> None:
    postbox.refuses = "550 5.1.1 Nobody here"
    tide(reader, 1)
    send_notices()
    assert not Receiver.objects.get(channel="mail").enabled
    kinds = [one["type"] for one in reader.get("/me/events").json["results"]]
    assert "receiver_disabled" in kinds


def test_what_a_server_says_of_the_sender_is_tried_again(reader, postbox) -> None:
    postbox.refuses = "550 5.7.1 Your network is on a list"
    assert not send_refused(notice(reader, tide(reader))).permanent
    assert reachable.address_of(Player.objects.get(username="ann")) == TO


def test_what_is_answered_by_then_is_not_sent(reader, postbox) -> None:
    game = tide(reader)
    told = notice(reader, game)
    play(reader, game, 1)
    Mail().notify({}, [told])
    assert postbox.taken == []


def test_a_server_that_sends_no_mail_offers_none(settings) -> None:
    settings.TIDE_MAIL_ENABLED = False
    assert Mail().offered() is None
