"""The training of the bot `strong` for High Tide: its rules in C, and what learns from games of `careful`."""
