-- SQL of players that is written by hand, each with the plan that it expects.

-- statement ISSUE
-- A new token, if the epoch is still what it was when the password was checked: Index Scan using
-- players_player_pkey.
INSERT INTO players_token
    (id, player_id, name, scopes, test, digest, shown, epoch, created_at, expires_at, last_used_at)
SELECT %(id)s::text, id, %(name)s::text, %(scopes)s::text[], %(test)s::boolean, %(digest)s::bytea,
    %(shown)s::text, epoch, %(created_at)s::timestamptz,
    %(expires_at)s::timestamptz, %(last_used_at)s::timestamptz
FROM players_player
WHERE id = %(player_id)s::bigint AND epoch = %(epoch)s::integer AND is_active
RETURNING id

-- statement HOLD_APP
-- To the end of the transaction an app is not deleted: Index Scan using players_app_pkey.
SELECT id FROM players_app WHERE id = %(app)s::bigint FOR KEY SHARE

-- statement LOCK_KEY
-- The lock of one idempotency key of one player, to the end of the transaction; false if another call has it.
SELECT pg_try_advisory_xact_lock(hashtextextended(%(key)s::text, %(player)s::bigint))

-- statement LOCK_NAME
-- To the end of the transaction nobody else takes a name that looks like this one.
SELECT pg_advisory_xact_lock(hashtextextended(%(look)s::text, 8150))::text

-- statement LOCK_NAME_FOR
-- The same together with the lock of a player's row, if her epoch has not ended: Index Scan using
-- players_player_pkey.
SELECT pg_advisory_xact_lock(hashtextextended(%(look)s::text, 8150))::text
FROM players_player
WHERE id = %(player)s::bigint AND epoch = %(epoch)s::integer AND is_active
FOR NO KEY UPDATE

-- statement NAME_TAKEN
-- Whether a name is another player's, looks like another's, or is kept from her: three Index Scans, by
-- player_username_any_case, by the unique index on a look, by players_keptname_pkey.
SELECT id FROM players_player
WHERE lower(username) = lower(%(username)s::text) AND id IS DISTINCT FROM %(player)s::bigint
UNION ALL
SELECT id FROM players_player
WHERE look = %(look)s::text AND id IS DISTINCT FROM %(player)s::bigint
UNION ALL
SELECT coalesce(player_id, 0) FROM players_keptname
WHERE digest = %(digest)s::bytea AND until > now()
    AND (player_id IS NULL OR player_id IS DISTINCT FROM %(player)s::bigint)
LIMIT 1

-- statement ALIKE
-- Another player whose name looks like this one, where this is not hers already: Index Scan by the unique
-- index on a look.
SELECT other.id FROM players_player other
WHERE other.look = player_look(%(username)s::text) AND other.id IS DISTINCT FROM %(player)s::bigint
    AND NOT EXISTS (
        SELECT FROM players_player hers
        WHERE hers.id = %(player)s::bigint AND hers.username = %(username)s::text)

-- statement RENAME
-- Another name for a player, if she has had hers for long enough, and if the epoch of her token has not ended;
-- the old one is kept for her. Index Scan using players_player_pkey.
WITH renamed AS (
    UPDATE players_player SET username = %(username)s::text, renamed_at = %(now)s::timestamptz
    WHERE id = %(player)s::bigint AND epoch = %(epoch)s::integer AND is_active
        AND (renamed_at IS NULL OR renamed_at <= %(before)s::timestamptz)
    RETURNING id
), kept AS (
    INSERT INTO players_keptname (digest, player_id, until)
    SELECT %(digest)s::bytea, id, %(until)s::timestamptz FROM renamed
    ON CONFLICT (digest) DO UPDATE SET player_id = excluded.player_id, until = excluded.until
)
SELECT id FROM renamed

-- statement CLAIM
-- A guest's account becomes a person's, and her token goes on, if one was sent; her others are deleted. The
-- trigger begins a new epoch for her first password, and counting down takes that back, because what she has
-- was got by none; where somebody has given her one before, the new epoch stays. That she is active follows
-- from her epoch; asked for, it would lead to the index of all guests. Index Scans using players_player_pkey,
-- players_token_pkey, and the index on a token's player.
WITH changed AS (
    UPDATE players_player SET kind = 'person', username = %(username)s::text,
        password = %(password)s::text, email = %(email)s::text,
        epoch = CASE WHEN starts_with(password, '!') THEN epoch - 1 ELSE epoch END
    WHERE id = %(player)s::bigint AND epoch = %(epoch)s::integer AND kind = 'guest'
    RETURNING id, epoch
), kept AS (
    UPDATE players_token token SET epoch = changed.epoch
    FROM changed WHERE token.id = %(token)s::text AND changed.epoch <> %(epoch)s::integer
), ended AS (
    DELETE FROM players_token token USING changed
    WHERE token.player_id = changed.id AND token.id IS DISTINCT FROM %(token)s::text
)
SELECT epoch FROM changed

-- statement CHANGE
-- What a player changes in her profile (NULL keeps a value), if the epoch of her token has not ended. If
-- that begins another epoch, this token goes on in it and her others are deleted. Index Scans using
-- players_player_pkey, players_token_pkey, and the index on a token's player. Gives her profile, and the
-- epoch.
WITH changed AS (
    UPDATE players_player SET password = coalesce(%(password)s::text, password),
        about = coalesce(%(about)s::text, about), shows = coalesce(%(shows)s::text[], shows)
    WHERE id = %(player)s::bigint AND epoch = %(epoch)s::integer AND is_active
    RETURNING id, email, about, epoch
), kept AS (
    UPDATE players_token token SET epoch = changed.epoch
    FROM changed WHERE token.id = %(token)s::text AND changed.epoch <> %(epoch)s::integer
), ended AS (
    DELETE FROM players_token token USING changed
    WHERE token.player_id = changed.id AND token.id <> %(token)s::text
        AND changed.epoch <> %(epoch)s::integer
)
SELECT email, about, epoch FROM changed

-- statement END
-- That an account is to end: a row, another epoch in which only this token goes on (NULL for none), and her
-- other tokens deleted. Nothing of it if that was asked for already, or if the epoch of who asks has ended; an
-- operator names none (NULL). Index Scans using players_player_pkey, players_token_pkey, and the index on a
-- token's player. Gives whether she may ask for it, and the new epoch.
WITH known AS (
    SELECT id FROM players_player
    WHERE id = %(player)s::bigint
        AND (%(epoch)s::integer IS NULL OR is_active AND epoch = %(epoch)s::integer)
    FOR NO KEY UPDATE
), asked AS (
    INSERT INTO players_ending (player_id, by, asked_at, due_at, next_at, erased)
    SELECT id, %(by)s::text, %(now)s::timestamptz, %(due)s::timestamptz, %(due)s::timestamptz, '{}'
    FROM known
    ON CONFLICT (player_id) DO NOTHING
    RETURNING player_id
), changed AS (
    UPDATE players_player player SET epoch = player.epoch + 1
    FROM asked WHERE player.id = asked.player_id
    RETURNING player.id, player.epoch
), kept AS (
    UPDATE players_token token SET epoch = changed.epoch
    FROM changed WHERE token.id = %(token)s::text
), ended AS (
    DELETE FROM players_token token USING changed
    WHERE token.player_id = changed.id AND token.id IS DISTINCT FROM %(token)s::text
)
SELECT EXISTS (SELECT FROM known), (SELECT epoch FROM changed)

-- statement RENEW_HASH
-- The same password under a new hash, if it is still hers. The trigger would begin a new epoch for a changed
-- hash; counting down here takes that back. Index Scan using players_player_pkey.
UPDATE players_player SET password = %(anew)s::text, epoch = epoch - 1
WHERE id = %(player)s::bigint AND password = %(held)s::text AND password <> %(anew)s::text
RETURNING id
