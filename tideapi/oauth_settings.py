"""Settings of django-oauth-toolkit: some fixed, and some of the operator's."""

from typing import Any

OAUTH2_PROVIDER_APPLICATION_MODEL = "players.App"
OAUTH2_PROVIDER_GRANT_MODEL = "players.AppCode"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "players.AppToken"  # noqa: S105
OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "players.AppRefresh"  # noqa: S105
OAUTH2_PROVIDER_DEVICE_GRANT_MODEL = "players.AppDevice"
OAUTH2_PROVIDER_ID_TOKEN_MODEL = "players.AppIdentity"  # noqa: S105
MIGRATION_MODULES = {"oauth2_provider": None}  # All of its tables are ours.

_CODE = "authorization_code"
_DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def provider(*, minutes: int, days: int, is_open: bool) -> dict[str, Any]:
    """The library's settings: access tokens good for so many minutes, refresh tokens for so many idle days.

    `is_open` says whether apps may register that the operator has not entered.
    """
    gates = (
        "IMPLICIT_GRANT",
        "PASSWORD_GRANT",
        "PKCE_METHOD",
        "ACCESS_TOKEN_TRANSPORT",
        "AUTHZ_RESPONSE_ISS",
        "TOKEN_STORAGE",
        "REFRESH_TOKEN",
        "REDIRECT_URI_MATCHING",
        "PKCE_REQUIRED",
    )
    return {
        **{f"COMPLIANT_BCP_RFC9700_{gate}": True for gate in gates},
        "OAUTH2_VALIDATOR_CLASS": "players.oauth.validator.Validator",
        "SCOPES_BACKEND_CLASS": "players.oauth.scopes.Scopes",
        "ACCESS_TOKEN_GENERATOR": "players.oauth.scopes.access_token",
        "REFRESH_TOKEN_GENERATOR": "players.oauth.scopes.refresh_token",
        "PKCE_REQUIRED": True,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "ACCESS_TOKEN_EXPIRE_SECONDS": minutes * 60,
        "REFRESH_TOKEN_EXPIRE_SECONDS": days * 24 * 3600,
        # http for loopback alone: `players.models.app.is_safe`.
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http"],
        "ALLOW_LOCALHOST_LOOPBACK": True,
        "DCR_ENABLED": is_open,
        "DCR_REGISTRATION_PERMISSION_CLASSES": ["oauth2_provider.dcr.AllowAllDCRPermission"],
        # An app whose answer was lost would have no token for its registration.
        "DCR_ROTATE_REGISTRATION_TOKEN_ON_UPDATE": False,
        "CIMD_ENABLED": is_open,
        "CIMD_METADATA_FETCHER": "players.oauth.cimd.Fetcher",
        "CIMD_REGISTRATION_PERMISSION_CLASSES": ["players.oauth.cimd.Seldom"],
        "CIMD_MAX_CONCURRENT_FETCHES": 2,
        "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
        "OAUTH2_GRANT_TYPES_SUPPORTED": [_CODE, "refresh_token", _DEVICE],
        "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
        "OAUTH2_PROTECTED_RESOURCE_NAME": "tideapi",
        "OAUTH_PRE_TOKEN_VALIDATION": [],  # The validator finds a device's player by itself.
    }
