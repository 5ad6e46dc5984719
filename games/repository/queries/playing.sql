-- What every writer of a game asks: which games, the lock, and all rows in one answer.

-- statement LOCK
-- Index Scan using games_log_pkey. The numbers are those that the last writer has left.
SELECT event_number, private_number FROM games_log WHERE game_id = %(game)s::text
FOR NO KEY UPDATE

-- statement LOCK_FOR
-- The same together with the lock of a player's row, which is asked for first, as by all who hold both: who
-- takes a seat takes no two at once, so that they can be counted. Index Scans: players_player_pkey,
-- games_log_pkey.
SELECT log.game_id FROM players_player player, games_log log
WHERE player.id = %(player)s::bigint AND log.game_id = %(game)s::text
FOR NO KEY UPDATE OF player, log

-- statement CLAIM
-- Index Scan using turn_to_check, in its order, up to the limit; each log by games_log_pkey. Those for
-- which nobody waits are asked for apart, after the others.
SELECT log.game_id FROM games_turn turn JOIN games_log log ON log.game_id = turn.game_id
WHERE turn.closed_at IS NULL AND turn.unattended = %(unattended)s::boolean
    AND turn.next_check_at <= %(moment)s::timestamptz
ORDER BY turn.next_check_at LIMIT %(most)s::integer
FOR NO KEY UPDATE OF log SKIP LOCKED

-- statement NEXT_IDS
-- The ids of new rows, before they are written.
SELECT
    ARRAY(SELECT nextval('games_seat_id_seq') FROM generate_series(1, %(seats)s::integer)),
    ARRAY(SELECT nextval('games_stage_id_seq') FROM generate_series(1, %(stages)s::integer)),
    ARRAY(SELECT nextval('games_turn_id_seq') FROM generate_series(1, %(turns)s::integer)),
    ARRAY(SELECT nextval('games_question_id_seq') FROM generate_series(1, %(questions)s::integer))

-- part has_row(table, column, which, latest)
-- Whether any of these rows is due, by the first one in the order of the index.
(SELECT {column} FROM {table} WHERE {which} AND {column} <= {latest}::timestamptz
 ORDER BY {column} LIMIT 1) IS NOT NULL

-- statement WORK
-- Whether there is anything to sweep: turns that are due (Index Scans using turn_to_check), bots that have to
-- move (turn_bots_to_move, turn_thinkers_to_move), and games that wait for players for too long
-- (game_waiting).
SELECT
    {has_row(games_turn, next_check_at, closed_at IS NULL AND NOT unattended, %(moment)s)}
    OR {has_row(games_turn, next_check_at, closed_at IS NULL AND unattended, %(moment)s)},
    {has_row(games_turn, bots_at, closed_at IS NULL, %(moment)s)}
    OR {has_row(games_turn, thinkers_at, closed_at IS NULL, %(moment)s)},
    {has_row(games_game, created_at, status = 'open', %(oldest)s)}

-- part load(columns, newcomer, which)
-- All rows of these games that a writer needs, for each game as one text; these columns of its log.
SELECT json_build_array(
    clock_timestamp(),
    (SELECT {row(log, Log, {columns})} FROM games_log log WHERE log.game_id = game.id),
    {row(game, Game)},
    (SELECT json_agg({row(seat, Seat)} ORDER BY seat.number)
     FROM games_seat seat WHERE seat.game_id = game.id),
    (SELECT json_build_array({row(turn, Turn)}, {row(stage, Stage)}, (
        SELECT json_agg(json_build_array(seat.number, {row(question, Question)},
            CASE WHEN answer.question_id IS NOT NULL THEN {row(answer, Submission)} END)
            ORDER BY seat.number)
        FROM games_question question JOIN games_seat seat ON seat.id = question.seat_id
        LEFT JOIN games_submission answer ON answer.question_id = question.id
        WHERE question.turn_id = turn.id))
     FROM games_turn turn JOIN games_stage stage ON stage.id = turn.stage_id
     WHERE turn.game_id = game.id AND turn.closed_at IS NULL),
    (SELECT json_agg(json_build_array(seat.number, {row(lasting, StandingOrder)})
        ORDER BY seat.number)
     FROM games_seat seat JOIN games_standingorder lasting ON lasting.seat_id = seat.id
     WHERE seat.game_id = game.id),
    (SELECT json_agg(json_build_array(one.player_id, one.id) ORDER BY one.player_id)
     FROM games_participant one WHERE one.game_id = game.id),
    (SELECT json_agg({row(private_event, PrivateEvent)} ORDER BY private_event.number)
     FROM games_privateevent private_event
     WHERE private_event.game_id = game.id AND private_event.turn_id IS NULL),
    (SELECT json_agg({row(pause, Pause)} ORDER BY pause.proposed_at, pause.id)
     FROM games_pause pause WHERE pause.game_id = game.id),
    (SELECT json_agg({row(vacation, Vacation)}
        ORDER BY vacation.from_at, vacation.id)
     FROM players_vacation vacation
     WHERE game.vacations
       AND vacation.player_id = ANY({newcomer}::bigint || ARRAY(
           SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = game.id))
       AND vacation.until_at > coalesce(game.started_at, clock_timestamp() + game.ahead))
)::text
FROM games_game game WHERE {which}

-- part these
game.id = ANY(%(games)s::text[])
ORDER BY array_position(%(games)s::text[], game.id::text)

-- statement LOAD
-- Asked after the lock is held, as a statement of its own: what an earlier writer has committed is seen by
-- statements that begin afterwards. Each subquery is an Index Scan: games_log_pkey, seat_once, turn_one_open,
-- question_once, participant_once, private_event_to_bind, pause_of_game, the unique index of an order's
-- seat, the index on a vacation's player; games_stage_pkey, games_seat_pkey and games_submission_pkey.
{load(LOG_END, %(newcomer)s, {these})}

-- part load_with_caller
-- Who calls, and one game for her to write to: the same, and the Index Scans of `players.sql.CALLER`.
({load(LOG_END, NULL, game.id = %(game)s::text)})
