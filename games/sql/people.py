"""A player's own lock, and what is known of her from all her games."""

from tideapi.statements import Statement

# Who reads a player's feed, or brings into it what is new, and who writes her vacations, holds the lock of
# her row. Asked for before, as a statement of its own, so that the next one sees what an earlier holder has
# written. Index Scan using players_player_pkey.
LOCK = Statement(
    "SELECT id, epoch FROM players_player WHERE id = %(player)s::bigint FOR NO KEY UPDATE"
)

# How many questions she was asked in closed turns, and how many she has answered: two Index Scans, each on
# the player of a seat or a former seat; of each row the game by games_game_pkey.
RELIED = """
    SELECT coalesce(sum(part.required), 0)::bigint AS required,
           coalesce(sum(part.answered), 0)::bigint AS answered
    FROM (
        SELECT seat.required, seat.answered
        FROM games_seat seat JOIN games_game game ON game.id = seat.game_id AND NOT game.private
        WHERE seat.player_id = {player}
        UNION ALL
        SELECT former.required, former.answered
        FROM games_formerseat former JOIN games_game game ON game.id = former.game_id AND NOT game.private
        WHERE former.player_id = {player}
    ) part
"""
# The player by player_username_any_case, then the same.
# What a bot makes of a seat that she has resigned is not hers.
PROFILE = Statement(
    f"""
    SELECT player.username, player.about, player.date_joined,
           relied.required, relied.answered, counts.running, counts.finished, counts.won
    FROM players_player player
    CROSS JOIN LATERAL ({RELIED.format(player="player.id")}) relied
    CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE game.status = 'running') AS running,
               count(*) FILTER (WHERE game.status = 'finished') AS finished,
               count(*) FILTER (WHERE game.status = 'finished' AND seat.won) AS won
        FROM games_seat seat JOIN games_game game ON game.id = seat.game_id AND NOT game.private
        WHERE seat.player_id = player.id AND seat.away IS DISTINCT FROM 'resigned'
    ) counts
    WHERE lower(player.username) = lower(%(username)s::text) AND player.is_active
    """
)
