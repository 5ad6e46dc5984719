"""Export and erasure of what games keep of a player."""
