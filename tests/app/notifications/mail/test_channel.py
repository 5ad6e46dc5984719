"""Mail as a channel: from what has happened to what a mail server is given."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from notifications.channels import DeliveryError
from notifications.delivery import outbox_entries, sender
from notifications.mail.channel import Mail
from notifications.models import Receiver
from players.mail import reachable
from players.models import Player
from tests.app.notifications.mail.letters import notice
from tests.app.notifications.mail.tables import play, tide
from tests.people import Person
from tests.postbox import Postbox, opened
from tideapi.local.up import HOST

pytestmark = pytest.mark.django_db
TO = "ann@tide.example"


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    with opened() as box:
        settings.TIDE_MAIL_ENABLED, settings.TIDE_NOTICE_DELAY = True, timedelta(0)
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, box.port
        yield box


@pytest.fixture
def reader(ann: Person) -> Person:
    """Somebody whose address is verified."""
    player = Player.objects.get(username=ann.name)
    EmailAddress.objects.create(user=player, email=TO, verified=True, primary=True)
    return ann


def test_a_turn_that_has_opened_is_told_by_a_mail_server(reader: Person, postbox: Postbox) -> None:
    game = tide(reader, 1)
    outbox_entries.queue_notices(Player.objects.get(username=reader.name).pk)
    sender.send_due()
    (taken,) = [one for one in postbox.taken if one["Subject"].startswith("Your turn")]
    assert taken["To"] == TO
    assert game in taken.get_body(("plain",)).get_content()
    assert game in taken.get_body(("html",)).get_content()
    assert taken["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_nobody_without_an_address_that_works_is_written_to(
    reader: Person, postbox: Postbox
) -> None:
    said = notice(reader, tide(reader))
    Mail().notify({}, [said])
    assert len(postbox.taken) == 1
    reachable.record_bounce(TO, permanent=True)
    with pytest.raises(DeliveryError) as refused:
        Mail().notify({}, [said])
    assert refused.value.permanent
    assert len(postbox.taken) == 1


def test_an_address_that_nobody_has_ends_the_mail_and_she_is_told_in_the_app(
    reader: Person, postbox: Postbox
) -> None:
    postbox.refuses = "550 5.1.1 Nobody here"
    tide(reader, 1)
    player = Player.objects.get(username=reader.name)
    outbox_entries.queue_notices(player.pk)
    sender.send_due()
    assert not Receiver.objects.get(player=player, channel="mail").enabled
    kinds = [one["type"] for one in reader.get("/me/events").json["results"]]
    assert "receiver_disabled" in kinds


def test_what_a_server_says_of_the_sender_is_tried_again(reader: Person, postbox: Postbox) -> None:
    postbox.refuses = "550 5.7.1 Your network is on a list"
    with pytest.raises(DeliveryError) as refused:
        Mail().notify({}, [notice(reader, tide(reader))])
    assert not refused.value.permanent
    assert reachable.address_of(Player.objects.get(username=reader.name)) == TO


def test_what_is_answered_by_then_is_not_sent(reader: Person, postbox: Postbox) -> None:
    game = tide(reader)
    said = notice(reader, game)
    play(reader, game, 1)
    Mail().notify({}, [said])
    assert postbox.taken == []


def test_a_server_that_sends_no_mail_offers_none(settings: Any) -> None:
    settings.TIDE_MAIL_ENABLED = False
    assert Mail().offered() is None
