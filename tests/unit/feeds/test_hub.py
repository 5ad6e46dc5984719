"""Who is let in as a subscriber is shown what the database says now, whatever was read for others before."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from games.feeds.feed import Page
from games.feeds.streams import hub as hubs
from games.feeds.streams.feeds import Reading, StreamMessage
from games.feeds.streams.hub import Hub, StreamSubscription
from tests.coroutines import run_async, settled
from tideapi.web.fair_queue import FairQueue

HOST, GUEST = 1, 2
PATIENCE = 20.0
SCOPES = {b"friend": "message:read"}


@dataclass(frozen=True)
class Table:
    """The log of a private table, and who is kept away from it."""

    events: list[bytes] = field(compare=False)
    shut_out: set[int] = field(compare=False)

    def newest_number(self) -> int:
        return len(self.events)

    update_and_get_newest = newest_number

    def read_page(self, after: int, most: int) -> Page:
        raise NotImplementedError

    def read(self, after: int, most: int) -> Reading:
        numbered = [
            StreamMessage(number, data, "game:read") for number, data in enumerate(self.events, 1)
        ]
        return Reading(numbered[after : after + most], shut_out=frozenset(self.shut_out))


class Notifications:
    """In the place of the connection that is told of what has happened."""

    async def listen(self, notified: Callable[[str | None], None]) -> None:
        self.notified = notified
        await asyncio.Event().wait()


@pytest.fixture
def notifications(monkeypatch: pytest.MonkeyPatch) -> Notifications:
    notifications = Notifications()
    monkeypatch.setattr(hubs, "listen_forever", notifications.listen)
    return notifications


def subscribed(table: Table, player: int, after: int) -> StreamSubscription:
    return StreamSubscription(table, after, f"player {player}", player, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("unblocked", [True, False])
@run_async
async def test_only_who_is_not_blocked_any_more_hears_a_table_that_its_host_has_open(
    unblocked: bool, notifications: Notifications
) -> None:
    table, hub = Table([b"opened"], {GUEST}), Hub(FairQueue(1, 1))
    hosts = hub.stream_messages(subscribed(table, HOST, after=0))
    guests = hub.stream_messages(subscribed(table, GUEST, after=1))
    async with asyncio.timeout(PATIENCE):
        assert [await anext(hosts), await anext(hosts)][1] == b"opened"
        if unblocked:
            table.shut_out.clear()
        await anext(guests)
        follows = asyncio.create_task(anext(guests, b"the end"))
        await settled()
        table.events.append(b"joined")
        notifications.notified(None)
        assert await follows == (b"joined" if unblocked else b"the end")


@dataclass(frozen=True)
class Feed(Table):
    """A feed in which a friend's event takes another scope than the others."""

    def read(self, after: int, most: int) -> Reading:
        messages = super().read(after, most).messages
        return Reading([replace(one, scope=SCOPES.get(one.data, one.scope)) for one in messages])


@run_async
async def test_what_the_token_may_not_be_shown_is_left_out_and_its_place_is_passed(
    notifications: Notifications,
) -> None:
    feed, hub = Feed([b"opened", b"friend"], set()), Hub(FairQueue(1, 1))
    scopes = frozenset({"game:read"})
    wanted = StreamSubscription(feed, 0, "player 1", HOST, None, 0, scopes)  # type: ignore[arg-type]
    polled = StreamSubscription(feed, 1, "player 1", HOST, None, 0, scopes)  # type: ignore[arg-type]
    async with asyncio.timeout(PATIENCE):
        heard = hub.stream_messages(wanted)
        assert [await anext(heard), await anext(heard)][1] == b"openedid: 2\n\n"
        waits = asyncio.create_task(hub.wait_for_more(polled, PATIENCE))
        await settled()
        assert not waits.done(), "an event of another scope is no news"
        feed.events.append(b"sealed")
        notifications.notified(None)
        await waits
        assert await anext(heard) == b"sealed"
