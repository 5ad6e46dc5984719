"""Atom feeds for news readers (RFC 4287): public games, and a player's own at a private address."""
