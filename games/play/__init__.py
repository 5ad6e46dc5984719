"""Moves: sealed answers, deadlines, and the turns that close."""
