"""Time per turn, banks, hours of play, durations, the database's time."""
