"""Generated clients, each compiled and played with: `python -m tests.clients --help`."""
