"""The rules of the games: pure, frozen, and on the standard library alone."""
