"""Clocks of games, hours of play, durations, and the database's time."""
