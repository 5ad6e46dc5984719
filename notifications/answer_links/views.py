"""Pages on which a question is answered: GET and HEAD show, POST acts.

The address is the permission to answer, so there is no sign-in and no cookie, and a form needs no token
against forgery but the secret in its address. Programs that open links in mails use GET.
"""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from common.rest.errors import ApiError
from common.rest.language import request_language
from common.rest.rate_limits import count_use
from notifications.models import AnswerLink
from notifications.questions import question_state, secrets, words
from notifications.questions.question_state import AnswerableQuestion, QuestionState
from players.mail import links


def question_response(
    request: HttpRequest,
    secret: str,
    question: AnswerableQuestion,
    *,
    number: int | None = None,
    withdrawal: bool = False,
) -> HttpResponse:
    """Return the page of a question with its answers, one of them, or the withdrawal."""
    one = None if number is None else question.numbered(number)
    message = words.stands(question)
    if number is not None and one is None and question.open:
        message = _("That move is no longer possible. You can now play:")
    can_take_back = question.state == QuestionState.SEALED
    return _question_page(
        request, secret, question, message, one=one, only_back=withdrawal and can_take_back
    )


def outcome_response(
    request: HttpRequest, secret: str, answer_link: AnswerLink, message: str, status: HTTPStatus
) -> HttpResponse:
    """Return the outcome of a click, and what can still be done."""
    if not by_a_person(request):
        return line_response(message, status)
    try:
        question = question_state.load_question(answer_link)
    except ApiError:
        return _render_page({"said": message}, status)
    return _question_page(
        request, secret, question, message, status=status, after=status == HTTPStatus.OK
    )


def missing_response(request: HttpRequest) -> HttpResponse:
    """Return 404: there is no such question, or its player may no longer answer it here."""
    message = _("This link no longer works. You find your games on your table.")
    if not by_a_person(request):
        return line_response(message, HTTPStatus.NOT_FOUND)
    return _render_page({"said": message}, HTTPStatus.NOT_FOUND)


def _question_page(
    request: HttpRequest,
    secret: str,
    question: AnswerableQuestion,
    message: str,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    **more: Any,
) -> HttpResponse:
    view = question.view
    facts = {
        "said": message,
        "question": question,
        "secret": secret,
        "due": words.due(question),
        "players": [seat["player"] or seat["bot"] for seat in view["seats"]],
        "game_url": links.to_game(question.answer_link.game.pk),
        "is_alone": view["turn"] is not None and len(view["turn"]["asked"]) == 1,
        "can_take_back": question.state == QuestionState.SEALED,
        **more,
    }
    return _render_page(facts, status)


def _render_page(facts: dict[str, Any], status: HTTPStatus) -> HttpResponse:
    # Without the request: nobody is signed in here, and no cookie is looked at.
    facts = {"language": get_language(), **facts}
    return hidden_response(render_to_string("play/question.html", facts), status)


def line_response(message: str, status: HTTPStatus) -> HttpResponse:
    """Return a line of text for a program."""
    return hidden_response(f"{message}\n", status, "text/plain; charset=utf-8")


def hidden_response(content: str, status: HTTPStatus, kind: str | None = None) -> HttpResponse:
    """Return a response that is hidden from search engines, for its address is a secret."""
    hidden = {"X-Robots-Tag": "noindex, nofollow"}
    return HttpResponse(content, content_type=kind, status=status, headers=hidden)


def by_a_person(request: HttpRequest) -> bool:
    """Return whether a browser asks: a phone that sends a notice's button wants no page."""
    return request.method != "POST" or "text/html" in request.headers.get("Accept", "")


UNSAID = ""
"""The page has words of its own for these refusals."""
NUMBER = re.compile("[0-9]{1,4}")
Act = Callable[[AnswerableQuestion], str]
"""A function that acts on a question and returns a sentence about it. Raises `ApiError`."""

shown_or_pressed = require_http_methods(["GET", "HEAD", "POST"])


@csrf_exempt
@shown_or_pressed
def all_answers(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the question with all of its answers, or seal the chosen one."""
    number = request.POST.get("answer", "") if request.method == "POST" else ""
    chosen = int(number) if NUMBER.fullmatch(number) else None
    return _answer_page(request, secret, lambda question: _seal_answer(question, chosen))


@csrf_exempt
@shown_or_pressed
def one_answer(request: HttpRequest, secret: str, number: int) -> HttpResponse:
    """Show one answer with one button, or seal it."""
    return _answer_page(
        request, secret, lambda question: _seal_answer(question, number), {"number": number}
    )


@csrf_exempt
@shown_or_pressed
def withdrawal(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a button that withdraws the sealed answer, or withdraw it."""
    return _answer_page(request, secret, _take_back, {"withdrawal": True})


def _seal_answer(question: AnswerableQuestion, number: int | None) -> str:
    choice = None if number is None else question.numbered(number)
    if choice is None and not question.open:
        raise ApiError("turn_closed", UNSAID)
    if choice is None:
        raise ApiError("invalid_action", UNSAID)
    question_state.seal(question, choice)
    closed = not question_state.load_question(question.answer_link).open
    return words.sealed(choice.words, closed=closed)


def _take_back(question: AnswerableQuestion) -> str:
    question_state.take_back(question)
    return words.taken_back()


def _answer_page(
    request: HttpRequest, secret: str, act: Act, shown: dict[str, Any] | None = None
) -> HttpResponse:
    """Return the page of a question; after a POST it has the outcome."""
    answer_link = secrets.find(secret)
    if answer_link is None:
        with override(request_language(request)):
            return missing_response(request)
    with override(answer_link.language):
        if request.method == "POST":
            count_press(answer_link.player_id)
        try:
            question = question_state.load_question(answer_link)
            if request.method != "POST":
                return question_response(request, secret, question, **(shown or {}))
            message = act(question)
        except ApiError as refusal:
            return outcome_response(
                request, secret, answer_link, words.why_not(refusal), HTTPStatus.CONFLICT
            )
        return outcome_response(request, secret, answer_link, message, HTTPStatus.OK)


def count_press(player: int) -> None:
    """Count a press as a call of its player. Raises `ApiError` (`throttled`)."""
    count_use("player", str(player)).raise_if_over()
