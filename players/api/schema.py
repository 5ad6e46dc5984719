"""The bodies of the players' calls, as JSON Schemas by name."""

from players.models import USERNAME_PATTERN
from tideapi.rest.schemas import Schema, closed, integer, page, ref, string, text, time

USERNAME = string(
    "Letters, digits, _ and -; capitals make no difference.",
    minLength=2,
    maxLength=30,
    pattern=USERNAME_PATTERN,
    **{"x-wanted": "2 to 30 letters, digits, _ or -, the first a letter or digit"},
)
PASSWORD = text(
    "At least 8 characters, none of the most common passwords, unlike username and email.", 128, 1
)
EMAIL = string("Never shown to others.", format="email", maxLength=254, pattern=r"^[^\u0000]*$")
TOKEN = string("Send it as `Authorization: Bearer <token>`. It is shown this once.")
NAME = text("What the token is for, in the player's own words.", 100)

TEST = {
    "type": "boolean",
    "description": "It may move the time of games forward; on a server that is a sandbox only.",
}

SCHEMAS: dict[str, Schema] = {
    "NewPlayer": closed(
        {"username": USERNAME, "password": PASSWORD, "email": EMAIL}, optional=["email"]
    ),
    "SignedUp": closed({"username": string(), "token": TOKEN, "expires_at": time()}),
    "NewToken": closed(
        {
            "username": text("As signed up.", 30, 1),
            "password": text("", 128, 1),
            "name": NAME,
            "test": TEST,
        },
        optional=["name", "test"],
    ),
    "IssuedToken": closed(
        {
            "id": string(),
            "token": TOKEN,
            "name": string(),
            "begins": string("How the token begins."),
            "test": TEST,
            "created_at": time(),
            "expires_at": time(),
        }
    ),
    "Token": closed(
        {
            "id": string(),
            "name": string(),
            "begins": string("How the token begins."),
            "test": TEST,
            "current": {"type": "boolean", "description": "It is the one sent with this call."},
            "created_at": time(),
            "expires_at": time(),
            "last_used_at": {
                "type": ["string", "null"],
                "format": "date-time",
                "description": "To the hour.",
            },
        }
    ),
    "TokenPage": page(ref("Token")),
    "Me": closed(
        {
            "username": string(),
            "email": string("Empty where none is known."),
            "about": string("Shown on the public profile."),
            "joined_at": time(),
        }
    ),
    "MeChange": closed(
        {
            "email": EMAIL,
            "about": text("Shown on the public profile.", 500),
            "password": PASSWORD,
            "current_password": text("Needed to change the password.", 128, 1),
        },
        optional=["email", "about", "password", "current_password"],
    ),
    "Profile": closed(
        {
            "username": string(),
            "about": string(),
            "joined_at": time(),
            "games": closed(
                {
                    "running": integer("Public games under way.", minimum=0),
                    "finished": integer("Public games played to the end.", minimum=0),
                    "won": integer("Of these, won alone or shared.", minimum=0),
                }
            ),
            "reliability": closed(
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
        }
    ),
}
