-- Which bots move next: where somebody waits, and of these games that of the host who was served first.
--
-- Why so: docs/decisions/celery.md, docs/decisions/absence.md, docs/decisions/bots.md.

-- part claim(column)
-- Which turn is next of those in which a bot has to move by this column.
WITH next AS (
    SELECT turn.id, turn.game_id, game.host_id
    FROM (
        SELECT id FROM games_turn
        WHERE closed_at IS NULL AND {column} <= %(moment)s::timestamptz
        ORDER BY {column} LIMIT %(most)s::integer
    ) due
    JOIN games_turn turn ON turn.id = due.id
    JOIN games_game game ON game.id = turn.game_id
    LEFT JOIN games_botshare share ON share.player_id = game.host_id
    WHERE turn.closed_at IS NULL AND turn.{column} <= %(moment)s::timestamptz
    ORDER BY turn.unattended, share.moved_at NULLS FIRST, turn.{column}, turn.id
    LIMIT 1
    FOR NO KEY UPDATE OF turn SKIP LOCKED
), leased AS (
    UPDATE games_turn turn SET {column} = %(again)s::timestamptz FROM next
    WHERE turn.id = next.id
), served AS (
    INSERT INTO games_botshare (player_id, moved_at)
    SELECT next.host_id, clock_timestamp() FROM next
    ON CONFLICT (player_id) DO UPDATE SET moved_at = excluded.moved_at
)
SELECT game_id FROM next

-- statement CLAIM
-- Of the turns in which a bot has to move by now, the one that is next, leased to whoever asks: Index Scan
-- using turn_bots_to_move, up to a limit that is far beyond what is usual; each turn again by games_turn_pkey,
-- its game by games_game_pkey, when its host was served last by games_botshare_pkey. Two who ask at once get
-- two turns. The host is served now.
{claim(bots_at)}

-- statement CLAIM_FOR_THINKERS
-- As CLAIM, of bots that think long: Index Scan using turn_thinkers_to_move, and the same games_turn_pkey,
-- games_game_pkey and games_botshare_pkey.
{claim(thinkers_at)}
