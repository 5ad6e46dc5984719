"""SQL of players that is written by hand, each with the plan that it expects."""

from tideapi.statements import Statement

OF_A_PLAYER = ("id", "username", "email", "is_active", "date_joined", "about")
OF_A_TOKEN = ("id", "player_id", "test", "expires_at", "last_used_at")


def caller(beside: str = "", found_by: str = "") -> Statement:
    """Who calls with a token, and columns `beside` of what is joined by `found_by`, where `token` is known.

    What a password is known by is not among the columns: no call needs it but those that are made with a
    password.
    """
    columns = [f"caller.{name}" for name in OF_A_PLAYER] + [f"token.{name}" for name in OF_A_TOKEN]
    return Statement(
        f"""
        SELECT {", ".join(columns)}{beside and ", " + beside}
        FROM players_token token JOIN players_player caller ON caller.id = token.player_id
        {found_by}
        WHERE token.digest = %(digest)s
        """  # noqa: S608  Of columns named here and in `games.sql`.
    )


# Nested Loop over two Index Scans: the unique index on a token's digest, and players_player_pkey.
CALLER = caller()
