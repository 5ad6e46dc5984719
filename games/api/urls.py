from django.urls import path

from games.api import games, log, me, rulesets, turns

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
    path("games/<id:game>/events", log.Events.as_view()),
    path("games/<id:game>/stages", log.Stages.as_view()),
    path("games/<id:game>/record", log.Record.as_view()),
    path("me/turns", me.MyTurns.as_view()),
    path("me/events", me.MyEvents.as_view()),
    path("players/<id:username>", me.Profile.as_view()),
]
