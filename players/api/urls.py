from django.urls import path

from players.api import bots, guests, me, privacy, relations, signing_up, tokens

app_name = "players"
urlpatterns = [
    path("players", signing_up.Players.as_view(), name="player-list"),
    path("me/tokens", tokens.Tokens.as_view(), name="me-token-list"),
    path("me/tokens/<id:token>", tokens.OneToken.as_view(), name="me-token-detail"),
    path("guests", guests.Guests.as_view(), name="guests"),
    path("me", me.Me.as_view(), name="me"),
    path("me/claim", guests.Claim.as_view(), name="me-claim"),
    path("me/bots", bots.Bots.as_view(), name="me-bot-list"),
    path("me/bots/<id:username>", bots.OneBot.as_view(), name="me-bot-detail"),
    path("me/bots/<id:username>/tokens", bots.BotTokens.as_view(), name="me-bot-tokens"),
    path("me/relations", relations.Relations.as_view(), name="me-relation-list"),
    path("me/relations/<id:username>", relations.OneRelation.as_view(), name="me-relation-detail"),
    path("me/ending", privacy.MyEnding.as_view(), name="me-ending"),
    path("me/exports", privacy.Exports.as_view(), name="me-export-list"),
    path("me/exports/<id:exported>", privacy.OneExport.as_view(), name="me-export-detail"),
    path(
        "me/exports/<id:exported>/archives/<count:archive>",
        privacy.OneArchive.as_view(),
        name="me-export-archive-detail",
    ),
]
