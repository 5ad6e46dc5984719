"""What several of the players' calls have in common."""

from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request

from players import renaming
from players.authentication import player, token
from players.models import Player, Token
from players.pages import addresses
from tideapi.rest.view import View

Json = dict[str, Any]
ADDRESS_FOR = "profile:write"
"""The scope of a token to which an address is shown."""
SHOWN = (
    *("shows", "renamed_at", "bot_of__username"),
    *("ending__asked_at", "ending__due_at", "ending__closed_at"),
)


def sent(request: Request) -> HttpRequest:
    """The request as it came to Django."""
    return request._request  # noqa: SLF001  DRF has no public name for it.


def issued(token: Token, secret: str) -> Json:
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


class ShowsMe(View):
    """A view that answers with a profile as its own player sees it."""

    @staticmethod
    def shown(request: Request) -> Json:
        """Her profile; her address only for a token that may change it."""
        me = player(request)
        mail = addresses.known(me) if ADDRESS_FOR in token(request).scopes else None
        more = Player.objects.select_related("bot_of", "ending").only(*SHOWN).get(pk=me.pk)
        ending = getattr(more, "ending", None)
        asked = ending if ending and ending.closed_at is None else None
        return {
            "username": me.username,
            "account": me.kind,
            "bot_of": more.bot_of and more.bot_of.username,
            "email": mail and mail.email,
            "email_verified": mail and mail.verified,
            "email_pending": mail and mail.pending,
            "email_returned_at": mail and mail.returned_at,
            "about": me.about,
            "shows": more.shows,
            "created_at": me.date_joined,
            "renamable_from": renaming.again_from(more.renamed_at),
            "ending": asked and {"created_at": asked.asked_at, "due_at": asked.due_at},
        }
