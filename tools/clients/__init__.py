"""Generated clients, each compiled and played with: `python -m tools.clients --help`.

Why so: docs/decisions/api-document.md.
"""
