"""Events before the start of a game."""

from django.utils.translation import gettext_lazy as _

from common.rest.schemas import (
    array_of,
    integer,
    known_values,
    open_object,
    reference_schema,
    string,
    string_or_null,
    with_title,
)
from common.rest.shapes import schema_of
from games.event_types.event_type import AT_TABLE, PARTICIPANT, SEAT, Audience, EventType
from games.models import Game
from games.shapes import members

_SEAT_AT_START = with_title(
    "SeatAtStart",
    open_object(
        {
            "seat": SEAT,
            "player": schema_of(members.ParticipantOrNone),
            "bot": string_or_null("Name of the bot; null where a player has the seat."),
        }
    ),
    "The player or bot in one seat at the start.",
)
_TEXT_HASH = string("SHA-256 of a player's text for the deal: `sha256:` and 64 hexadecimal digits.")
_TEXT_HASH_OR_NONE = string_or_null(
    "SHA-256 of the player's text for the deal, null where there is none."
)

LOBBY = (
    EventType(
        type="created",
        means="A game was opened on these terms. They never change, and the commitment binds the deal.",
        when="With `POST /games`; the first event of every log.",
        data={
            "host": PARTICIPANT,
            "ruleset": schema_of(members.RulesetId),
            "options": schema_of(members.GameOptions),
            "seats": integer("Seats wanted.", minimum=1),
            "bots": array_of(string("Name of a bot."), "The bots that play."),
            "commitment": schema_of(members.Commitment),
            "start": schema_of(members.Start),
            "clock": reference_schema("ClockTerms"),
            "absence": reference_schema("AbsenceTerms"),
        },
        sentence=_("{name} has opened the game."),
        audience=Audience.LOG,
    ),
    EventType(
        type="joined",
        means="A player has taken a seat. `entropy` is the hash of the player's text for the deal, or null.",
        when="With `POST /games/{game}/join`; for the host as soon as the game is opened.",
        data={**AT_TABLE, "entropy": _TEXT_HASH_OR_NONE},
        sentence=_("{name} has taken a seat."),
    ),
    EventType(
        type="entropy_given",
        means="A player has set or replaced a text for the deal; only its hash is kept.",
        when="With `PUT /games/{game}/entropy`, before the start.",
        data={"seat": SEAT, "entropy": _TEXT_HASH},
        sentence=_("A player has given a text for the deal."),
    ),
    EventType(
        type="left",
        means="A player has left; the seat is free.",
        when="With `POST /games/{game}/leave`, before the start.",
        data=AT_TABLE,
        sentence=_("{name} has left the table."),
    ),
    EventType(
        type="host_changed",
        means="The host has changed.",
        when=(
            "When the host has left, or a bot plays for the host; and when the first player comes back to a "
            "game that had no player left to be its host."
        ),
        data={"host": PARTICIPANT},
        sentence=_("{name} is the host now."),
    ),
    EventType(
        type="started",
        means=(
            "The game has started. Free seats are removed, so the seat numbers are final; `entropy` has the "
            "hashes of the texts that go into the deal."
        ),
        when="When all seats are taken, or with `POST /games/{game}/start`.",
        data={
            "seats": array_of(_SEAT_AT_START, "The players and bots at the start, by seat."),
            "entropy": schema_of(members.Entropies),
        },
        sentence=_("The game has started."),
    ),
    EventType(
        type="cancelled",
        means=(
            "The game was called off: by its host (`host`), because all its players have left or resigned "
            "(`nobody_left`), or because it waited for players too long (`time`)."
        ),
        when="Once, as the last event of the log.",
        data={
            "reason": known_values(
                "Why: by the host, because no player is left, or because it was open too long.",
                Game.CancelReason.values,
            )
        },
        sentence=_("The game was cancelled."),
    ),
)
