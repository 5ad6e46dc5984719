"""Pages on which a question is answered: GET and HEAD show, POST acts.

The address is the permission to answer, so there is no sign-in and no cookie, and a form needs no token
against forgery but the secret in its address. Programs that open links in mails use GET.

Why so: docs/decisions/mail.md.
"""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.presses import page
from notifications.questions import question_state, secrets, words
from notifications.questions.question_state import AnswerableQuestion
from tideapi.rest.errors import ApiError
from tideapi.rest.language import request_language
from tideapi.rest.rate_limits import count_use

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
    if choice is None:
        if question.open:
            raise ApiError("invalid_action", UNSAID)
        raise ApiError("turn_closed", UNSAID)
    question_state.seal(question, choice)
    closed = not question_state.look(question.row).open
    return words.sealed(choice.words, closed=closed)


def _take_back(question: AnswerableQuestion) -> str:
    question_state.take_back(question)
    return words.taken_back()


def _answer_page(
    request: HttpRequest, secret: str, act: Act, wish: dict[str, Any] | None = None
) -> HttpResponse:
    """Return the page of a question; after a POST it has the outcome."""
    row = secrets.find(secret)
    if row is None:
        with override(request_language(request)):
            return page.nowhere(request)
    with override(row.language):
        if request.method == "POST":
            count_press(row.player_id)
        try:
            question = question_state.look(row)
            if request.method != "POST":
                return page.shown(request, secret, question, **(wish or {}))
            said = act(question)
        except ApiError as refusal:
            return page.done(request, secret, row, words.why_not(refusal), HTTPStatus.CONFLICT)
        return page.done(request, secret, row, said, HTTPStatus.OK)


def count_press(player: int) -> None:
    """Count a press as a call of its player. Raises `ApiError` (`throttled`)."""
    count_use("player", str(player)).raise_if_over()
