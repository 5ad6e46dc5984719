"""Addresses of one-click pages."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from notifications.answer_links import seats, views
from notifications.questions import secrets


class ActionLinkConverter(StringConverter):
    """The secret of a question, in capitals or not."""

    regex = secrets.PATTERN


class Number(StringConverter):
    """The number of an answer."""

    regex = "[0-9]{1,4}"

    def to_python(self, value: str) -> int:  # type: ignore[override]
        return int(value)

    def to_url(self, value: int) -> str:  # type: ignore[override]
        return str(value)


register_converter(ActionLinkConverter, "question")
register_converter(Number, "choice")

urlpatterns = [
    path("play/seat/<str:token>", seats.seat, name="play_seat"),
    path("play/<question:secret>", views.all_answers, name="play_question"),
    path("play/<question:secret>/take-back", views.withdrawal, name="play_take_back"),
    path("play/<question:secret>/<choice:number>", views.one_answer, name="play_answer"),
]
