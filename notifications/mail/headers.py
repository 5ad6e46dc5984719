"""Headers for mail programs: threads, lists, and unsubscribing."""

from collections.abc import Sequence

from notifications.mail import unsubscribe_links
from notifications.notice import Notice, NoticeKind
from players.mail.transport import FROM_A_MACHINE, server_name

LISTS = {NoticeKind.MESSAGE: "chat", NoticeKind.ACCOUNT: "account"}
"""List names by kind; all other kinds are of the list `games`."""


def of_one(notice: Notice) -> dict[str, str]:
    """Return the headers of a mail about one notice.

    All mails of a game to one player answer the same message, which was never sent: so mail programs show
    them as one thread, whichever of them is deleted.
    """
    ways_out = (
        [] if notice.kind is NoticeKind.ACCOUNT else unsubscribe_links.unsubscribe_addresses(notice)
    )
    filed = _list_headers(LISTS.get(notice.kind, "games"), ways_out)
    headers = {"Message-ID": f"<{notice.id}@{server_name()}>", **filed}
    if notice.game is not None:
        first = f"<game.{notice.game.pk}.{notice.player.pk}@{server_name()}>"
        headers |= {"In-Reply-To": first, "References": first}
    return headers


def of_digest(notices: Sequence[Notice]) -> dict[str, str]:
    """Return the headers of a digest."""
    first, *_ = notices
    ways_out = unsubscribe_links.addresses_for_all(first)
    return {
        "Message-ID": f"<digest.{first.id}@{server_name()}>",
        **_list_headers("digest", ways_out),
    }


def _list_headers(name: str, ways_out: Sequence[str]) -> dict[str, str]:
    """Return the headers of a list and of unsubscribing by one click (RFC 2919, 2369 and 8058)."""
    headers = {**FROM_A_MACHINE, "List-Id": f"tideapi {name} <{name}.{server_name()}>"}
    if ways_out:
        headers["List-Unsubscribe"] = ", ".join(f"<{one}>" for one in ways_out)
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
