"""The mail channel: to the address that the player has verified, and no other."""

from collections.abc import Sequence

from django.conf import settings

from common.rest.json_codec import Json
from notifications.channels import MAIL, Channel, DeliveryError
from notifications.mail.composer import write
from notifications.notice import Notice
from players.mail import reachable, transport
from players.mail.transport import MailOutcome


class Mail(Channel):
    """The mail channel; the address is the player's verified one, while mail arrives there."""

    name = MAIL
    max_notices = 100
    fails_as_server = True
    added_by_player = False

    def offered(self) -> Json | None:
        return {} if settings.TIDE_MAIL_ENABLED else None

    def is_away(self) -> bool:
        return transport.is_away()

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        to = reachable.address_of(notices[0].player)
        if to is None:
            raise DeliveryError("There is no verified address to which mail goes.", permanent=True)
        message = write(notices, to)
        if message is None:
            return  # The player has answered everything by now.
        outcome = transport.send(message)
        if outcome is MailOutcome.AWAY:
            transport.note_away()
        if outcome is not MailOutcome.SENT:
            # What is refused for another reason than the address may be taken the next time.
            gone = reachable.address_of(notices[0].player) is None
            refused = outcome is MailOutcome.REFUSED
            raise DeliveryError(
                "The mail server does not take it.", permanent=gone, refused=refused
            )
