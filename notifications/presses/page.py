"""Responses to one click: a page for browsers, one line of text for programs."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications.models import AnswerLink
from notifications.questions import question_state, words
from notifications.questions.question_state import AnswerableQuestion, QuestionState
from players.mail import links
from tideapi.rest.errors import ApiError


def shown(
    request: HttpRequest,
    secret: str,
    question: AnswerableQuestion,
    *,
    number: int | None = None,
    withdrawal: bool = False,
) -> HttpResponse:
    """Return the page of a question with its answers, one of them, or the withdrawal."""
    one = None if number is None else question.numbered(number)
    said = words.stands(question)
    if number is not None and one is None and question.open:
        said = _("That move is no longer possible. You can now play:")
    can_take_back = question.state == QuestionState.SEALED
    return _question_page(
        request, secret, question, said, one=one, only_back=withdrawal and can_take_back
    )


def done(
    request: HttpRequest, secret: str, row: AnswerLink, said: str, status: HTTPStatus
) -> HttpResponse:
    """Return the outcome of a click, and what can still be done."""
    if not by_a_person(request):
        return line(said, status)
    try:
        question = question_state.look(row)
    except ApiError:
        return sent(HttpResponse(_render_page({"said": said})), status)
    return _question_page(
        request, secret, question, said, status=status, after=status == HTTPStatus.OK
    )


def nowhere(request: HttpRequest) -> HttpResponse:
    """Return 404: there is no such question, or its player may no longer answer it here."""
    said = _("This link no longer works. You find your games on your table.")
    if not by_a_person(request):
        return line(said, HTTPStatus.NOT_FOUND)
    return sent(HttpResponse(_render_page({"said": said})), HTTPStatus.NOT_FOUND)


def _question_page(
    request: HttpRequest,
    secret: str,
    question: AnswerableQuestion,
    said: str,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    **more: Any,
) -> HttpResponse:
    view = question.view
    facts = {
        "said": said,
        "question": question,
        "secret": secret,
        "due": words.due(question),
        "players": [seat["player"] or seat["bot"] for seat in view["seats"]],
        "game_url": links.to_game(question.row.game.pk),
        "is_alone": view["turn"] is not None and len(view["turn"]["asked"]) == 1,
        "can_take_back": question.state == QuestionState.SEALED,
        **more,
    }
    return sent(HttpResponse(_render_page(facts)), status)


def _render_page(facts: dict[str, Any]) -> str:
    # Without the request: nobody is signed in here, and no cookie is looked at.
    return render_to_string("play/question.html", {"language": get_language(), **facts})


def line(said: str, status: HTTPStatus) -> HttpResponse:
    """Return a line of text for a program."""
    return sent(HttpResponse(f"{said}\n", content_type="text/plain; charset=utf-8"), status)


def sent(answer: HttpResponse, status: HTTPStatus) -> HttpResponse:
    """Return the response with this status, hidden from search engines: its address is a secret."""
    answer.status_code = status
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def by_a_person(request: HttpRequest) -> bool:
    """Return whether a browser asks: a phone that sends a notice's button wants no page."""
    return request.method != "POST" or "text/html" in request.headers.get("Accept", "")
