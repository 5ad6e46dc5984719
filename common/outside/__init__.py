"""Requests to addresses that others have named, checked against our own network."""
