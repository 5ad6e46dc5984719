"""Addresses of the links in mails."""

from django.urls import path

from notifications.mail import views

urlpatterns = [path("notices/stop/<str:token>", views.stop, name="notices_stop")]
