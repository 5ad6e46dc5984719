"""What a player sees of apps and tokens: which act for her, and how to end that."""
