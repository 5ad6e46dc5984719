"""What a token may do: each call names the scope that it needs, and a token has those it was given.

Why so: docs/why.md#scopes.
"""

from django.utils.translation import gettext_noop as _

from tideapi.rest.errors import ApiError

SCOPES: dict[str, str] = {
    "game:read": _("See your games, with what only your seat may see, and your feed."),
    "game:play": _("Answer in your games: seal cards, roll dice, leave standing orders."),
    "game:host": _(
        "Open tables, join and leave them, and settle pauses and vacations in your name."
    ),
    "message:read": _("Read messages that are meant for you, and see your friends."),
    "message:write": _("Write in your name: messages, invitations and requests to be friends."),
    "notice:write": _("Choose where you are told of things, webhooks among them."),
    "profile:write": _("See your address and change your profile."),
    "token:write": _("Make and revoke tokens, take all your data along, and end the account."),
}
"""Every scope, with what it allows as a person reads it who is asked for it; pages translate that."""

PERSONAL = frozenset({"token:write"})
"""What no app is given: only who signs in with her own password or passkey has it."""

DANGEROUS = frozenset({"message:write", "notice:write", "profile:write", "token:write"})
"""What a program could do harm with: speak for a player, tell others what she is told, change who she is."""


def insufficient_scope(scope: str) -> ApiError:
    """Return the error of a token that is good, and does not allow this (RFC 6750, section 3.1)."""
    wanted = f'Bearer error="insufficient_scope", scope="{scope}"'
    said = f"This needs a token with the scope `{scope}`."
    return ApiError("insufficient_scope", said, headers={"WWW-Authenticate": wanted})
