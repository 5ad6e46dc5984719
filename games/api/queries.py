"""Parameters of the lists and feeds of games."""

from typing import Any, ClassVar

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from common.rest.fields import (
    IN_WORDS,
    BooleanField,
    CharField,
    ChoiceField,
    IncludeField,
    IntegerField,
    ListField,
)
from common.rest.paging import PageQuery, PageSizeField
from common.rest.serializers import Query
from games.api import subscriptions
from games.api.subscriptions import LATEST, MAX_DIGITS, MY_ANSWER
from games.models import Game
from players.account_fields import USERNAME_PATTERN

MAX_NAMED = 100
"""Games that can be asked for by their ids at once."""
_CLOCK_TIME = "([0-9]{1,8}H([0-9]{1,8}M)?([0-9]{1,8}S)?|[0-9]{1,8}M([0-9]{1,8}S)?|[0-9]{1,8}S)"


class StatusField(ChoiceField):
    def __init__(self, **more: Any) -> None:
        super().__init__(Game.Status.values, help_text="Only games in this status.", **more)


class IdField(CharField):
    usual: ClassVar = {"max_length": 40, "pattern": r"^[a-z0-9_-]+$"}


class LengthField(CharField):
    """A duration as `games.clock.clock` reads it."""

    usual: ClassVar = {
        "max_length": 40,
        "pattern": f"^P([0-9]{{1,6}}D|([0-9]{{1,6}}D)?T{_CLOCK_TIME})$",
        "wanted": _("a duration such as PT24H"),
    }


class IncludeTextField(IncludeField):
    def __init__(self, **more: Any) -> None:
        super().__init__({"text": IN_WORDS}, **more)


class GameListQuery(PageQuery):
    id = ListField(
        child=CharField(pattern=r"^[A-Za-z0-9_-]{1,40}$"),
        max_length=MAX_NAMED,
        help_text="Only games with these ids: `id=…&id=…`. Those that the caller may not see are left out.",
    )
    status = StatusField()
    ruleset = CharField(
        max_length=40, pattern=r"^[a-z0-9_]+$", help_text="Only games of this ruleset."
    )
    player = CharField(
        pattern=USERNAME_PATTERN,
        help_text="Only games in which this player has a seat; the caller's private games are listed for "
        "the caller alone.",
    )
    waiting = ChoiceField(
        ["me"], help_text="Only games that wait for the caller's answer, private ones too."
    )
    edition = IdField(help_text="Only games of this edition.")
    expansion = IdField(help_text="Only games with this expansion; `none` for those without any.")
    seat_count = IntegerField(
        min_value=1, max_value=100, help_text="Only games with this number of seats."
    )
    min_per_turn = LengthField(
        help_text="Only games with at least this time per turn, an ISO 8601 duration."
    )
    max_per_turn = LengthField(
        help_text="Only games with at most this time per turn, an ISO 8601 duration."
    )
    bots = BooleanField(
        help_text="True: only games in which a bot has a seat. False: only games of people."
    )
    friends = BooleanField(
        help_text="True: only games in which a friend of the caller has a seat (scope `message:read`)."
    )
    free_seats = IntegerField(
        min_value=1,
        max_value=100,
        help_text="Only open games with at least this number of free seats.",
    )
    joinable = BooleanField(
        help_text="True: only open games with a free seat that the caller can take: the caller has no seat "
        "there, is as reliable as the host asks, has blocked no player there, and is no bot where "
        "bot accounts are excluded."
    )
    sort = ChoiceField(
        ["seats_missing"],
        help_text="`seats_missing`: only open games, those with the fewest free seats first. Left out: "
        "newest first.",
    )
    include = IncludeField(
        {
            "friends": "which of the caller's friends sit at these tables, in `friends`",
            "text": f"{IN_WORDS}, in each `last_event`",
        }
    )


class GameQuery(Query):
    include = IncludeField(
        {
            "viewer": "the caller's own note and switch, in `viewer`",
            "messages": "the newest messages of the table, in `newest_messages`",
            "events": "the newest events of the log, in `newest_events`",
            "text": f"{IN_WORDS}: in `newest_events`, and in `mine` the question and its answers",
        }
    )


class ProfileQuery(Query):
    include = IncludeField({"games": "the player's games under way, in `running_games`"})


class TurnQuery(Query):
    include = IncludeTextField()


class ReadPositionQuery(Query):
    game = CharField(
        pattern=r"^[A-Za-z0-9_-]{1,40}$", help_text="Id of the one game; all games if left out."
    )


class MyGameListQuery(PageQuery):
    status = StatusField()
    include = IncludeField(
        {
            "counts": "how many invitations, friend requests and new messages wait, in `counts`",
            "text": f"{IN_WORDS}, in each `last_event`",
        }
    )


class MyTurnListQuery(PageQuery):
    open = BooleanField(
        style={"default": False}, help_text="Only questions that the caller has not answered."
    )
    include = IncludeField(
        {"game": "the game as the caller may see it, in `view`", "text": IN_WORDS}
    )


class AfterField(CharField):
    """The number of an event, or one of these words."""

    def __init__(self, *words: str, **more: Any) -> None:
        known = "|".join((rf"[0-9]{{1,{MAX_DIGITS}}}", *words))
        sentence = _("the number of an event, or one of: {words}")
        wanted = format_lazy(sentence, words=", ".join(words))
        super().__init__(pattern=f"^({known})$", wanted=wanted, **more)


class AfterInGameField(AfterField):
    component = "AfterInGame"


class EventPageQuery(Query):
    before = AfterField(
        LATEST,
        help_text="Only events with a lower number, the newest first; `latest` begins at the end. With it, "
        "`after` and `wait` have no effect.",
    )
    wait = IntegerField(
        min_value=0,
        max_value=subscriptions.MAX_WAIT_SECONDS,
        style={"default": 0},
        help_text="Seconds to wait for an event when there is none yet: a long poll. The response may come "
        "earlier and be empty, at once if too many requests of the player wait already.",
    )
    page_size = PageSizeField()
    include = IncludeTextField()
    without = ChoiceField(["hash"], help_text="`hash` leaves out the hash of each event.")


class FeedStreamQuery(Query):
    after = AfterField(
        LATEST,
        style={"default": "0"},
        help_text="Only events with a higher number; `latest` begins at the end of the feed.",
    )


class GameStreamQuery(Query):
    after = AfterInGameField(
        LATEST,
        MY_ANSWER,
        style={"default": "0"},
        help_text="Only events with a higher number; `latest` begins at the end of the log, `my_answer` at "
        "the caller's last sealed answer in this game (at its beginning if there is none).",
    )


class FeedQuery(FeedStreamQuery, EventPageQuery):
    pass


class GameLogQuery(GameStreamQuery, EventPageQuery):
    pass
