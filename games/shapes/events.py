"""Events of a feed, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from games.fairness.chain import EventData
from games.shapes.members import Usernames
from tideapi.rest.paging import Next
from tideapi.rest.shapes import Count, Moment, Number

FeedLast = Annotated[Count, "The number of the feed's newest event, 0 where there is none."]


class FeedEvent(TypedDict):
    """Something that has happened."""

    number: Annotated[Number, "Its place in this feed."]
    game: Annotated[
        str | None, "Id of the game; null for an event of my account, and between people."
    ]
    event: Annotated[
        Number | None, "Its number in the game's own log; null for what I alone am told."
    ]
    type: Annotated[str, "What has happened."]
    at: Annotated[Moment, "When it happened."]
    data: EventData
    players: Usernames
    hash: NotRequired[
        Annotated[
            str | None,
            "The head of the game's log with this event; null for what I alone am told. Left out "
            "with `without=hash`.",
        ]
    ]
    text: NotRequired[
        Annotated[
            str | None,
            "One sentence about it, with `include=text`; null where other events say it already, "
            "and where the ruleset has no words for it.",
        ]
    ]


class EventPage(Next):
    results: Annotated[list[FeedEvent], "What is on this page."]
    last: FeedLast
