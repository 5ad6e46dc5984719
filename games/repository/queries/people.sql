-- What is known of a player from all her games: parts of other statements.

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
