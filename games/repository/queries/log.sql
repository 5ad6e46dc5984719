-- The events of a game: some lie with turns that have closed, the others in the row of its log.
--
-- Nothing that is compressed can be looked into here: `games.repository.log` does that.

-- part events(game, after, upto)
-- Two members for `games.repository.log.read_events`: all that holds such an event. Index Scans using games_log_pkey
-- and, where not all of them are recent, turn_once.
(SELECT json_agg(json_build_array(encode(turn.events_head, 'hex'), encode(turn.events, 'hex'))
    ORDER BY turn.events_to)
 FROM games_log log JOIN games_turn turn ON turn.game_id = log.game_id
 WHERE log.game_id = {game} AND log.recent_after > {after}
     AND turn.events_to > {after} AND turn.events_from <= {upto}),
(SELECT log.recent FROM games_log log
 WHERE log.game_id = {game} AND log.event_number > {after} AND log.recent_after < {upto})

-- part moments(game, after)
-- The numbers above `after` of a game's events, and when these happened. Index Scans as of `events`.
(SELECT turn.events_from + (one.place - 1)::integer AS number, one.at
 FROM games_log log JOIN games_turn turn ON turn.game_id = log.game_id,
     unnest(turn.events_at) WITH ORDINALITY AS one (at, place)
 WHERE log.game_id = {game} AND log.recent_after > {after}
     AND turn.events_to > {after} AND turn.events_from + one.place - 1 > {after}
 UNION ALL
 SELECT log.recent_after + one.place::integer, (one.event ->> 'at')::timestamptz
 FROM games_log log, jsonb_array_elements(log.recent) WITH ORDINALITY AS one (event, place)
 WHERE log.game_id = {game} AND log.recent_after + one.place > {after})

-- statement EVENTS
-- Index Scans: those of `events`.
SELECT json_build_array({events(%(game)s::text, %(after)s::integer, %(upto)s::integer)})::text
