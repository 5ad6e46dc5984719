from django.urls import path
from rest_framework.routers import SimpleRouter

from games.api import (
    analysis,
    clock,
    games,
    home,
    invitations,
    log,
    me,
    messages,
    orders,
    reports,
    rulesets,
    seats,
    streams,
    turns,
    viewer,
)

router = SimpleRouter(trailing_slash=False, use_regex_path=False)
router.register("invitations", invitations.Invitations, basename="invitation")
router.register("me/vacations", clock.Vacations, basename="me-vacation")

app_name = "games"
urlpatterns = [
    path("phrases", messages.Phrases.as_view(), name="phrase-list"),
    path("reports", reports.Reports.as_view(), name="report-list"),
    path("rulesets", rulesets.Rulesets.as_view(), name="ruleset-list"),
    path("rulesets/<id:ruleset>", rulesets.OneRuleset.as_view(), name="ruleset-detail"),
    path("games", games.Games.as_view(), name="game-list"),
    path("games/<id:game>", games.OneGame.as_view(), name="game-detail"),
    path("games/<id:game>/join", games.Join.as_view(), name="game-join"),
    path("games/<id:game>/entropy", games.Entropy.as_view(), name="game-entropy"),
    path("games/<id:game>/leave", games.Leave.as_view(), name="game-leave"),
    path("games/<id:game>/start", games.StartGame.as_view(), name="game-start"),
    path("games/<id:game>/cancel", games.Cancel.as_view(), name="game-cancel"),
    path(
        "games/<id:game>/invitations",
        invitations.GameInvitations.as_view(),
        name="game-invitation-list",
    ),
    path("games/<id:game>/rematch", invitations.Rematch.as_view(), name="game-rematch"),
    path("games/<id:game>/messages", messages.GameMessages.as_view(), name="game-message-list"),
    path(
        "games/<id:game>/messages/<id:message>",
        messages.OneMessage.as_view(),
        name="game-message-detail",
    ),
    path("games/<id:game>/turns/<count:turn>", turns.OneTurn.as_view(), name="game-turn-detail"),
    path(
        "games/<id:game>/turns/<count:turn>/submission",
        turns.MySubmission.as_view(),
        name="game-turn-submission",
    ),
    path("games/<id:game>/standing-order", orders.MyOrder.as_view(), name="game-standing-order"),
    path("games/<id:game>/viewer", viewer.Viewer.as_view(), name="game-viewer"),
    path("games/<id:game>/resign", seats.Resign.as_view(), name="game-resign"),
    path("games/<id:game>/reclaim", seats.Reclaim.as_view(), name="game-reclaim"),
    path(
        "games/<id:game>/seats/<place:seat>/offer",
        seats.OfferSeat.as_view(),
        name="game-seat-offer",
    ),
    path(
        "games/<id:game>/seats/<place:seat>/extension",
        seats.Extension.as_view(),
        name="game-seat-extension",
    ),
    path(
        "games/<id:game>/seats/<place:seat>/accept",
        seats.AcceptSeat.as_view(),
        name="game-seat-accept",
    ),
    path(
        "games/<id:game>/seats/<place:seat>/decline",
        seats.DeclineSeat.as_view(),
        name="game-seat-decline",
    ),
    path("games/<id:game>/pause", clock.PauseGame.as_view(), name="game-pause"),
    path("games/<id:game>/resume-votes", clock.ResumeVotes.as_view(), name="game-resume-votes"),
    path("games/<id:game>/clock/forward", clock.Forward.as_view(), name="game-clock-forward"),
    path("games/<id:game>/events", log.Events.as_view(), name="game-events"),
    path("games/<id:game>/stream", streams.GameStream.as_view(), name="game-stream"),
    path("games/<id:game>/stages", log.Stages.as_view(), name="game-stages"),
    path("games/<id:game>/record", log.Record.as_view(), name="game-record"),
    path("me/invitations", invitations.MyInvitations.as_view(), name="me-invitations"),
    path("games/<id:game>/analysis", analysis.ReadAnalysis.as_view(), name="game-analysis"),
    path("me/clock/forward", clock.ForwardMine.as_view(), name="me-clock-forward"),
    path("me/games", home.MyGames.as_view(), name="me-games"),
    path("me/read", home.MyReading.as_view(), name="me-read"),
    path("me/turns", me.MyTurns.as_view(), name="me-turns"),
    path("me/events", me.MyEvents.as_view(), name="me-events"),
    path("me/stream", streams.MyStream.as_view(), name="me-stream"),
    path("players/<id:username>", me.Profile.as_view(), name="player-detail"),
    *router.urls,
]
