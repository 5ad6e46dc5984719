"""Permission classes of the API, beside those of DRF."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tideapi.rest.scopes import insufficient_scope


class HasScopes(BasePermission):
    """The token, where one is sent, has every scope that the call names."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise `ApiError` (`insufficient_scope`) for the first scope that the token lacks."""
        token: Any = request.auth
        if token is not None and view.described is not None:
            for scope in view.described.needed_scopes:
                if scope not in token.scopes:
                    raise insufficient_scope(scope)
        return True
