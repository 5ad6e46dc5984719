"""The parts of what games keep of a player."""

from django.utils.translation import gettext_noop as _

from games.models import (
    Analysis,
    ArchivedGame,
    BotShare,
    FeedRange,
    FormerSeat,
    Game,
    Invitation,
    Log,
    Message,
    Note,
    Participant,
    Pause,
    PrivateEvent,
    ReadMark,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.privacy import deliveries, events, games, messages, seats
from players.models import Delivery
from players.privacy.parts import Part, enrol, rows

IN_GAMES = "They are in `games`."


def enrol_parts() -> None:
    """Enrol them. The last one is erased first: a seat is given up before what hangs on it goes."""
    enrol(
        Part(
            name="games",
            models=(
                *(Game, Participant, Log, Turn, Submission, Stage, Pause, Seat, FormerSeat),
                *(Analysis, ArchivedGame),
            ),
            all_of=games.all_of,
            page=games.page,
            contains=(
                "A folder for each game: `game.json` as you see it, with the id by which its log knows you, "
                "and once it is over `record.json`, which the programs in `verify/` check."
            ),
            ends=_("Games that you have played stay, with “deleted-…” in your place."),
            stays="They are others' games too. Their logs and records know you by an id that says nothing.",
        ),
        Part(
            name="events",
            models=(FeedRange, PrivateEvent),
            all_of=events.all_of,
            page=events.page,
            contains="Your feed, all events of your games and of your account.",
            erase=events.erase,
            ends=_("Your feed is erased."),
            stays="What you alone were told in a game is bound into its record, under the id for that game.",
        ),
        rows(
            "read_marks",
            ReadMark,
            ("game_id", "event", "private_event"),
            contains="Up to where you have read each game.",
        ),
        rows(
            "invitations_made",
            Invitation,
            ("id", "game_id", "uses", "used", "made_at", "expires_at"),
            owner="by",
            contains="Invitations that you have made.",
            ends=_("Invitations of yours end."),
        ),
        rows(
            "invitations",
            Invitation,
            ("id", "game_id", "made_at", "declined_at"),
            owner="to",
            contains="Invitations to you.",
        ),
        Part(
            name="messages",
            models=(Message,),
            all_of=messages.all_of,
            page=messages.page,
            contains="What you have written at tables.",
            erase=messages.erase,
            ends=_("The texts of your messages are erased."),
            stays="That somebody has written, and when.",
        ),
        rows(
            "notes",
            Note,
            ("game_id", "text", "written_at"),
            contains="Your notes on games.",
            ends=_("Your notes are erased."),
        ),
        rows(
            "bot_share",
            BotShare,
            (),
            withheld="When bots have moved last in a game of yours, so that each host has her turn.",
        ),
        Part(
            name="standing_orders",
            models=(StandingOrder,),
            all_of=events.all_orders,
            page=events.orders,
            contains="The standing orders that you have left in games.",
            erase=events.erase_orders,
            ends=_("Your standing orders are erased."),
        ),
        Part(
            name="deliveries_to_others",
            models=(Delivery,),
            withheld="They are others'.",
            erase=deliveries.rename,
            stays="What was sent to others' webhooks, with `deleted-…` instead of your name.",
        ),
        Part(
            name="offers",
            models=(Seat,),
            all_of=seats.offered,
            withheld=IN_GAMES,
            erase=seats.decline,
            ends=_("Seats that are offered to you are declined."),
        ),
        Part(
            name="open_tables",
            models=(Seat,),
            all_of=seats.waiting,
            withheld=IN_GAMES,
            erase=seats.leave,
            ends=_(
                "Tables that have not started are left; where nobody else sits, the game is called off."
            ),
        ),
        Part(
            name="running_games",
            models=(Seat,),
            all_of=seats.running,
            withheld=IN_GAMES,
            erase=seats.resign,
            ends=_("Your seats in running games are resigned: a bot plays on."),
        ),
    )
