-- A finished game's history, each time in one answer: for its record, and for what binds the record.

-- part turns
(SELECT json_agg(json_build_array(
        {row(turn, Turn)},
        (SELECT json_agg({row(answer, Submission)} ORDER BY answer.seat)
         FROM games_submission answer
         WHERE answer.game_id = turn.game_id AND answer.turn = turn.number),
        (SELECT json_agg({row(private_event, PrivateEvent)} ORDER BY private_event.number)
         FROM games_privateevent private_event
         WHERE private_event.game_id = turn.game_id AND private_event.turn = turn.number)
    ) ORDER BY turn.number)
 FROM games_turn turn WHERE turn.game_id = %(game)s::text AND turn.closed_at IS NOT NULL)

-- part stages
(SELECT json_agg({row(stage, Stage)} ORDER BY stage.number)
 FROM games_stage stage
 WHERE stage.game_id = %(game)s::text AND stage.ended_at IS NOT NULL)

-- part participants
-- Whoever has taken part, with her name as it is now.
(SELECT json_agg(json_build_array(one.id, one.player_id, (
        SELECT username FROM players_player player WHERE player.id = one.player_id
    )) ORDER BY one.id)
 FROM games_participant one WHERE one.game_id = %(game)s::text)

-- statement HISTORY
-- Index Scans: turn_once, submission_once, private_event_once, stage_once.
SELECT json_build_array({turns}, {stages})::text

-- statement RECORD
-- The same, and participant_once, players_player_pkey, games_game_pkey, those of `log.events`.
SELECT json_build_array({turns}, {stages}, {participants},
    {log.events(%(game)s::text, 0, 2147483647)},
    (SELECT {row(game, Game, RECORDED_GAME)}
     FROM games_game game WHERE game.id = %(game)s::text)
)::text
