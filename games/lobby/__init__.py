"""Seats and absence: opening and joining a game, invitations, pauses, vacations, standing orders."""
