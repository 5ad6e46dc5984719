"""Apps of others: how they get a token (OAuth 2), and the pages on which players decide about them.

django-oauth-toolkit issues; `players.authentication` checks. What is stricter here than there stands in
`validator.py`; everything else only leads the library's views to our addresses, pages and limits.

Why so: docs/why.md#oauth.
"""
