"""Ids that nobody can guess."""

import secrets


def draw_id(random_bytes: int) -> str:
    """Return a short, opaque, URL-safe id.

    It ends in a letter or a digit, because mail programs and chats leave a last `-` or `_` out of a link. It
    does not begin with a hyphen, because `manage.py analyse -x…` would read it as an option.
    """
    while True:
        drawn = secrets.token_urlsafe(random_bytes)
        if drawn[0] != "-" and drawn[-1].isalnum():
            return drawn
