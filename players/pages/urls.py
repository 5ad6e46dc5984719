"""Addresses below /account/."""

from django.urls import include, path

from players.pages import views
from players.privacy import pages as privacy

urlpatterns = [
    path("", views.overview, name="account"),
    path("recovery/", views.recovery_code, name="account_recovery_code"),
    path("name/", views.name, name="account_name"),
    path("tokens/", views.tokens, name="account_tokens"),
    path("tokens/<id:token>/end", views.end_token, name="account_end_token"),
    path("suspended/", views.suspended, name="account_suspended"),
    path("codes/", views.codes, name="account_codes"),
    path("recover/", views.recover, name="account_recover"),
    path("data/", privacy.data, name="account_data"),
    path("data/<id:export>/<count:number>/", privacy.archive, name="account_archive"),
    path("leave/", privacy.leave, name="account_leave"),
    path("email/", views.Address.as_view(), name="account_email"),
    path("email/again/", views.mail_again, name="account_mail_again"),
    path("2fa/totp/activate/", views.SetUpAppView.as_view(), name="mfa_activate_totp"),
    path("", include("allauth.urls")),
]
