"""Addresses of OAuth 2. The library finds its own by this name."""

from django.urls import path

from players.oauth import apps, consent, device, registration

app_name = "oauth2_provider"
WELL_KNOWN = ".well-known/oauth-"

urlpatterns = [
    path("account/apps/", apps.apps, name="apps"),
    path("account/apps/<int:app>/end", apps.end_app, name="end-app"),
    path("account/apps/webhooks/<str:webhook>/end", apps.end_webhook, name="end-webhook"),
    path("oauth/authorize", consent.Consent.as_view(), name="authorize"),
    path("oauth/not-me", consent.not_me, name="not-me"),
    path("oauth/token", device.DeviceTokens.as_view(), name="token"),
    path("oauth/revoke", device.Revoke.as_view(), name="revoke-token"),
    path("oauth/register", registration.Register.as_view(), name="dcr-register"),
    path(
        "oauth/register/<str:client_id>",
        registration.Registered.as_view(),
        name="dcr-register-management",
    ),
    path("oauth/device-authorization", device.Begin.as_view(), name="device-authorization"),
    path("oauth/device", device.EnterCode.as_view(), name="device"),
    path("oauth/device/<slug:user_code>", device.Decide.as_view(), name="device-confirm"),
    path(
        f"{WELL_KNOWN}authorization-server",
        registration.Issuer.as_view(),
        name="oauth-server-metadata",
    ),
    path(
        f"{WELL_KNOWN}protected-resource/api/v1",
        registration.Resource.as_view(),
        name="oauth-resource-metadata",
    ),
]
