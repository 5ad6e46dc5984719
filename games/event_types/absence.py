"""Events about stand-ins, standing orders and seats that change hands."""

from django.utils.translation import gettext_lazy as _

from common.rest.schemas import (
    Schema,
    array_of,
    boolean,
    known_values,
    open_object,
    reference_schema,
    string,
    with_title,
)
from common.rest.shapes import schema_of
from games.event_types.event_type import (
    AT_TABLE,
    ONE_SEAT,
    PARTICIPANT,
    SEAT,
    TURN,
    EventType,
    private_event,
)
from games.shapes import members

_SKIPPED = with_title(
    "SkippedEntry",
    open_object(
        {
            "pointer": string("JSON pointer of the entry within the order."),
            "code": string("Why it was skipped: `condition_not_met` or a code of a refusal."),
            "detail": string("One sentence for people."),
        }
    ),
    "An entry of a standing order that did not fit.",
)
_OF_ORDER: Schema = {
    "turn": TURN,
    "seat": SEAT,
    "action": reference_schema("Action"),
    "skipped": array_of(_SKIPPED, "Entries that came earlier and did not fit."),
}

ABSENCE = (
    EventType(
        type="stand_in",
        means="A bot plays for this seat, because its player is `absent` or has `resigned`.",
        when=(
            "When a player has missed as many sittings in a row as the game allows, and with `POST "
            "/games/{game}/resign`."
        ),
        data={
            **AT_TABLE,
            "bot": string("Name of the bot that plays from now on."),
            "away": known_values("Why a bot plays the seat.", ["absent", "resigned"]),
        },
        sentence=_("A bot plays for {name} now."),
    ),
    EventType(
        type="returned",
        means="The player plays the seat from now on: this event ends the bot's part.",
        when=(
            "When a player whose seat a bot plays answers or calls `POST /games/{game}/reclaim`; and right "
            "after `seat_taken`, for the seat's new player."
        ),
        data=AT_TABLE,
        sentence=_("{name} plays again."),
    ),
    EventType(
        type="seat_offered",
        means="The host has offered the seat of an absent player to another player.",
        when=(
            "With `PUT /games/{game}/seats/{seat}/offer`. It takes the place of an earlier offer of this "
            "seat."
        ),
        data=AT_TABLE,
        sentence=_("{name} is offered a seat."),
    ),
    private_event(
        type="offered_to_you",
        means="The host has offered the caller a seat in this game.",
        when="Together with `seat_offered`.",
        data={"seat": SEAT, "host": PARTICIPANT},
        sentence=_("{other} offers you a seat in a game that is under way."),
    ),
    EventType(
        type="offer_ended",
        means="The offer of the seat has ended: the host has withdrawn it, or the player has declined it.",
        when=(
            "With `DELETE /games/{game}/seats/{seat}/offer` or `POST /games/{game}/seats/{seat}/decline`. "
            "An offer also ends, without this event, with `returned`."
        ),
        data=AT_TABLE,
        sentence=_("The seat is no longer offered to {name}."),
    ),
    EventType(
        type="seat_taken",
        means=(
            "The seat is another player's from now on. The bot's part ends with `returned`, which follows "
            "at once."
        ),
        when="When a player takes an offered seat with `POST /games/{game}/seats/{seat}/accept`.",
        data=AT_TABLE,
        sentence=_("{name} has taken over a seat."),
    ),
    private_event(
        type="seat_lost",
        means=(
            "The caller's seat was given to another player. Later events of this game are not in the "
            "caller's feed."
        ),
        when="Together with `seat_taken`, for the player who had the seat before.",
        data=AT_TABLE,
        sentence=_("Your seat was given to another player."),
    ),
    private_event(
        type="order_given",
        means="The caller has set or replaced a standing order.",
        when="With `PUT /games/{game}/standing-order`.",
        data={
            "seat": SEAT,
            "order": schema_of(members.OrderContent),
            "at_once": boolean("Whether the order is played as soon as the caller is asked."),
        },
        sentence=_("You have left a standing order."),
    ),
    private_event(
        type="order_taken_back",
        means="The caller has deleted the standing order.",
        when="With `DELETE /games/{game}/standing-order`, while the game is running.",
        data=ONE_SEAT,
        sentence=_("You have taken your standing order back."),
    ),
    private_event(
        type="order_followed",
        means=(
            "The caller's standing order has answered with this action. `skipped` has the entries before it "
            "that did not fit."
        ),
        when="When the caller's time is up; for an order with `at_once`, as soon as the caller is asked.",
        data=_OF_ORDER,
        sentence=_("Your standing order has played for you in turn {turn}: {action}."),
    ),
    private_event(
        type="order_failed",
        means=(
            "No entry of the caller's standing order fitted, so the clock has played the fallback, this "
            "action."
        ),
        when="When the caller's time is up.",
        data=_OF_ORDER,
        sentence=_(
            "Nothing in your standing order fitted in turn {turn}. The server played: {action}."
        ),
    ),
)
