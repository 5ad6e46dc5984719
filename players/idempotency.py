"""Idempotency: a call with the header `Idempotency-Key` has its effects once, however often it is sent.

The answer is kept in the transaction of the effects, so there are both or neither. A refusal has no effects
and is not kept: the same key may be tried again.

Why so: docs/decisions/limits.md.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar

from django.db import transaction
from django.db.models.functions import Now
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from players.authentication import app_of, player, token
from players.models import KeptAnswer, Player
from players.sql import accounts
from tideapi.rest.describe import Call
from tideapi.rest.errors import ApiError
from tideapi.rest.wire import dump

F = TypeVar("F", bound=Callable[..., Any])

SENT = "HTTP_IDEMPOTENCY_KEY"
"""The header in a WSGI environment."""
REPLAYED = "Idempotency-Replayed"
"""The header of an answer that is given again."""
KEY = re.compile(r"[!-~]{1,255}")
KEPT_FOR = timedelta(hours=24)
MAX_KEPT_ANSWERS = 1000
"""Answers that are kept for a player; beyond that the oldest are deleted."""
HEADERS = ("Location",)
"""Headers of an answer that are kept; all others belong to the call and not to its effects."""
CODES = ("idempotency_key_invalid", "idempotency_key_in_use", "idempotency_key_reused")


def make_idempotent(handler: F) -> F:
    """Decorate a described POST so that a key makes its effects once and its answer the same again."""

    @wraps(handler)
    def done_once(view: Any, request: Request, **parts: Any) -> HttpResponse:
        key = request.META.get(SENT)
        if key is None:
            answer: HttpResponse = handler(view, request, **parts)
            return answer
        return _call_once(request, str(key), lambda: handler(view, request, **parts))

    described: Call = done_once.call  # type: ignore[attr-defined]
    refuses = (*described.refuses, *CODES)
    done_once.call = replace(described, once=True, refuses=refuses)  # type: ignore[attr-defined]
    return done_once  # type: ignore[return-value]


@transaction.atomic
def _call_once(request: Request, key: str, do: Callable[[], Response]) -> HttpResponse:
    if not KEY.fullmatch(key):
        wanted = _("A key has 1 to 255 ASCII characters, and no spaces.")
        raise ApiError("idempotency_key_invalid", wanted)
    who, call = player(request), _request_digest(request)
    # A statement of its own: the next one sees what an earlier holder of the lock has written.
    if accounts.LOCK_KEY.fetch_rows(player=who.pk, key=key) != [(True,)]:
        said = _("A call with this key is under way. Send it again to get its answer.")
        raise ApiError("idempotency_key_in_use", said)
    kept = KeptAnswer.objects.filter(player=who, key=key, at__gt=Now() - KEPT_FOR).first()
    if kept is None:
        answer = do()
        # A claimed account may have begun another epoch, in which this token goes on.
        _keep_answer(who, key, _request_digest(request), answer)
        return answer
    if bytes(kept.call) != call:
        said = _(
            "This key came before with another call or body, with another app's token or scopes, "
            "or before a new password. Make a new key for each call."
        )
        raise ApiError("idempotency_key_reused", said)
    return _repeat_answer(kept)


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
    by = token(request)
    app = app_of(by)
    scopes = " ".join(sorted(set(by.scopes)))
    holder = f"{'' if app is None else app} {by.test:d} {player(request).epoch} {scopes}"
    head = f"{sent.method} {sent.get_full_path()}\n{holder}\n"
    return sha256(head.encode() + sent.body).digest()


def _keep_answer(who: Player, key: str, call: bytes, answer: Response) -> None:
    kept = KeptAnswer(
        player=who,
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
    oldest = KeptAnswer.objects.filter(player=who).order_by("-at").values("pk")[MAX_KEPT_ANSWERS:]
    KeptAnswer.objects.filter(pk__in=oldest).delete()
