"""The channels there are, and what each of them promises.

A channel is one class with one method. Whatever it needs besides (addresses, leases, retries, order, giving
up) is the outbox's, the same for all.

brief.py     a notice in a title, a sentence and a link, for all who show no more
sending.py   one request to an address of somebody else's, and what its answer means
ntfy.py, web_push.py, discord.py, slack.py, matrix.py, apprise.py     one channel each
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from notifications.notice import Notice
from tideapi.rest.schemas import Schema

Json = dict[str, Any]


class NotTold(Exception):
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


class Channel(ABC):
    """One way of telling somebody something.

    `together` is how many notices may go as one message (a digest), 1 for none. `schema` is the form of an
    address: for the document, and for reading what was sent. `ours` says that what fails is this server's
    own, such as its mail server: no receiver is disabled for that, unless it is gone for good. `for_guests`
    says that whoever has neither a name nor a password may have one, too. Where `by_hand` is false, no call
    makes a receiver: it comes with the account.
    """

    name: ClassVar[str]
    together: ClassVar[int] = 1
    ours: ClassVar[bool] = False
    for_guests: ClassVar[bool] = False
    by_hand: ClassVar[bool] = True
    schema: ClassVar[Schema]

    def check(self, address: Json) -> Json:
        """The address that somebody gives for herself, as it is kept.

        It fits the schema already. Raises `ApiError` with a pointer into the address.
        """
        return address

    def takes(self, address: Json) -> Collection[str]:
        """The scopes that a token needs for this address, beyond those for any receiver."""
        return ()

    def offered(self) -> Json | None:
        """What has to be known before an address is given; None where this server lacks the channel."""
        return {}

    def is_away(self) -> bool:
        """Return whether nothing can be sent to any receiver of this channel now."""
        return False

    def shown(self, address: Json) -> str:
        """What the address is known by to her who gave it, without anything secret."""
        return ""

    @abstractmethod
    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        """Tell the receiver at this address, with one message: one notice, or up to `together` of them.

        Raises `NotTold`; then all of them are told once more. It may take as long as a webhook, and no
        transaction is open.
        """


CHANNELS: dict[str, Channel] = {}
"""By name. All of them stand in `notifications.apps`, in one place."""


def enrol(*channels: Channel) -> None:
    CHANNELS.update({one.name: one for one in channels})


def known() -> Mapping[str, Channel]:
    return CHANNELS


MAIL = "mail"
BY_HAND = ("ntfy", "web_push", "discord", "slack", "matrix", "apprise")
"""The names of those that a player chooses; which of them a server has is its operator's matter."""
NAMES = (MAIL, *BY_HAND)
"""All names that there may be. Webhooks are no channel: they are sent events, for programs."""
