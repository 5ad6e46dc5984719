"""Addresses below /dev/mail/."""

from django.urls import path

from notifications.mail import previews

urlpatterns = [
    path("", previews.all_mails, name="dev_mails"),
    path("<str:name>", previews.one_mail, name="dev_mail"),
    path("<str:name>/html", previews.html, name="dev_mail_html"),
]
