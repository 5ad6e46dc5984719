"""The addresses below /account/."""

from django.urls import include, path

from players.pages import views

urlpatterns = [
    path("", views.overview, name="account"),
    path("recovery/", views.recovery_code, name="account_recovery_code"),
    path("name/", views.name, name="account_name"),
    path("recover/", views.recover, name="account_recover"),
    path("email/", views.Address.as_view(), name="account_email"),
    path("email/again/", views.mail_again, name="account_mail_again"),
    path("2fa/totp/activate/", views.SetUpAppView.as_view(), name="mfa_activate_totp"),
    path("", include("allauth.urls")),
]
