-- A player's own lock, and what is known of her from all her games.

-- statement LOCK
-- Who reads a player's feed, or brings into it what is new, who writes her vacations, and who gives her a seat
-- holds the lock of her row. Asked for before, as a statement of its own, so that the next one sees what an
-- earlier holder has written. Index Scan using players_player_pkey.
SELECT id, epoch FROM players_player WHERE id = %(player)s::bigint FOR NO KEY UPDATE

-- part relied(player)
-- How many questions she was asked in closed turns, and how many she has answered: two Index Scans, each on
-- the player of a seat or a former seat; of each row the game by games_game_pkey.
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

-- statement RELIED
-- The same of one player.
{relied(%(player)s::bigint)}

-- part games(player)
-- How many games that are open, and that are under way, a player has a seat in: the index on a seat's player,
-- then each game by games_game_pkey.
SELECT json_build_array(
    count(*) FILTER (WHERE game.status = 'open'),
    count(*) FILTER (WHERE game.status = 'running')
)
FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
WHERE seat.player_id = {player} AND seat.away IS DISTINCT FROM 'resigned'
    AND game.status IN ('open', 'running')

-- statement PLAYS
-- The same, what time it is, and her vacations that are not over, by vacation_by_player: for who opens a game.
-- Asked under the lock of the player's row, without which she takes no seat.
SELECT ({games(%(player)s::bigint)})::text, clock_timestamp(), (
    SELECT json_agg({row(vacation, Vacation)} ORDER BY vacation.from_at, vacation.id)
    FROM players_vacation vacation
    WHERE vacation.player_id = %(player)s::bigint AND vacation.until_at > clock_timestamp()
)::text

-- part head_to_head(viewer, player)
-- Of the finished games in which two players have seats how many each has won, by ruleset; nothing for one
-- player alone: the viewer's seats by the index on a seat's player, then the other seat by seat_one_per_player
-- and the game by games_game_pkey.
SELECT json_agg(json_build_array(ruleset, played, won_by_me, won_by_player) ORDER BY ruleset) AS games
FROM (
    SELECT game.ruleset, count(*) AS played,
           count(*) FILTER (WHERE own.won) AS won_by_me,
           count(*) FILTER (WHERE other.won) AS won_by_player
    FROM games_seat own
    JOIN games_seat other ON other.game_id = own.game_id AND other.player_id = {player}
        AND other.away IS DISTINCT FROM 'resigned'
    JOIN games_game game ON game.id = own.game_id AND game.status = 'finished'
    WHERE own.player_id = {viewer} AND {viewer} <> {player} AND own.away IS DISTINCT FROM 'resigned'
    GROUP BY game.ruleset
) meetings

-- statement PROFILE
-- The player by player_username_any_case, a bot's owner by players_player_pkey, then the same, and
-- what the viewer has to do with the player.
-- What a bot makes of a seat that she has resigned is not hers.
SELECT player.id, player.username, player.kind, owner.username, player.shows, player.about,
       player.date_joined, relied.required, relied.answered, played.games::text,
       met.games::text, relation.*
FROM players_player player
LEFT JOIN players_player owner ON owner.id = player.bot_of_id
CROSS JOIN LATERAL ({relied(player.id)}) relied
CROSS JOIN LATERAL (
    SELECT json_agg(json_build_array(ruleset, running, finished, won) ORDER BY ruleset) AS games
    FROM (
        SELECT game.ruleset,
               count(*) FILTER (WHERE game.status = 'running') AS running,
               count(*) FILTER (WHERE game.status = 'finished') AS finished,
               count(*) FILTER (WHERE game.status = 'finished' AND seat.won) AS won
        FROM games_seat seat JOIN games_game game ON game.id = seat.game_id AND NOT game.private
        WHERE seat.player_id = player.id AND seat.away IS DISTINCT FROM 'resigned'
            AND game.status IN ('running', 'finished')
        GROUP BY game.ruleset
    ) counts
) played
CROSS JOIN LATERAL ({head_to_head(%(viewer)s::bigint, player.id)}) met
CROSS JOIN LATERAL ({relations.relation(%(viewer)s::bigint, player.id)}) relation
WHERE lower(player.username) = lower(%(username)s::text) AND player.is_active
