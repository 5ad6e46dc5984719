"""A player's deadlines and vacations as a calendar that other programs fetch (RFC 5545)."""
