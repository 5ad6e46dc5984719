"""The channels of notices, and their contract.

A channel is one class with one method. Addresses, leases, retries, order and giving up are the outbox's, the
same for all.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Annotated, ClassVar, TypedDict

from common.rest.json_codec import Json
from common.rest.serializers import Body
from notifications.notice import Notice


class DeliveryError(Exception):
    """The receiver has not been told. The message is one sentence, without anything private in it.

    `permanent` says that trying again is of no use: the receiver is gone or refuses for good. `refused` says
    that it has answered and does not take this message, while it may take others. `wait` is how many seconds
    it asks to be left alone, None where it does not say.
    """

    def __init__(
        self,
        detail: str,
        *,
        permanent: bool = False,
        refused: bool = False,
        wait: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.permanent = permanent
        self.refused = refused
        self.wait = wait


class ShownAddress(TypedDict, total=False):
    """A receiver's address without its secret parts; empty for `mail`."""

    url: Annotated[str, "The address; of a service for people its server alone."]
    room: Annotated[str, "The room's id, for `matrix`."]
    endpoint: Annotated[str, "The server of the browser's push service, for `web_push`."]


class Channel(ABC):
    """One way of sending notices to a player."""

    name: ClassVar[str]
    max_notices: ClassVar[int] = 1
    """How many notices may go as one message, a digest."""
    fails_as_server: ClassVar[bool] = False
    """A failure is this server's own, such as its mail server's: it disables no receiver that is there."""
    for_guests: ClassVar[bool] = False
    """Guests may have such a receiver too."""
    added_by_player: ClassVar[bool] = True
    """A call makes such a receiver; otherwise it comes with the account."""
    form: ClassVar[type[Body]]
    """The body that reads an address."""

    def check(self, address: Json) -> Json:
        """Return a player's address as it is kept.

        It has the form already. Raises `ApiError` with a pointer into the address.
        """
        return address

    def takes(self, address: Json) -> Collection[str]:
        """The scopes that a token needs for this address, beyond those for any receiver."""
        return ()

    def offered(self) -> Json | None:
        """Return what a client needs before it sends an address; None where the server lacks the channel."""
        return {}

    def is_away(self) -> bool:
        """Return whether nothing can be sent to any receiver of this channel now."""
        return False

    def shown(self, address: Json) -> ShownAddress:
        """Return the address as its owner may see it, without secrets."""
        return {}

    @abstractmethod
    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        """Tell the receiver at this address, with one message: one notice, or up to `max_notices` of them.

        Raises `DeliveryError`; then all of them are told once more. It may take as long as a webhook, and no
        transaction is open.
        """


CHANNELS: dict[str, Channel] = {}
"""By name. All of them stand in `notifications.apps`, in one place."""


def register_channels(*channels: Channel) -> None:
    CHANNELS.update({one.name: one for one in channels})


MAIL = "mail"
BY_HAND = ("ntfy", "web_push", "discord", "slack", "matrix", "apprise")
"""The names of those that a player chooses; which of them a server has is its operator's matter."""
NAMES = (MAIL, *BY_HAND)
"""All names that there may be of channels that tell a person something."""
WEBHOOK = "webhook"
"""The channel for programs, which is sent the events of a feed (`notifications.webhooks`)."""
