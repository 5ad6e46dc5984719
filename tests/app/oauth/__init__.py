"""Apps of others: how they get what they may have, and how they lose it."""
