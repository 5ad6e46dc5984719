"""Mail as a channel: to the address that a player has verified, and no other."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from notifications.channels import MAIL, Channel, NotTold
from notifications.mail.writing import write
from notifications.notice import Notice
from players.mail import reachable, server, transport
from players.mail.transport import Outcome
from tideapi.rest.schemas import closed

Json = dict[str, Any]


class Mail(Channel):
    """Where it goes is not given to the channel: to her verified address, as long as mail arrives there."""

    name = MAIL
    together = 100
    ours = True
    by_hand = False
    schema = closed({})

    def offered(self) -> Json | None:
        return {} if settings.TIDE_MAILS else None

    def is_away(self) -> bool:
        return server.is_away()

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        to = reachable.address_of(notices[0].player)
        if to is None:
            raise NotTold("There is no verified address to which mail goes.", permanent=True)
        message = write(notices, to)
        if message is None:
            return  # She has answered everything meanwhile.
        outcome = transport.send(message)
        if outcome is Outcome.AWAY:
            server.note_away()
        if outcome is not Outcome.SENT:
            # What is refused for another reason than the address may be taken the next time.
            gone = reachable.address_of(notices[0].player) is None
            refused = outcome is Outcome.REFUSED
            raise NotTold("The mail server does not take it.", permanent=gone, refused=refused)
