"""Addresses below /account/."""

from django.urls import include, path

from players.pages import tokens, views

urlpatterns = [
    path("", views.overview, name="account"),
    path("recovery/", views.recovery_code, name="account_recovery_code"),
    path("name/", views.name, name="account_name"),
    path("tokens/", tokens.tokens, name="account_tokens"),
    path("tokens/<id:token>/end", tokens.end_token, name="account_end_token"),
    path("recover/", views.recover, name="account_recover"),
    path("email/", views.Address.as_view(), name="account_email"),
    path("email/again/", views.mail_again, name="account_mail_again"),
    path("2fa/totp/activate/", views.SetUpAppView.as_view(), name="mfa_activate_totp"),
    path("", include("allauth.urls")),
]
