"""The players' part of the API."""
