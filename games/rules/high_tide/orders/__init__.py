"""Standing orders: what a player wishes for in each decision, and what comes of it."""
