"""What one press shows: a page for people, one line of text for programs that press for them."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from notifications import links
from notifications.models import AskedByMail
from notifications.questions import looking, words
from notifications.questions.looking import Question, State
from tideapi.rest.errors import ApiError


def shown(
    request: HttpRequest,
    secret: str,
    question: Question,
    *,
    number: int | None = None,
    withdrawal: bool = False,
) -> HttpResponse:
    """A question with its answers, or one of them, or with what would take the sealed one back."""
    one = None if number is None else question.numbered(number)
    said = words.stands(question)
    if number is not None and one is None and question.open:
        said = _("That is no answer to this question any more. These are:")
    can_take_back = question.state == State.SEALED
    return _page(request, secret, question, said, one=one, only_back=withdrawal and can_take_back)


def done(
    request: HttpRequest, secret: str, row: AskedByMail, said: str, status: HTTPStatus
) -> HttpResponse:
    """What has become of a press, and what can still be done."""
    if not by_a_person(request):
        return line(said, status)
    try:
        question = looking.look(row)
    except ApiError:
        return sent(HttpResponse(_rendered({"said": said})), status)
    return _page(request, secret, question, said, status=status, after=status == HTTPStatus.OK)


def nowhere(request: HttpRequest) -> HttpResponse:
    """There is no such question, or its player may not answer it from here any more."""
    said = _("This link leads nowhere any more. Your games are on your table.")
    if not by_a_person(request):
        return line(said, HTTPStatus.NOT_FOUND)
    return sent(HttpResponse(_rendered({"said": said})), HTTPStatus.NOT_FOUND)


def _page(
    request: HttpRequest,
    secret: str,
    question: Question,
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
        "can_take_back": question.state == State.SEALED,
        **more,
    }
    return sent(HttpResponse(_rendered(facts)), status)


def _rendered(facts: dict[str, Any]) -> str:
    # Without the request: nobody is signed in here, and no cookie is looked at.
    return render_to_string("play/question.html", {"language": get_language(), **facts})


def line(said: str, status: HTTPStatus) -> HttpResponse:
    """An answer for a program."""
    return sent(HttpResponse(f"{said}\n", content_type="text/plain; charset=utf-8"), status)


def sent(answer: HttpResponse, status: HTTPStatus) -> HttpResponse:
    """The answer with this status, for no search engine to find: its address is a secret."""
    answer.status_code = status
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def by_a_person(request: HttpRequest) -> bool:
    """Whether a browser asks: a phone that presses a button of a notice wants no page."""
    return request.method != "POST" or "text/html" in request.headers.get("Accept", "")
