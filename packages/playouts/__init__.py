"""Turn the Tide in C: for the bot `expert`, as a package of its own, and for the training of `strong`."""
