"""`python -m tools.siege`: attacks on a server as it is shipped, and how another player fares meanwhile."""
