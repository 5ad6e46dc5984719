"""Work without a player's call: due turns, bots' moves, analyses, and operators' commands."""
