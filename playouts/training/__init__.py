"""The training of the bot `strong` for Turn the Tide: compiled here, never where games are played."""
