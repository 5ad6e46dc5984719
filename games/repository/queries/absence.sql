-- A player's vacations, and the games whose clocks they stop.

-- statement LOCK
-- Her games that are under way, if their rules are here, locked in the order of their ids, so that two players
-- who are away from the same games do not wait for each other in a circle; at most so many of those beyond an
-- id; when she has announced vacations last, called off or not. Her seats by their index, each game by
-- games_game_pkey, its log by games_log_pkey; her vacations by vacation_by_player. Asked under the lock of the
-- player's row, without which no vacation of hers is written.
SELECT ARRAY(
    SELECT game.id FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    JOIN games_log log ON log.game_id = game.id
    WHERE seat.player_id = %(player)s::bigint AND game.id > %(after)s::text
        AND game.status = 'running' AND game.vacations
        AND (game.ruleset, game.rules_version::integer) IN (
            SELECT * FROM unnest(%(rulesets)s::text[], %(versions)s::integer[]))
    ORDER BY game.id LIMIT %(most)s::bigint
    FOR NO KEY UPDATE OF log
), clock_timestamp(), (
    SELECT json_agg({row(vacation, Vacation)} ORDER BY vacation.from_at, vacation.id)
    FROM players_vacation vacation
    WHERE vacation.player_id = %(player)s::bigint
        AND (vacation.until_at > vacation.from_at OR vacation.id = %(named)s::text)
)::text, ARRAY(
    SELECT vacation.announced_at FROM players_vacation vacation
    WHERE vacation.player_id = %(player)s::bigint
    ORDER BY vacation.announced_at DESC LIMIT %(counted)s::bigint
)
