-- Games as they stand in lists: all that is shown of many games in one answer, and nothing encrypted.

-- part summary
-- A game with its host's name, its seats, the turn that is open, and its questions.
json_build_array(
            {row(game, Game, SHOWN_GAME)},
            {row(log, Log, SHOWN_LOG)},
            (SELECT username FROM players_player host WHERE host.id = game.host_id),
            (SELECT json_agg(json_build_array(
                    {row(seat, Seat, SHOWN_SEAT)},
                    (SELECT one.id FROM games_participant one
                     WHERE one.game_id = seat.game_id AND one.player_id = seat.player_id),
                    (SELECT json_build_array(player.id, player.username, player.kind)
                     FROM players_player player WHERE player.id = seat.player_id),
                    (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
                ) ORDER BY seat.number)
             FROM games_seat seat WHERE seat.game_id = game.id),
            CASE WHEN turn.id IS NOT NULL THEN {row(turn, Turn, LISTED_TURN)} END,
            {viewing.asked(LISTED_QUESTION)}
        )

-- part log_and_open_turn
JOIN games_log log ON log.game_id = game.id
LEFT JOIN games_turn turn ON turn.game_id = game.id AND turn.number = game.turn_number
    AND game.status = 'running'

-- statement SUMMARIES
-- These games in any order. Index Scans: games_game_pkey, games_log_pkey, players_player_pkey, seat_once,
-- participant_once, turn_once, question_once, games_submission_pkey.
SELECT game.id, {summary}::text
FROM games_game game {log_and_open_turn}
WHERE game.id = ANY(%(games)s::text[])
