"""SQL of players that is written by hand, each with the plan that it expects."""

from tideapi.statements import Statement

# Nested Loop over two Index Scans: the unique index on a token's digest, and players_player_pkey. What a
# password is known by is not among the columns: no call needs it but those that are made with a password.
CALLER = Statement(
    """
    SELECT player.id, player.username, player.email, player.is_active, player.date_joined, player.about,
           token.id, token.player_id, token.test, token.expires_at, token.last_used_at
    FROM players_token token JOIN players_player player ON player.id = token.player_id
    WHERE token.digest = %(digest)s
    """
)
