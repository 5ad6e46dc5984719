"""The games' part of the API."""
