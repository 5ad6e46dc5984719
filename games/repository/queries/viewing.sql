-- What is shown of games, each time in one answer, so that all of it is of one moment.
--
-- What is encrypted comes apart from the rest. Whether anything is new to a viewer is asked with less
-- (`VERSION`). Of other people's sealed answers nothing is read but that they are there, while their turn is
-- open; of their standing orders nothing at all.

-- part asked(columns)
-- The questions of a turn with the numbers of their seats, and whether they are answered.
(SELECT json_agg(json_build_array(
        seat.number, {row(question, Question, {columns})}, answer.question_id IS NOT NULL
    ) ORDER BY seat.number)
 FROM games_question question JOIN games_seat seat ON seat.id = question.seat_id
 LEFT JOIN games_submission answer ON answer.question_id = question.id
 WHERE question.turn_id = turn.id)

-- part own
CASE WHEN own.question_id IS NOT NULL THEN {row(own, Submission, SHOWN_ANSWER)} END

-- part lasting
CASE WHEN lasting.seat_id IS NOT NULL
        THEN {row(lasting, StandingOrder, SHOWN_ORDER)} END

-- part pause
-- What passes with time: the pause that was last proposed, and the vacations that stop a clock.
(SELECT {row(pause, Pause, SHOWN_PAUSE)}
 FROM games_pause pause WHERE pause.game_id = game.id AND game.status = 'running'
 ORDER BY pause.proposed_at DESC, pause.id DESC LIMIT 1)

-- part vacations
(SELECT json_agg(
        json_build_array(seat.number, vacation.from_at, vacation.until_at)
        ORDER BY vacation.from_at, seat.number)
 FROM games_seat seat JOIN players_vacation vacation ON vacation.player_id = seat.player_id
 WHERE seat.game_id = game.id AND seat.away IS DISTINCT FROM 'resigned'
     AND game.vacations AND game.status IN ('open', 'running')
     AND vacation.until_at > greatest(vacation.from_at, game.created_at)
     AND vacation.from_at >= coalesce(
         greatest(seat.taken_at, game.goes_on_from), vacation.from_at))

-- part version
-- A version of a game for one viewer (`games.visibility.snapshot.Version`): the head of the log, and what is seen
-- besides what is in the log.
json_build_array(
            extract(epoch FROM game.ahead), log.head,
            (SELECT username FROM players_player host WHERE host.id = game.host_id),
            (SELECT json_agg(json_build_array(
                    (SELECT json_build_array(player.id, player.username, player.kind)
                     FROM players_player player WHERE player.id = seat.player_id),
                    (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
                ) ORDER BY seat.number)
             FROM games_seat seat WHERE seat.game_id = game.id),
            mine.number,
            {lasting},
            {pause},
            {vacations}
        )::text

-- part shut_out(viewer)
-- Whether the host has blocked the viewer: then a private table is to her as one that has started, and as if
-- no seat of it were offered to her.
CASE WHEN game.private AND game.status IN ('open', 'running') AND mine.id IS NULL THEN EXISTS (
                SELECT FROM players_block averse
                WHERE averse.player_id = game.host_id AND averse.other_id = {viewer}
            ) ELSE false END

-- part snapshot(game, viewer)
-- A game as it is read for one viewer.
SELECT clock_timestamp(), {version},
    json_build_array(
        {row(game, Game, SHOWN_GAME)},
        {row(log, Log, SHOWN_LOG)},
        (SELECT json_agg(json_build_array(
                {row(seat, Seat, SHOWN_SEAT)},
                (SELECT one.id FROM games_participant one
                 WHERE one.game_id = seat.game_id AND one.player_id = seat.player_id)
            ) ORDER BY seat.number)
         FROM games_seat seat WHERE seat.game_id = game.id),
        CASE WHEN turn.id IS NOT NULL THEN {row(turn, Turn, SHOWN_TURN)} END,
        {asked(SHOWN_QUESTION)},
        {own},
        {shut_out({viewer})}
    )::text,
    game.server_seed, game.state, own.action, own.nonce, lasting."order"
FROM games_game game
JOIN games_log log ON log.game_id = game.id
LEFT JOIN games_seat mine ON mine.game_id = game.id AND mine.player_id = {viewer}
    AND mine.away IS DISTINCT FROM 'resigned'
LEFT JOIN games_turn turn ON turn.game_id = game.id AND turn.number = game.turn_number
    AND game.status = 'running'
LEFT JOIN games_question put ON put.turn_id = turn.id AND put.seat_id = mine.id
LEFT JOIN games_submission own ON own.question_id = put.id
LEFT JOIN games_standingorder lasting ON lasting.seat_id = mine.id
WHERE game.id = {game}

-- statement SNAPSHOT
-- Index Scans all of them: games_game_pkey, games_log_pkey, players_player_pkey, seat_once (for the viewer's
-- own seat too), participant_once, turn_once, question_once, games_submission_pkey, games_standingorder_seat_id_key, pause_of_game,
-- vacation_by_player; of a private table that is not over block_once.
{snapshot(%(game)s::text, %(viewer)s::bigint)}

-- part snapshot_for_caller
-- Who calls with a token, and the same for her: besides, the Index Scans of `players.sql.CALLER`.
LEFT JOIN LATERAL ({snapshot(%(game)s::text, caller.id)}) snapshot ON true

-- part version_for_caller
-- Who calls with a token, and the version of a game as it is for her. None where she may not see the game, or
-- her seat does not say whether she may. Index Scans: those of `players.sql.CALLER`, games_game_pkey,
-- games_log_pkey, players_player_pkey, seat_once, games_standingorder_seat_id_key, pause_of_game,
-- vacation_by_player.
clock_timestamp(),
CASE WHEN mine.number IS NOT NULL OR NOT game.private THEN {version} END

-- part version_joined
LEFT JOIN games_game game ON game.id = %(game)s::text
LEFT JOIN games_log log ON log.game_id = game.id
LEFT JOIN games_seat mine ON mine.game_id = game.id AND mine.player_id = caller.id
    AND mine.away IS DISTINCT FROM 'resigned'
LEFT JOIN games_standingorder lasting ON lasting.seat_id = mine.id

-- statement TURN_OF
-- Index Scans: turn_once, question_once, games_seat_pkey, games_submission_pkey.
SELECT json_build_array(
    {row(turn, Turn, SHOWN_TURN)},
    {asked(SHOWN_QUESTION)},
    (SELECT json_agg(json_build_array(seat.number, {row(answer, Submission)}) ORDER BY seat.number)
     FROM games_question question JOIN games_seat seat ON seat.id = question.seat_id
     JOIN games_submission answer ON answer.question_id = question.id
     WHERE question.turn_id = turn.id
         AND (turn.closed_at IS NOT NULL OR seat.number = %(seat)s::smallint))
)::text
FROM games_turn turn WHERE turn.game_id = %(game)s::text AND turn.number = %(number)s::integer

-- part inbox(order, beyond, more)
-- One page of the questions that wait for a player, a row for each, with nobody's time but hers.
SELECT question.due_at AS at,
    json_build_array(
        game.id, game.ruleset, game.rules_version, game.clock,
        seat.number, turn.number, turn.heading, turn.opened_at, {row(question, Question, SHOWN_QUESTION)},
        {own}, {lasting}
    )::text AS shown,
    game.state, own.action, own.nonce, lasting."order"{more}
FROM games_seat seat
JOIN games_game game ON game.id = seat.game_id AND game.status = 'running'
JOIN games_turn turn ON turn.game_id = game.id AND turn.closed_at IS NULL
JOIN games_question question ON question.turn_id = turn.id AND question.seat_id = seat.id
LEFT JOIN games_submission own ON own.question_id = question.id
LEFT JOIN games_standingorder lasting ON lasting.seat_id = seat.id
WHERE seat.player_id = %(player)s::bigint AND seat.away IS NULL
    AND (own.question_id IS NULL OR NOT %(open)s::boolean)
    AND (game.ruleset, game.rules_version::integer) IN (
        SELECT * FROM unnest(%(rulesets)s::text[], %(versions)s::integer[]))
    AND (%(position)s::timestamptz IS NULL OR question.due_at {beyond} %(position)s::timestamptz)
ORDER BY question.due_at {order}, game.id {order} LIMIT %(most)s::bigint OFFSET %(offset)s::bigint

-- part game_id
, game.id

-- part inbox_with_games(order, beyond)
-- The same, and behind each question the snapshot of its game, of the same moment.
SELECT inbox.at, inbox.shown, inbox.state, inbox.action, inbox.nonce, inbox."order", snapshot.*
FROM ({inbox({order}, {beyond}, {game_id})}) inbox
CROSS JOIN LATERAL ({snapshot(inbox.id, %(player)s::bigint)}) snapshot
ORDER BY inbox.at {order}, inbox.id {order}

-- statement INBOX
-- Her seats by the index on a seat's player; of each one row by games_game_pkey, turn_one_open,
-- question_once, games_submission_pkey, and the unique index of an order's seat.
{inbox(, >, )}

-- statement INBOX_BACK
{inbox(DESC, <, )}

-- statement INBOX_GAMES
-- The same, and for each row of the page what SNAPSHOT says.
{inbox_with_games(, >)}

-- statement INBOX_GAMES_BACK
{inbox_with_games(DESC, <)}
