"""SQL of players that is written by hand, each with the plan that it expects.

Why so: docs/why.md#taken-username, docs/why.md#sql-by-hand.
"""

from dataclasses import dataclass
from pathlib import Path

from tideapi.db.sql_files import SqlFile
from tideapi.db.statements import Statement

OF_A_PLAYER = ("id", "username", "email", "is_active", "date_joined", "about", "kind", "epoch")
OF_A_TOKEN = ("id", "player_id", "scopes", "test", "expires_at", "last_used_at")
APP_ID = "app."
"""How the id of an app's token begins, among ids of tokens: no personal token's id has a dot in it."""


@dataclass(frozen=True, slots=True)
class Callers:
    """The same question for both kinds of token, with the same columns for an answer."""

    personal: Statement
    of_an_app: Statement


def caller(more: str = "", joined: str = "", comment: str = "") -> Callers:
    """Return the statements that find a token's player, and the columns `more` of what is `joined`.

    A token of an epoch that is over finds nobody. The hash of the password is not among the columns,
    because only calls that come with a password need it.
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
    return Callers(
        Statement(
            f"""
            SELECT {", ".join(columns + own)}{more and ", " + more}
            FROM players_token token {players}.player_id
            {joined}
            WHERE token.digest = %(digest)s {good}
            """,  # noqa: S608  Of columns named here and in `games.repository.queries`.
            comment=comment,
        ),
        Statement(
            f"""
            SELECT {", ".join(columns + apps)}{more and ", " + more}
            FROM players_apptoken token {players}.user_id
            {joined}
            WHERE token.token_checksum = encode(%(digest)s::bytea, 'hex') {good}
            """,  # noqa: S608  The same.
            comment=comment,
        ),
    )


CALLER = caller(
    comment="Two Index Scans: the unique index on a token's digest or checksum, and players_player_pkey."
)
accounts = SqlFile(Path(__file__).with_name("accounts.sql"))
"""What is asked of accounts, tokens and names."""
