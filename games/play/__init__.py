"""What moves a game: answers, the clock, and what the rules make of a turn."""
