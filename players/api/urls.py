from django.urls import path

from players.api import bots, guests, leaving, me, people, signing_up, tokens

app_name = "players"
urlpatterns = [
    path("players", signing_up.Players.as_view(), name="player-list"),
    path("tokens", tokens.Tokens.as_view(), name="token-list"),
    path("tokens/<id:token>", tokens.OneToken.as_view(), name="token-detail"),
    path("guests", guests.Guests.as_view(), name="guests"),
    path("me", me.Me.as_view(), name="me"),
    path("me/claim", guests.Claim.as_view(), name="me-claim"),
    path("me/bots", bots.Bots.as_view(), name="me-bot-list"),
    path("me/bots/<id:username>", bots.OneBot.as_view(), name="me-bot-detail"),
    path("me/bots/<id:username>/tokens", bots.BotTokens.as_view(), name="me-bot-tokens"),
    path("me/friends", people.Friends.as_view(), name="me-friend-list"),
    path("me/friends/<id:username>", people.OneFriend.as_view(), name="me-friend-detail"),
    path("me/blocks", people.Blocks.as_view(), name="me-block-list"),
    path("me/blocks/<id:username>", people.OneBlock.as_view(), name="me-block-detail"),
    path("me/mutes", people.Mutes.as_view(), name="me-mute-list"),
    path("me/mutes/<id:username>", people.OneMute.as_view(), name="me-mute-detail"),
    path("me/ending", leaving.MyEnding.as_view(), name="me-ending"),
    path("me/exports", leaving.Exports.as_view(), name="me-export-list"),
    path("me/exports/<id:exported>", leaving.OneExport.as_view(), name="me-export-detail"),
    path(
        "me/exports/<id:exported>/archives/<count:archive>",
        leaving.OneArchive.as_view(),
        name="me-export-archive-detail",
    ),
]
