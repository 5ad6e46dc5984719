"""Bots: each gets what its seat may see, and answers with an action."""
