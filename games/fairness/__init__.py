"""Seed, commitments, the hash chain."""
