"""The parts of what games keep of a player."""

from dataclasses import replace

from django.utils.translation import gettext_noop as _

from games.models import (
    Analysis,
    ArchivedGame,
    BotShare,
    Event,
    FeedRange,
    FormerSeat,
    Game,
    GamePreferences,
    Invitation,
    Log,
    Message,
    Participant,
    Pause,
    PrivateEvent,
    Question,
    ReadMark,
    Report,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.privacy import export_pages, seats
from players.privacy.parts import ExportPart, register, table_part

IN_GAMES = "They are in `games`."


def register_parts() -> None:
    """Register them. The last one is erased first: a seat is given up before what hangs on it goes."""
    register(
        ExportPart(
            name="games",
            models=(
                *(Game, Participant, Log, Event, Turn, Question, Submission, Stage, Pause, Seat),
                *(FormerSeat, Analysis, ArchivedGame),
            ),
            all_of=export_pages.list_participations,
            page=export_pages.games_page,
            contains=(
                "A folder for each game: `game.json` as you see it, with the id by which its log knows you, "
                "and once it is over `record.json`, which `verify.py` and `verify.mjs` check."
            ),
            ends=_("Games that you have played stay, with “deleted-…” in your place."),
            stays="They are others' games too. Their logs and records know you by an id that says nothing.",
        ),
        ExportPart(
            name="events",
            models=(FeedRange, PrivateEvent),
            all_of=export_pages.feed_ranges,
            page=export_pages.feed_page,
            contains="Your feed, all events of your games and of your account.",
            erase=export_pages.erase_feed,
            ends=_("Your feed is erased."),
            stays="What you alone were told in a game is bound into its record, under the id for that game.",
        ),
        table_part(
            "read_marks",
            ReadMark,
            ("game_id", "event", "private_event", "messages_at"),
            contains="Up to where you have read each game.",
        ),
        table_part(
            "invitations_made",
            Invitation,
            ("id", "game_id", "uses", "used", "made_at", "expires_at"),
            owner="by",
            contains="Invitations that you have made.",
            ends=_("Invitations of yours end."),
        ),
        table_part(
            "invitations",
            Invitation,
            ("id", "game_id", "made_at", "declined_at"),
            owner="to",
            contains="Invitations to you.",
        ),
        ExportPart(
            name="messages",
            models=(Message,),
            all_of=export_pages.own_messages,
            page=export_pages.messages_page,
            contains="What you have written at tables.",
            erase=export_pages.erase_texts,
            ends=_("The texts of your messages are erased."),
            stays="That the player has written, and when.",
        ),
        replace(
            table_part(
                "reports_made",
                Report,
                ("at", "text", "answer"),
                owner="reporter",
                contains="What you have reported, and the answers.",
                ends=_("The texts of your reports are erased."),
                stays="That something was reported, without your name.",
            ),
            erase=export_pages.erase_reports,
        ),
        ExportPart(
            name="reports_about",
            models=(Report,),
            withheld="Who reports is told to moderators alone.",
            erase=export_pages.erase_seen_words,
            stays="That there was a report about an account without a name.",
        ),
        table_part(
            "game_preferences",
            GamePreferences,
            ("game_id", "note", "noted_at", "muted"),
            contains="Your notes on games, and the games of which you are told nothing.",
            ends=_("Your notes are erased."),
        ),
        table_part(
            "bot_share",
            BotShare,
            (),
            withheld=(
                "When bots have moved last in a game of yours, so that all hosts have their turn."
            ),
        ),
        ExportPart(
            name="standing_orders",
            models=(StandingOrder,),
            all_of=export_pages.all_orders,
            page=export_pages.orders_page,
            contains="The standing orders that you have left in games.",
            erase=export_pages.erase_orders,
            ends=_("Your standing orders are erased."),
        ),
        ExportPart(
            name="offers",
            models=(Seat,),
            all_of=seats.offered_seats,
            withheld=IN_GAMES,
            erase=seats.decline_next,
            ends=_("Seats that are offered to you are declined."),
        ),
        ExportPart(
            name="open_tables",
            models=(Seat,),
            all_of=seats.waiting_seats,
            withheld=IN_GAMES,
            erase=seats.leave_next,
            ends=_(
                "You leave tables that have not started; a table without other players is "
                "cancelled."
            ),
        ),
        ExportPart(
            name="running_games",
            models=(Seat,),
            all_of=seats.running_seats,
            withheld=IN_GAMES,
            erase=seats.resign_next,
            ends=_("Your seats in running games are resigned: a bot plays on."),
        ),
    )
