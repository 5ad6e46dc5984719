"""The pages on which a question is answered: GET and HEAD show, POST acts.

Whoever has the address may answer, so there is no sign-in and no cookie, and a form needs no other token
against forgery than the secret that it is posted to. Programs that look at links in mails ask with GET.

Why so: docs/why.md#one-press.
"""

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications.presses import page
from notifications.questions import acting, looking, secrets, words
from notifications.questions.looking import Question
from tideapi.rest.counting import count
from tideapi.rest.errors import ApiError

NUMBER = re.compile("[0-9]{1,4}")
Act = Callable[[Question], str]
"""Does something about a question, and says what. Raises `ApiError`."""

shown_or_pressed = require_http_methods(["GET", "HEAD", "POST"])


@csrf_exempt
@shown_or_pressed
def all_answers(request: HttpRequest, secret: str) -> HttpResponse:
    """The question with all of its answers to choose from."""
    number = request.POST.get("answer", "") if request.method == "POST" else ""
    chosen = int(number) if NUMBER.fullmatch(number) else None
    return _answer(request, secret, lambda question: _seal(question, chosen))


@csrf_exempt
@shown_or_pressed
def one_answer(request: HttpRequest, secret: str, number: int) -> HttpResponse:
    """One answer with one button."""
    return _answer(request, secret, lambda question: _seal(question, number), {"number": number})


@csrf_exempt
@shown_or_pressed
def withdrawal(request: HttpRequest, secret: str) -> HttpResponse:
    """A button that takes the sealed answer back."""
    return _answer(request, secret, _take_back, {"withdrawal": True})


def _seal(question: Question, number: int | None) -> str:
    choice = None if number is None else question.numbered(number)
    if choice is None:
        if question.open:
            raise ApiError("invalid_action", "")
        raise ApiError("turn_closed", "")
    acting.seal(question, choice)
    closed = not looking.look(question.row).open
    return words.sealed(choice.words, closed=closed)


def _take_back(question: Question) -> str:
    acting.take_back(question)
    return words.taken_back()


def _answer(
    request: HttpRequest, secret: str, act: Act, wish: dict[str, Any] | None = None
) -> HttpResponse:
    """The page of a question; after a POST it says what has become of that."""
    row = secrets.find(secret)
    if row is None:
        with override(get_language_from_request(request)):
            return page.nowhere(request)
    with override(row.language):
        if request.method == "POST":
            count_press(row.player_id)
        try:
            question = looking.look(row)
            if request.method != "POST":
                return page.shown(request, secret, question, **(wish or {}))
            said = act(question)
        except ApiError as refusal:
            return page.done(request, secret, row, words.why_not(refusal), HTTPStatus.CONFLICT)
        return page.done(request, secret, row, said, HTTPStatus.OK)


def count_press(player: int) -> None:
    """Count a press as a call of its player. Raises `ApiError` (`throttled`)."""
    count("player", str(player)).raise_if_over()
