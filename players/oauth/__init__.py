"""OAuth 2 for apps of third parties: how they get a token, and the pages of consent.

django-oauth-toolkit issues tokens; `players.authentication` checks them. `validator.py` has the stricter
rules; everything else connects the library's views to our addresses, pages and limits.

Why so: docs/decisions/oauth.md.
"""
