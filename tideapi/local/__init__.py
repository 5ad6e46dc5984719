"""The server on one machine for a developer, a demo or a test: nothing to install, one command.

Real PostgreSQL and Valkey come from wheels and run as our children. The server imports nothing of this
package; production starts its processes as docker/compose.yaml shows.
"""
