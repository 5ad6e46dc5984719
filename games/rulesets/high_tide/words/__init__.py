"""The words of the game: in mails to players, and in those that players write."""
