"""One module for each kind of attack."""
