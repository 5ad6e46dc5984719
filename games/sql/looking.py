"""What is shown of a game, in one answer: all of it is of one moment."""

from games import rows
from games.models import Stage, Submission, Turn, Whisper
from tideapi.statements import Statement

# Index Scans: turn_once, submission_once, the index on a whisper's turn, stage_once.
HISTORY = Statement(
    f"""
    SELECT json_build_array(
        (SELECT json_agg(json_build_array(
                {rows.columns(Turn, "turn")},
                (SELECT json_agg({rows.columns(Submission, "answer")} ORDER BY answer.seat)
                 FROM games_submission answer WHERE answer.turn_id = turn.id),
                (SELECT json_agg(json_build_array(
                        {rows.columns(Whisper, "whisper")}, player.username
                    ) ORDER BY whisper.id)
                 FROM games_whisper whisper
                 JOIN players_player player ON player.id = whisper.player_id
                 WHERE whisper.turn_id = turn.id)
            ) ORDER BY turn.number)
         FROM games_turn turn WHERE turn.game_id = %(game)s AND turn.closed_at IS NOT NULL),
        (SELECT json_agg({rows.columns(Stage, "stage")} ORDER BY stage.number)
         FROM games_stage stage WHERE stage.game_id = %(game)s)
    )::text
    """
)
