"""Signed messages to players' own servers."""
