"""More than one machine, by processes with addresses of their own, and drills on them."""
