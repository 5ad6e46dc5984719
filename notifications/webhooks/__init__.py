"""Webhooks: the events of a player's feed, signed and sent to the player's own server."""
