"""The server on one machine for a developer, a demo or a test: nothing to install, one command.

Real PostgreSQL and Valkey come from wheels and run as children of ours. Nothing of this package
is imported by the server; production starts its processes as docker/compose.yaml shows.
"""
