"""Notifications from a player's feed: found, stored as rows for each receiver, and sent when due."""
