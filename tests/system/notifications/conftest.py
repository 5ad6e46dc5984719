"""A server that takes mail, as in the app tier."""

from tests.app.notifications.conftest import question, takes_mail, writer

__all__ = ["question", "takes_mail", "writer"]
