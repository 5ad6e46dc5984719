"""Events of a feed, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from common.rest.paging import Links
from common.rest.shapes import Count, Moment, Number
from games.fairness.commitments import EventData
from games.shapes.members import Usernames

FeedLast = Annotated[Count, "The number of the feed's newest event, 0 where there is none."]


class FeedEvent(TypedDict):
    """An event of a game or a feed."""

    number: Annotated[Number, "Number in this feed, from 1."]
    game: Annotated[
        str | None, "Id of the game; null for events of the account and between people."
    ]
    event: Annotated[Number | None, "Number in the game's own log; null for a private event."]
    type: Annotated[str, "Type of the event."]
    at: Annotated[Moment, "When the event happened."]
    data: EventData
    players: Usernames
    hash: NotRequired[
        Annotated[
            str | None,
            "The head of the game's log with this event; null for a private event. Left out with "
            "`without=hash`.",
        ]
    ]
    text: NotRequired[
        Annotated[
            str | None,
            "One sentence about the event, with `include=text`; null where another event says the "
            "same, or the ruleset has no words.",
        ]
    ]


class EventPage(Links):
    results: Annotated[list[FeedEvent], "The entries of this page."]
    last: FeedLast
