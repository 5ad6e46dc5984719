from django.urls import path

from players.api import bots, guests, leaving, me, people, signing_up, tokens

urlpatterns = [
    path("players", signing_up.Players.as_view()),
    path("tokens", tokens.Tokens.as_view()),
    path("tokens/<id:token>", tokens.OneToken.as_view()),
    path("guests", guests.Guests.as_view()),
    path("me", me.Me.as_view()),
    path("me/claim", guests.Claim.as_view()),
    path("me/bots", bots.Bots.as_view()),
    path("me/bots/<id:username>", bots.OneBot.as_view()),
    path("me/bots/<id:username>/tokens", bots.BotTokens.as_view()),
    path("me/friends", people.Friends.as_view()),
    path("me/friends/<id:username>", people.OneFriend.as_view()),
    path("me/blocks", people.Blocks.as_view()),
    path("me/blocks/<id:username>", people.OneBlock.as_view()),
    path("me/mutes", people.Mutes.as_view()),
    path("me/mutes/<id:username>", people.OneMute.as_view()),
    path("me/ending", leaving.MyEnding.as_view()),
    path("me/exports", leaving.Exports.as_view()),
    path("me/exports/<id:exported>", leaving.OneExport.as_view()),
    path("me/exports/<id:exported>/archives/<count:archive>", leaving.OneArchive.as_view()),
]
