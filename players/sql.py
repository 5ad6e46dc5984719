"""SQL of players that is written by hand, each with the plan that it expects.

Why so: docs/why.md#taken-username, docs/why.md#sql-by-hand.
"""

from tideapi.statements import Statement

OF_A_PLAYER = ("id", "username", "email", "is_active", "date_joined", "about", "epoch")
OF_A_TOKEN = ("id", "player_id", "test", "expires_at", "last_used_at")


def caller(beside: str = "", found_by: str = "") -> Statement:
    """Who calls with a token, and columns `beside` of what is joined by `found_by`, where `token` is known.

    A token of an epoch of hers that is over is as good as none. What a password is known by is not among the
    columns: no call needs it but those that are made with a password.
    """
    columns = [f"caller.{name}" for name in OF_A_PLAYER] + [f"token.{name}" for name in OF_A_TOKEN]
    return Statement(
        f"""
        SELECT {", ".join(columns)}{beside and ", " + beside}
        FROM players_token token JOIN players_player caller ON caller.id = token.player_id
        {found_by}
        WHERE token.digest = %(digest)s AND token.epoch = caller.epoch
        """  # noqa: S608  Of columns named here and in `games.sql`.
    )


# Nested Loop over two Index Scans: the unique index on a token's digest, and players_player_pkey.
CALLER = caller()

# A new token, if the epoch is still what it was when the password was looked at: Index Scan using
# players_player_pkey.
ISSUE = Statement(
    """
    INSERT INTO players_token
        (id, player_id, name, test, digest, shown, epoch, created_at, expires_at, last_used_at)
    SELECT %(id)s::text, id, %(name)s::text, %(test)s::boolean, %(digest)s::bytea, %(shown)s::text, epoch,
        %(created_at)s::timestamptz, %(expires_at)s::timestamptz, %(last_used_at)s::timestamptz
    FROM players_player
    WHERE id = %(player_id)s::bigint AND epoch = %(epoch)s::integer AND is_active
    RETURNING id
    """
)

# What a player changes of herself (NULL for what stays as it is), if the epoch of her token has not ended. If
# that begins another one, the token goes on in it, and her others are deleted. Index Scans using
# players_player_pkey, players_token_pkey, and the index on a token's player. Its row: what she is shown, and
# the epoch.
CHANGE = Statement(
    """
    WITH changed AS (
        UPDATE players_player SET password = coalesce(%(password)s::text, password),
            email = coalesce(%(email)s::text, email), about = coalesce(%(about)s::text, about)
        WHERE id = %(player)s::bigint AND epoch = %(epoch)s::integer AND is_active
        RETURNING id, email, about, epoch
    ), kept AS (
        UPDATE players_token token SET epoch = changed.epoch
        FROM changed WHERE token.id = %(token)s::text AND changed.epoch <> %(epoch)s::integer
    ), ended AS (
        DELETE FROM players_token token USING changed
        WHERE token.player_id = changed.id AND token.id <> %(token)s::text
            AND changed.epoch <> %(epoch)s::integer
    )
    SELECT email, about, epoch FROM changed
    """
)

# The same password under a new hash, if it is still hers. That a changed hash begins a new epoch is taken
# back here: the trigger counts on from what is written. Index Scan using players_player_pkey.
RENEW_HASH = Statement(
    """
    UPDATE players_player SET password = %(anew)s::text, epoch = epoch - 1
    WHERE id = %(player)s::bigint AND password = %(held)s::text AND password <> %(anew)s::text
    RETURNING id
    """
)
