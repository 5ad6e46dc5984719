"""That a server can be updated while games are played: what migrations may do."""
