from django.urls import path

from notifications.subscriptions import api

urlpatterns = [
    path("me/subscriptions", api.Subscriptions.as_view()),
    path("me/subscriptions/<id:subscription>", api.OneSubscription.as_view()),
]
