"""Seeds, nonces, commitments, and the hash chain of a game's log."""
