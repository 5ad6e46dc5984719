from django.urls import path
from rest_framework.routers import SimpleRouter

from players.api import bots, codes, guests, me, privacy, relations, signing_up, suspension, tokens

router = SimpleRouter(trailing_slash=False, use_regex_path=False)
router.register("me/tokens", tokens.Tokens, basename="me-token")
router.register("me/bots", bots.Bots, basename="me-bot")
router.register("me/codes", codes.Codes, basename="me-code")
router.register("me/relations", relations.Relations, basename="me-relation")
router.register("me/exports", privacy.Exports, basename="me-export")

app_name = "players"
urlpatterns = [
    path("players", signing_up.Players.as_view(), name="player-list"),
    path("guests", guests.Guests.as_view(), name="guests"),
    path("me", me.Me.as_view(), name="me"),
    path("me/claim", guests.Claim.as_view(), name="me-claim"),
    path("me/suspension", suspension.MySuspension.as_view(), name="me-suspension"),
    path("me/deletion", privacy.MyDeletion.as_view(), name="me-deletion"),
    *router.urls,
]
