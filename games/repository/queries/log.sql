-- The events of a game: parts of other statements.

-- part events(game, after, upto)
-- For `games.repository.log.read_events`: Index Scan using event_once.
(SELECT json_agg(json_build_array(event.number, event.type, event.at, event.data, encode(event.hash, 'hex'))
    ORDER BY event.number)
 FROM games_event event
 WHERE event.game_id = {game} AND event.number > {after} AND event.number <= {upto})
