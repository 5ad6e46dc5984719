"""A server that takes mail, as in the app tier."""

from tests.app.notifications.conftest import takes_mail, writer

__all__ = ["takes_mail", "writer"]
