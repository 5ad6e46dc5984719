"""Common parts of the calls about players."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from common.rest.view import View
from players import names
from players.api import shapes
from players.authentication import player, token
from players.models import Player, Token
from players.pages import addresses

ADDRESS_FOR = "profile:write"
"""The scope of a token to which an address is shown."""
SHOWN = (
    *("avatar", "shows", "renamed_at", "bot_of__username"),
    *("ending__asked_at", "ending__due_at", "ending__closed_at"),
)


def sent(request: Request) -> HttpRequest:
    """The request as it came to Django."""
    return request._request  # noqa: SLF001  DRF has no public name for it.


def issued(token: Token, secret: str) -> shapes.IssuedToken:
    """A token that was made, with the secret that is shown this once."""
    return {
        "id": token.pk,
        "token": secret,
        "name": token.name,
        "begins": token.shown,
        "scopes": token.scopes,
        "test": token.test,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
    }


def show_registration(player: Player, token: Token, secret: str) -> shapes.Registration:
    """Return a new account with its first token."""
    return {"username": player.username, "token": secret, "expires_at": token.expires_at}


class TokenlessPost(View):
    """A view whose POST reads no token, so that an expired one is no obstacle to getting another."""

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self._is_post() else super().get_authenticators()

    def get_permissions(self) -> Sequence[Any]:
        return [] if self._is_post() else super().get_permissions()

    def _is_post(self) -> bool:
        # While the document is made there is no request at first.
        request: Request | None = self.request
        return request is not None and request.method == "POST"


class OwnProfileView(View):
    """A view that answers with a profile as its own player sees it."""

    @staticmethod
    def shown(request: Request) -> shapes.MyProfile:
        """Return the caller's profile; the mail address only for a token that may change it."""
        me = player(request)
        mail = addresses.known_addresses(me) if ADDRESS_FOR in token(request).scopes else None
        more = Player.objects.select_related("bot_of", "ending").only(*SHOWN).get(pk=me.pk)
        deletion = getattr(more, "ending", None)
        asked = deletion if deletion and deletion.closed_at is None else None
        return {
            "username": me.username,
            "account": me.kind,
            "avatar": more.shown_avatar,
            "bot_of": more.bot_of.username if more.bot_of else None,
            "email": mail.email if mail else None,
            "email_verified": mail.verified if mail else None,
            "email_pending": mail.pending if mail else None,
            "email_returned_at": mail.returned_at if mail else None,
            "about": me.about,
            "shows": more.shows,
            "created_at": me.date_joined,
            "renamable_from": names.again_from(more.renamed_at),
            "deletion": {"created_at": asked.asked_at, "due_at": asked.due_at} if asked else None,
        }
