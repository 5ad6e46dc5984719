"""Games in text: in the terminal, where a game is played over the API, and on paper, as in a mail."""
