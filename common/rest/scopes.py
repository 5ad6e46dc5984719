"""Scopes of tokens: each call names the one that it needs, and a token or an app has those it was given.

Why so: docs/decisions/oauth.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from common.rest.errors import ApiError

SCOPES: dict[str, str] = {
    "game:read": _("See your games, including your hand, and your feed."),
    "game:play": _("Answer in your games: seal cards, roll dice, leave standing orders."),
    "game:host": _(
        "Open tables, join and leave them, and settle pauses and vacations in your name."
    ),
    "message:read": _("Read messages that are meant for you, and see your friends."),
    "message:write": _("Write in your name: messages, invitations and requests to be friends."),
    "notice:write": _("Change your notification channels, including webhooks."),
    "profile:write": _("See your address and change your profile."),
    "token:write": _("Make and revoke tokens, take all your data along, and end the account."),
}
"""Every scope, with what it allows as a person reads it who is asked for it; pages translate that."""

PERSONAL = frozenset({"token:write"})
"""Scopes that no app is given: only a sign-in with password or passkey has them."""

DANGEROUS = frozenset({"message:write", "notice:write", "profile:write", "token:write"})
"""Scopes with which a program could do harm: speak for a player, redirect notices, change the account."""

LENT = {name: text for name, text in SCOPES.items() if name not in PERSONAL}
"""All scopes but those that only the player's own password or passkey gives."""


RequiredScopes = Sequence[str] | Mapping[str, Sequence[str]]
"""The scopes that a token needs for a view, or for each method of it; the call's own one is the first."""


def required_scopes(view: Any, method: str) -> Sequence[str]:
    """Return the scopes that a call needs; none for a method that the view does not have."""
    if find_handler(view, method) is None:
        return ()
    scopes: RequiredScopes = view.required_scopes
    if isinstance(scopes, Mapping):
        return scopes["GET" if method == "HEAD" else method]
    return scopes


def find_handler(view: Any, method: str) -> Any:
    """Return what answers a method in a view or a view set; None for a method that it does not have."""
    name = method.lower()
    actions = getattr(view, "action_map", None) or {}
    return getattr(view, actions.get(name, name), None)


def insufficient_scope(scope: str) -> ApiError:
    """Return the error of a token that is good, and does not allow this (RFC 6750, section 3.1)."""
    wanted = f'Bearer error="insufficient_scope", scope="{scope}"'
    message = gettext("This needs a token with the scope `{scope}`.").format(scope=scope)
    return ApiError("insufficient_scope", message, headers={"WWW-Authenticate": wanted})


@dataclass(frozen=True, slots=True)
class ScopeRequest:
    """A permission of a token, or one that an app asks for."""

    name: str
    text: str
    dangerous: bool


def scope_requests(scopes: Iterable[str]) -> list[ScopeRequest]:
    """Return the texts of these scopes for a person, in the active language."""
    known = (name for name in scopes if name in SCOPES)
    return [ScopeRequest(name, gettext(SCOPES[name]), name in DANGEROUS) for name in known]
