"""The addresses of these pages, below /account/."""

from django.urls import path

from players.oauth.pages import apps, tokens

urlpatterns = [
    path("apps/", apps.apps, name="account_apps"),
    path("apps/<int:app>/end", apps.end_app, name="account_end_app"),
    path("tokens/", tokens.tokens, name="account_tokens"),
    path("tokens/<id:token>/end", tokens.end_token, name="account_end_token"),
]
