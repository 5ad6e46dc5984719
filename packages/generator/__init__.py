"""The generator of the clients' cores. Why there is one: docs/decisions/clients.md."""
