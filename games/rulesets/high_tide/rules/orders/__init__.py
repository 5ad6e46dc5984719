"""Standing orders: the player's wishes for each decision, and the answers that follow from them."""
