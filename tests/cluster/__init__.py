"""More than one machine, by processes with addresses of their own: `make cluster`, and drills on it."""
