"""The bodies of the players' calls, as JSON Schemas by name."""

from players.account_fields import (
    EMAIL_PATTERN,
    LONGEST_EMAIL,
    LONGEST_PASSWORD,
    LONGEST_USERNAME,
    SHORTEST_PASSWORD,
    USERNAME_PATTERN,
)
from players.api.leaving_schema import PENDING
from players.api.leaving_schema import SCHEMAS as LEAVING_SCHEMAS
from players.bots import MAY
from players.models import PROFILE_PARTS, Player
from tideapi.rest.schemas import (
    Schema,
    answer,
    array,
    boolean,
    choice,
    closed,
    integer,
    known,
    nullable,
    page,
    ref,
    string,
    string_or_null,
    text,
    time,
    time_or_null,
    titled,
)
from tideapi.rest.scopes import SCOPES

USERNAME = string(
    "Letters, digits, _ and -; capitals make no difference. Spaces around it are left out.",
    minLength=2,
    maxLength=LONGEST_USERNAME,
    pattern=USERNAME_PATTERN,
    **{"x-wanted": "2 to 30 letters, digits, _ or -, the first a letter or digit"},
)
PREFIX = string(
    "How the username begins.",
    maxLength=30,
    pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$",
    **{"x-wanted": "the beginning of a name: letters, digits, _ or -, the first a letter or digit"},
)
PASSWORD = text(
    "At least 8 characters, none of the most common passwords, unlike username and email.",
    LONGEST_PASSWORD,
    SHORTEST_PASSWORD,
)
EMAIL = string(
    "Never shown to others; empty for none. Spaces around it are left out.",
    maxLength=LONGEST_EMAIL,
    pattern=EMAIL_PATTERN,
    **{"x-wanted": "an e-mail address such as ann@tide.example"},
)
TOKEN = string("Send it as `Authorization: Bearer <token>`. It is shown this once.")
NAME = text("What the token is for, in the player's own words.", 100)

TEST = boolean("It may move the time of games forward; on a server that is a sandbox only.")
KEPT_USERNAME = string("The username.")
ACCOUNT = known(
    "Whose account it is: a person's, a guest's who has no name of her own yet, or a bot's.",
    Player.Kind.values,
)
BOT_OF = string_or_null("Of a bot's account the username of whoever has it; null for others.")
SHOWS: Schema = {
    "type": "array",
    "items": choice("A part of the profile.", PROFILE_PARTS),
    "description": "What others see of my profile.",
}
BOT_SCOPES: Schema = {
    "type": "array",
    "items": choice("What the token is to allow.", MAY),
    "minItems": 1,
    "description": "What the token is to allow; all that a bot's may, if this is left out.",
}
_TOKEN: Schema = {
    "id": string("Id of the token."),
    "name": string("What the token is for, in the player's own words."),
    "begins": string("How the token begins."),
    "scopes": array(known("What it allows.", SCOPES), "What it allows."),
    "test": TEST,
    "created_at": time("When it was made."),
    "expires_at": time("Until when it is good."),
}

_COUNTS: Schema = {
    "running": integer("Public games under way.", minimum=0),
    "finished": integer("Public games played to the end.", minimum=0),
    "won": integer("Of these, won alone or shared.", minimum=0),
}
GAME_COUNTS = titled(
    "GameCounts",
    answer(
        {
            **_COUNTS,
            "rulesets": array(
                titled(
                    "RulesetCounts",
                    answer({"ruleset": string("Id of the ruleset."), **_COUNTS}),
                    "How many games of one ruleset.",
                ),
                "The same by ruleset, in the order of their ids.",
            ),
        }
    ),
    "How many games a player has played.",
)
RELIABILITY = titled(
    "Reliability",
    answer(
        {
            "required": integer("Questions of closed turns, in public games.", minimum=0),
            "answered": integer("Of these, answered by the player herself.", minimum=0),
            "percent": {
                "type": ["integer", "null"],
                "minimum": 0,
                "maximum": 100,
                "description": "Rounded down; null for whoever was never asked.",
            },
        }
    ),
    "How often a player answers.",
)
_SINCE_WHEN = time("Since when.")
STANDINGS = ("friends", "asked", "asks_me")

SCHEMAS: dict[str, Schema] = {
    "Friend": answer(
        {
            "username": KEPT_USERNAME,
            "standing": known(
                "We are friends, I have asked her, or she asks me and I have not answered.",
                STANDINGS,
            ),
            "created_at": time("When one of the two has asked."),
            "since": time_or_null("Since when we are friends; null before."),
        }
    ),
    "FriendPage": page(ref("Friend")),
    "BlockedPlayer": answer({"username": KEPT_USERNAME, "created_at": _SINCE_WHEN}),
    "BlockedPlayerPage": page(ref("BlockedPlayer")),
    "MutedPlayer": answer({"username": KEPT_USERNAME, "created_at": _SINCE_WHEN}),
    "MutedPlayerPage": page(ref("MutedPlayer")),
    "PlayerRequest": closed(
        {"username": USERNAME, "password": PASSWORD, "email": EMAIL}, optional=["email"]
    ),
    "Registration": answer(
        {
            "username": KEPT_USERNAME,
            "token": TOKEN,
            "expires_at": time("Until when the token is good."),
        }
    ),
    "ClaimRequest": closed(
        {"username": USERNAME, "password": PASSWORD, "email": EMAIL}, optional=["email"]
    ),
    "BotAccountRequest": closed({"username": USERNAME}),
    "BotTokenRequest": closed({"name": NAME, "scopes": BOT_SCOPES}, optional=["name", "scopes"]),
    "BotAccount": answer(
        {"username": KEPT_USERNAME, "created_at": time("When the account was made.")}
    ),
    "BotAccountList": answer({"results": array(ref("BotAccount"), "My bots' accounts.")}),
    "TokenRequest": closed(
        {
            "username": text("As signed up.", 30, 1),
            "password": text("The player's password.", LONGEST_PASSWORD, 1),
            "name": NAME,
            "scopes": {
                "type": "array",
                "items": choice("What the token is to allow.", SCOPES),
                "minItems": 1,
                "description": "What the token is to allow; everything, if this is left out.",
            },
            "test": TEST,
        },
        optional=["name", "scopes", "test"],
    ),
    "IssuedToken": answer({**_TOKEN, "token": TOKEN}),
    "Token": answer(
        {
            **_TOKEN,
            "current": boolean("It is the one sent with this call."),
            "last_used_at": time_or_null("To the hour; null if it was never used."),
        }
    ),
    "TokenPage": page(ref("Token")),
    "PlayerSummary": answer(
        {
            "username": KEPT_USERNAME,
            "account": ACCOUNT,
            "about": string_or_null("In the player's own words; null if she does not show them."),
        }
    ),
    "PlayerPage": page(ref("PlayerSummary")),
    "MyProfile": answer(
        {
            "username": KEPT_USERNAME,
            "account": ACCOUNT,
            "bot_of": BOT_OF,
            "email": {
                "type": ["string", "null"],
                "description": "Empty where there is none; null for a token without `profile:write`.",
            },
            "email_verified": {
                "type": ["boolean", "null"],
                "description": "It can reset a password; null for a token without `profile:write`.",
            },
            "email_pending": {
                "type": ["string", "null"],
                "description": "A new address, which replaces `email` once it is verified; null for none.",
            },
            "email_returned_at": time_or_null(
                "Since when mail to `email` comes back, so that none is sent; null while it arrives."
            ),
            "about": string("Shown on the public profile."),
            "shows": array(
                known("A part of the profile.", PROFILE_PARTS), "What others see of my profile."
            ),
            "created_at": time("When the account was created."),
            "renamable_from": time_or_null("From when on I may take another name; null for now."),
            "ending": PENDING,
        }
    ),
    "MyProfileChange": closed(
        {
            "username": USERNAME,
            "email": EMAIL,
            "about": text("Shown on the public profile.", 500),
            "shows": SHOWS,
            "password": PASSWORD,
            "current_password": text("Needed to change the password or the address.", 128, 1),
        },
        optional=["username", "email", "about", "shows", "password", "current_password"],
    ),
    "PlayerProfile": answer(
        {
            "username": KEPT_USERNAME,
            "account": ACCOUNT,
            "bot_of": BOT_OF,
            "about": string_or_null("What she says of herself; null if she does not show it."),
            "created_at": time_or_null(
                "When the account was created; null if the player hides it."
            ),
            "games": nullable(
                GAME_COUNTS, "How many games she has played; null if she does not show it."
            ),
            "reliability": nullable(
                RELIABILITY, "How often she answers; null if she does not show it."
            ),
        }
    ),
    **LEAVING_SCHEMAS,
}
