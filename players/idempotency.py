"""Idempotency: a call with the header `Idempotency-Key` has its effects once, however often it is sent.

The answer is kept in the transaction of the effects, so there are both or neither. A refusal has no effects
and is not kept: the same key may be tried again. What is answered to a call without a token belongs to the
account that it signs up or in, which the handler makes the request's user.

Why so: docs/decisions/limits.md.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, TypeVar

from django.db import transaction
from django.db.models.functions import Now
from django.http import HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from common.db.locks import try_lock_text
from common.rest.errors import ApiError
from common.rest.json_codec import dump
from common.rest.schemas import string
from players.authentication import app_of, player, token, viewer
from players.models import KeptAnswer, Player

F = TypeVar("F", bound=Callable[..., Any])

SENT = "HTTP_IDEMPOTENCY_KEY"
"""The header in a WSGI environment."""
REPLAYED = "Idempotency-Replayed"
"""The header of an answer that is given again."""
KEY = re.compile(r"[!-~]{1,255}")
RANDOM_UUID = re.compile(
    "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[47][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}"
)
"""A key that nobody guesses (RFC 9562, versions 4 and 7): a guest's key alone gets the guest's token."""
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    string(pattern=f"^{KEY.pattern}$"),
    OpenApiParameter.HEADER,
    description="A text by the client, new for each action. The same key with the same body acts once; for "
    "24 hours it gets the first response again.",
)
RANDOM_KEY = OpenApiParameter(
    "Idempotency-Key",
    string(pattern=f"^{RANDOM_UUID.pattern}$", title="RandomIdempotencyKey"),
    OpenApiParameter.HEADER,
    description="The same without a token: a random UUID.",
)
"""The header without a token."""
NOBODY = 0
"""The player of a lock where no token was sent."""
KEPT_FOR = timedelta(hours=24)
MAX_KEPT_ANSWERS = 1000
"""Answers that are kept for a player; beyond that the oldest are deleted."""
HEADERS = ("Location",)
"""Headers of an answer that are kept; all others belong to the call and not to its effects."""
IDEMPOTENCY_CODES = ("idempotency_key_invalid", "idempotency_key_in_use", "idempotency_key_reused")


def make_idempotent(handler: F) -> F:
    """Decorate a POST so that a key makes its effects once and its answer the same again."""

    @wraps(handler)
    def done_once(view: Any, request: Request, **parts: Any) -> HttpResponse:
        key = request.META.get(SENT)
        if key is None:
            answer: HttpResponse = handler(view, request, **parts)
            return answer
        return _call_once(request, str(key), lambda: handler(view, request, **parts))

    done_once.is_idempotent = True  # type: ignore[attr-defined]
    return done_once  # type: ignore[return-value]


@transaction.atomic
def _call_once(request: Request, key: str, do: Callable[[], Response]) -> HttpResponse:
    caller = viewer(request)
    _refuse_key(key, caller)
    call = _request_digest(request)
    if not try_lock_text(key, caller.pk if caller else NOBODY):
        message = _("A call with this key is under way. Send it again to get its answer.")
        raise ApiError("idempotency_key_in_use", message)
    found = KeptAnswer.objects.filter(key=key, at__gt=Now() - KEPT_FOR)
    kept = (found.filter(player=caller) if caller else found).first()
    if kept is None:
        answer = do()
        # A claimed account may have begun another epoch, in which this token goes on.
        _keep_answer(player(request), key, _request_digest(request), answer)
        return answer
    if bytes(kept.call) != call:
        message = _(
            "This key came before with another call or body, with another app's token or scopes, "
            "or before a new password. Make a new key for each call."
        )
        raise ApiError("idempotency_key_reused", message)
    return _repeat_answer(kept)


def _refuse_key(key: str, caller: Player | None) -> None:
    """Raise `ApiError` (`idempotency_key_invalid`) for a key that cannot be taken from this caller."""
    if not KEY.fullmatch(key):
        wanted = _("A key has 1 to 255 ASCII characters, and no spaces.")
        raise ApiError("idempotency_key_invalid", wanted)
    if caller is None and not RANDOM_UUID.fullmatch(key):
        wanted = _("Without a token a key is a UUID of version 4 or 7, new for each call.")
        raise ApiError("idempotency_key_invalid", wanted)


def _repeat_answer(kept: KeptAnswer) -> HttpResponse:
    headers = {**kept.headers, REPLAYED: "true"}
    answer = HttpResponse(bytes(kept.body), status=kept.status, headers=headers)
    if kept.body:
        answer["Content-Type"] = "application/json"
    else:
        del answer["Content-Type"]
    return answer


def _request_digest(request: Request) -> bytes:
    """Return the digest of method, address with query, body, and the rights of the token.

    A kept answer is given only to tokens that would get the same: of the same app (or the player's own), with
    the same scopes, in the player's epoch, which a new password ends.
    """
    sent = request._request  # noqa: SLF001  DRF has no public name for it.
    head = f"{sent.method} {sent.get_full_path()}\n{_describe_rights(request)}\n"
    # A body may have a password in it, so nobody without the server's key can try one.
    made = salted_hmac("players.idempotency", head.encode() + sent.body, algorithm="sha256")
    return made.digest()


def _describe_rights(request: Request) -> str:
    """Return the rights of the request's token; nothing where none is looked at."""
    if request.auth is None:
        return ""
    by = token(request)
    app = app_of(by)
    scopes = " ".join(sorted(set(by.scopes)))
    return f"{'' if app is None else app} {by.test:d} {player(request).epoch} {scopes}"


def _keep_answer(caller: Player, key: str, call: bytes, answer: Response) -> None:
    kept = KeptAnswer(
        player=caller,
        key=key,
        call=call,
        status=answer.status_code,
        headers={name: answer[name] for name in HEADERS if name in answer},
        body=b"" if answer.data is None else dump(answer.data),
        at=Now(),
    )
    # One that is too old to be given, and is still there, is replaced.
    names = ["call", "status", "headers", "body", "at"]
    KeptAnswer.objects.bulk_create(
        [kept], update_conflicts=True, unique_fields=["player", "key"], update_fields=names
    )
    oldest = (
        KeptAnswer.objects.filter(player=caller).order_by("-at").values("pk")[MAX_KEPT_ANSWERS:]
    )
    KeptAnswer.objects.filter(pk__in=oldest).delete()
