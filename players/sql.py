"""Hand-written SQL of players, each statement with its expected plan."""

from dataclasses import dataclass

OF_A_PLAYER = (
    "id",
    "username",
    "email",
    "is_active",
    "date_joined",
    "suspended_until",
    "about",
    "kind",
    "epoch",
)
OF_A_TOKEN = ("id", "player_id", "scopes", "test", "expires_at", "last_used_at")
APP_ID = "app."
"""Prefix of the id of an app's token: no personal token's id has a dot in it."""


@dataclass(frozen=True, slots=True)
class CallerQuery:
    """The same statement for both kinds of token, with the same columns."""

    personal: str
    of_an_app: str


def caller_query(more: str = "", joined: str = "", *, comment: str) -> CallerQuery:
    """Return the statements that find a token's player, with columns `more` of the tables `joined`.

    A token of a past epoch finds no row. The hash of the password is not among the columns, because only
    calls with a password need it.
    """
    columns = [f"caller.{name}" for name in OF_A_PLAYER]
    own = [f"token.{name}" for name in OF_A_TOKEN]
    apps = [
        f"'{APP_ID}' || token.id",
        "token.user_id",
        "string_to_array(token.scope, ' ')",
        "false",
        "token.expires",
        "token.last_used_at",
    ]
    players = "JOIN players_player caller ON caller.id = token"
    good = "AND token.epoch = caller.epoch"
    return CallerQuery(
        f"""
            -- {comment}
            SELECT {", ".join(columns + own)}{more and ", " + more}
            FROM players_token token {players}.player_id
            {joined}
            WHERE token.digest = %(digest)s {good}
        """,  # noqa: S608  Of columns named here and by who composes it.
        f"""
            -- {comment}
            SELECT {", ".join(columns + apps)}{more and ", " + more}
            FROM players_apptoken token {players}.user_id
            {joined}
            WHERE token.token_checksum = encode(%(digest)s::bytea, 'hex') {good}
        """,  # noqa: S608  The same.
    )


CALLER = caller_query(
    comment="Two Index Scans: the unique index on a token's digest or checksum, and players_player_pkey."
)
