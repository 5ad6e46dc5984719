"""What the calls of games are sent, as JSON Schemas by name: closed, so that what is unknown is refused."""

from games.api import rulings
from games.api.parts import (
    ENTROPY,
    LENGTH,
    NEW_ABSENCE,
    NEW_CLOCK,
    NEW_START,
    NOTE,
    OPTIONS,
    ORDER,
)
from players.api.schema import USERNAME
from tideapi.rest.schemas import (
    Schema,
    array,
    boolean,
    closed,
    integer,
    ref,
    string,
    text,
    time,
)

# What POST /games is read by; in the document `options` is spelt out for each ruleset.
NEW_GAME = closed(
    {
        "ruleset": string("Id of the ruleset.", maxLength=40, pattern=r"^[^\u0000]*$"),
        "options": {
            **OPTIONS,
            "description": "As the ruleset's schema says; what is left out is as usual.",
        },
        "seat_count": integer("Seats at the table.", minimum=1, maximum=100),
        "bots": array(
            text("Name of a bot.", 40), "The bots that play, in the last seats.", maxItems=20
        ),
        "clock": NEW_CLOCK,
        "absence": NEW_ABSENCE,
        "bot_accounts": boolean("Whether accounts of bots may take seats; if left out, they may."),
        "private": boolean("Whether it is kept out of all lists."),
        "messages": boolean(
            "Whether those at the table can write to each other; true if left out."
        ),
        "start": NEW_START,
    },
    optional=[
        "options",
        "bots",
        "clock",
        "absence",
        "bot_accounts",
        "private",
        "messages",
        "start",
    ],
)
OFFERING = closed(
    {"player": {**USERNAME, "description": "Username of the player who gets the offer."}}
)
INVITING = closed(
    {
        "player": {
            **USERNAME,
            "description": "Username of whom I invite; a link for whoever has it if left out.",
        },
        "uses": integer(
            "How many can use the link in all; one if left out.", minimum=1, maximum=100
        ),
        "expires_in": {
            **LENGTH,
            "description": "How long the link is good, an ISO 8601 duration; a week if left out.",
        },
    },
    optional=["player", "uses", "expires_in"],
)
MESSAGE = text("What I write.", 500, 1)
VACATION_FIELDS: Schema = {
    "from": time("When it begins; at once if left out."),
    "until": time("When it is over."),
}
REQUESTS: dict[str, Schema] = {
    "GameRequest": {**NEW_GAME, **rulings.by_ruleset(options="options_request")},
    "JoinRequest": closed({"entropy": ENTROPY}, optional=["entropy"]),
    "EntropyRequest": closed({"entropy": ENTROPY}),
    "NoteRequest": closed({"text": NOTE}),
    "InvitationRequest": INVITING,
    "MessageRequest": closed({"text": MESSAGE}),
    "OfferRequest": OFFERING,
    "PauseRequest": closed({"length": LENGTH}),
    "ForwardRequest": closed({"by": LENGTH}),
    "VacationRequest": closed(VACATION_FIELDS, optional=["from"]),
    "StandingOrderRequest": {
        **closed(
            {
                "order": ORDER,
                "at_once": boolean(
                    "Play it as soon as I am asked, not at the deadline; not if left out."
                ),
            },
            optional=["at_once"],
        ),
        **rulings.some_order(),
    },
    "SubmissionRequest": {**closed({"action": ref("Action")}), **rulings.some_action()},
}
