"""What mail programs go by: threads, lists, and ways out of a list."""

from collections.abc import Sequence

from notifications.mail import unsubscribing
from notifications.notice import Kind, Notice
from players.mail.transport import FROM_A_MACHINE, server_name

LISTS = {Kind.MESSAGE: "chat", Kind.ACCOUNT: "account"}
"""What a mail is filed under; everything else is about games."""


def of_one(notice: Notice) -> dict[str, str]:
    """The headers of a mail about one thing.

    All mails of a game to one person answer the same message, which was never sent: so they are one thread
    wherever mail is put into threads, whichever of them is deleted.
    """
    ways_out = [] if notice.kind is Kind.ACCOUNT else unsubscribing.addresses(notice)
    filed = _list(LISTS.get(notice.kind, "games"), ways_out)
    headers = {"Message-ID": f"<{notice.id}@{server_name()}>", **filed}
    if notice.game is not None:
        first = f"<game.{notice.game.pk}.{notice.player.pk}@{server_name()}>"
        headers |= {"In-Reply-To": first, "References": first}
    return headers


def of_digest(notices: Sequence[Notice]) -> dict[str, str]:
    """The headers of a mail about several things."""
    first, *_ = notices
    ways_out = unsubscribing.addresses_for_all(first)
    return {"Message-ID": f"<digest.{first.id}@{server_name()}>", **_list("digest", ways_out)}


def _list(name: str, ways_out: Sequence[str]) -> dict[str, str]:
    """How it is filed, and how one gets rid of it by one press (RFC 2919, 2369 and 8058)."""
    headers = {**FROM_A_MACHINE, "List-Id": f"tideapi {name} <{name}.{server_name()}>"}
    if ways_out:
        headers["List-Unsubscribe"] = ", ".join(f"<{one}>" for one in ways_out)
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
