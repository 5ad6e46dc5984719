"""Servers of others, with which `python -m tools.bench` compares ours. None of them is a dependency."""
