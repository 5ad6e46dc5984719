from django.urls import path

from games.api import clock, games, log, me, orders, rulesets, seats, turns

urlpatterns = [
    path("rulesets", rulesets.Rulesets.as_view()),
    path("rulesets/<id:ruleset>", rulesets.OneRuleset.as_view()),
    path("games", games.Games.as_view()),
    path("games/<id:game>", games.OneGame.as_view()),
    path("games/<id:game>/join", games.Join.as_view()),
    path("games/<id:game>/leave", games.Leave.as_view()),
    path("games/<id:game>/start", games.Start.as_view()),
    path("games/<id:game>/cancel", games.Cancel.as_view()),
    path("games/<id:game>/turns/<count:number>", turns.OneTurn.as_view()),
    path("games/<id:game>/turns/<count:number>/submission", turns.MySubmission.as_view()),
    path("games/<id:game>/standing-order", orders.MyOrder.as_view()),
    path("games/<id:game>/resign", seats.Resign.as_view()),
    path("games/<id:game>/return", seats.Return.as_view()),
    path("games/<id:game>/seats/<place:seat>/offer", seats.Offer.as_view()),
    path("games/<id:game>/seats/<place:seat>/take", seats.Take.as_view()),
    path("games/<id:game>/seats/<place:seat>/decline", seats.Decline.as_view()),
    path("games/<id:game>/pause", clock.Pause.as_view()),
    path("games/<id:game>/clock/forward", clock.Forward.as_view()),
    path("games/<id:game>/events", log.Events.as_view()),
    path("games/<id:game>/stages", log.Stages.as_view()),
    path("games/<id:game>/proof", log.Proof.as_view()),
    path("games/<id:game>/record", log.Record.as_view()),
    path("me/turns", me.MyTurns.as_view()),
    path("me/events", me.MyEvents.as_view()),
    path("me/vacations", clock.MyVacations.as_view()),
    path("me/vacations/<count:vacation>", clock.OneVacation.as_view()),
    path("players/<id:username>", me.Profile.as_view()),
]
