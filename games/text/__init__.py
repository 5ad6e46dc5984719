"""A whole game in the terminal, played over the API as any client would play it."""
