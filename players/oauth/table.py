"""The table that this server itself serves (`web/`): an app like any other, but for two things.

It is there without having registered, and nobody is asked whether it may act for her: it is a page of the
server on which she signs in at this moment. For that its codes go to that page alone, on the very host that
was asked.

Why so: docs/why.md#table-signs-in.
"""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop as _
from oauth2_provider.exceptions import FatalClientError
from oauthlib.oauth2.rfc6749.errors import MismatchingRedirectURIError

from players.models.app import TABLE, TABLE_RETURN, App


def enter() -> None:
    """See to it that its row is there."""
    if App.objects.filter(client_id=TABLE).exists():
        return
    table = App(
        client_id=TABLE,
        name=_("The table of this server"),
        client_type=App.CLIENT_PUBLIC,
        client_secret="",
        hash_client_secret=False,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        skip_authorization=True,
    )
    App.objects.bulk_create([table], ignore_conflicts=True)


def check(request: HttpRequest, credentials: dict[str, Any]) -> None:
    """Raises `FatalClientError` if a code of the table would go anywhere else; other apps are let through."""
    wanted = request.build_absolute_uri(TABLE_RETURN)
    if credentials["client_id"] == TABLE and credentials["redirect_uri"] != wanted:
        raise FatalClientError(error=MismatchingRedirectURIError())
