"""Members that several answers about games have."""

from typing import Annotated, Any

from games.models import Game, Submission
from tideapi.rest.shapes import Component, Keywords, KnownValues

Json = dict[str, Any]

GameId = Annotated[str, "Id of the game."]
RulesetId = Annotated[str, "Id of the ruleset."]
SeatNumber = Annotated[int, "Number of the seat, from 0."]
TurnNumber = Annotated[int, "Number of the turn, from 1."]
Participant = Annotated[
    str, "Participant id of a player: random, of this game alone, and `participant` of a seat."
]
ParticipantOrNone = Annotated[
    str | None, "Participant id of the player: random, and of this game alone; null for a bot."
]
Usernames = Annotated[
    dict[str, str],
    "The usernames, as they are now, by participant id, of all players who are named here.",
]
GameStatus = Annotated[str, KnownValues(Game.Status.values), "How far the game is."]
Start = Annotated[
    str,
    KnownValues(Game.Start.values),
    "The game starts when its seats are full, or when its host says so.",
]
IsPrivate = Annotated[bool, "Whether it is kept out of all lists."]
HasMessages = Annotated[bool, "Whether those at the table can write to each other."]
RematchOf = Annotated[str | None, "Id of the finished game of which it is the rematch; or null."]
SeatCount = Annotated[int, Keywords(minimum=1), "Seats at the table."]
Duration = Annotated[str, "An ISO 8601 duration."]
Seconds = Annotated[int, "In seconds."]
SecondsOrNone = Annotated[int | None, "In seconds, or null."]

# -- what a ruleset decides

Action = Annotated[Json, Component("Action")]
GameOptions = Annotated[
    Json,
    Keywords(title="GameOptions"),
    "The options with every default filled in, as the ruleset's schema says.",
]
GameTable = Annotated[
    Json, Keywords(title="GameTable"), "What all may see of the table, as the ruleset has it."
]
GameSetup = Annotated[
    Json, Keywords(title="GameSetup"), "How the table was set up, as the ruleset has it."
]
OrderContent = Annotated[
    Json, Keywords(title="OrderContent"), "What to play, as the ruleset's schema says."
]
Decision = Annotated[
    str,
    "What I am asked to decide, in the ruleset's own word: `decisions` of the ruleset has them all.",
]
DecisionOrNone = Annotated[
    str | None,
    "What is decided, in the ruleset's own word: `decisions` of the ruleset has them all. "
    "Null where this server has no rules for the game.",
]

# -- the deal

Algorithm = Annotated[str, "How chance follows from the seed."]
Commitment = Annotated[
    str, "SHA-256 of the server's seed, published before the first player joined."
]
Entropies = Annotated[
    list[
        Annotated[
            str | None, "SHA-256 of the player's text for the deal, null where there is none."
        ]
    ],
    "What the players have added, in the order of the seats that are taken.",
]

# -- answers

ChosenBy = Annotated[str, KnownValues(Submission.By.values), "Who chose it."]
Nonce = Annotated[str, "Opens the commitment: 32 hexadecimal digits."]
FallbackBy = Annotated[
    str | None,
    KnownValues(["clock", "order"]),
    "Whether the fallback comes from my standing order (`order`) or from the rules (`clock`); "
    "null while I am not asked.",
]
BankOrNone = Annotated[
    str | None,
    "What my bank held when I was asked, an ISO 8601 duration; null where the game has no time banks.",
]
