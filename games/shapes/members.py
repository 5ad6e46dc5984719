"""Members that several answers about games have."""

from typing import Annotated

from common.rest.json_codec import Json
from common.rest.shapes import Component, Keywords, KnownValues
from games.models import Game, Submission

GameId = Annotated[str, "Id of the game."]
RulesetId = Annotated[str, "Id of the ruleset."]
SeatNumber = Annotated[int, "Seat number, from 0."]
TurnNumber = Annotated[int, "Turn number, from 1."]
Participant = Annotated[
    str, "Participant id of a player in this game, as in `participant` of a seat."
]
ParticipantOrNone = Annotated[
    str | None, "Participant id of the player in this game; null for a bot."
]
Usernames = Annotated[
    dict[str, str], "The current username of each participant id that occurs here."
]
GameStatus = Annotated[str, KnownValues(Game.Status.values), "State of the game."]
Start = Annotated[
    str,
    KnownValues(Game.Start.values),
    "When the game starts: with all seats taken, or by its host.",
]
IsPrivate = Annotated[bool, "Whether the game is kept out of public lists."]
Chat = Annotated[
    str,
    KnownValues(Game.Chat.values),
    "What the players at the table can post: messages, set phrases, or nothing.",
]
RematchOf = Annotated[str | None, "Id of the finished game before this rematch; or null."]
SeatCount = Annotated[int, Keywords(minimum=1), "Seats at the table."]
Duration = Annotated[str, "An ISO 8601 duration."]
Seconds = Annotated[int, "The same in seconds."]
SecondsOrNone = Annotated[int | None, "The same in seconds, or null."]

# -- what a ruleset decides

Action = Annotated[Json, Component("Action")]
GameOptions = Annotated[
    Json,
    Keywords(title="GameOptions"),
    "Options by the ruleset's schema, with every default filled in.",
]
GameTable = Annotated[
    Json, Keywords(title="GameTable"), "The public view of the table, as the ruleset defines it."
]
GameSetup = Annotated[
    Json, Keywords(title="GameSetup"), "The set-up of the table, as the ruleset defines it."
]
OrderContent = Annotated[
    Json, Keywords(title="OrderContent"), "What to play, by the ruleset's schema."
]
Decision = Annotated[str, "The decision asked of the caller, one of `decisions` of the ruleset."]
DecisionOrNone = Annotated[
    str | None,
    "The decision asked, one of `decisions` of the ruleset; null where this server has no rules for "
    "the game.",
]

# -- the deal

Algorithm = Annotated[str, "Method that derives chance from the seed."]
Commitment = Annotated[
    str, "SHA-256 of the server's seed, published before the first player joined."
]
Entropies = Annotated[
    list[
        Annotated[
            str | None, "SHA-256 of the player's text for the deal, null where there is none."
        ]
    ],
    "The players' texts, hashed, in the order of the taken seats.",
]

# -- answers

ChosenBy = Annotated[str, KnownValues(Submission.By.values), "Source of the action."]
Nonce = Annotated[str, "Opens the commitment: 32 hexadecimal digits."]
FallbackBy = Annotated[
    str | None,
    KnownValues(["clock", "order"]),
    "Whether the fallback comes from the caller's standing order (`order`) or from the rules "
    "(`clock`); null while not asked.",
]
BankOrNone = Annotated[
    str | None,
    "Time in the caller's bank when asked, an ISO 8601 duration; null in a game without banks.",
]
