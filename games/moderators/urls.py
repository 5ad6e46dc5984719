"""Addresses below /account/moderation/."""

from django.urls import path

from games.moderators import views

urlpatterns = [
    path("", views.Queue.as_view(), name="moderation"),
    path("reports/<id:report>/", views.OneReport.as_view(), name="moderation_report"),
    path("reports/<id:report>/claim", views.Claim.as_view(), name="moderation_claim"),
    path("acts/<count:act>/take-back", views.TakeBack.as_view(), name="moderation_take_back"),
    path("appeals/<count:act>/", views.AnswerAppeal.as_view(), name="moderation_appeal"),
]
