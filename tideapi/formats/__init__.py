"""Formats of moments in the admin; pages for players name their own."""
