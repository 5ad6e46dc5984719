"""Seats that are given back."""

from tideapi.db.statements import Statement

# Index Scan using games_seat_pkey. Before the start, when there is nothing that belongs to a seat.
LEAVE = Statement("DELETE FROM games_seat WHERE id = %(seat)s")
