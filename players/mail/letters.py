"""Letters to players, and their language.

A letter is a row of the same transaction as the event it is about: both are stored, or neither is. Its writer
waits for no mail server and no broker: the workers read the letters every other second.

Why so: docs/decisions/outbox.md.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from common.rest.rate_limits import count_use
from players.mail import links
from players.models import Letter, Player, ResetRequest

_chosen: list[Callable[[Player], str | None]] = []


def asked_for(
    player: Player, to: str, template: str, context: dict[str, Any], *, kind: str
) -> None:
    """Write a letter that anyone could have asked for, to an address that may be a stranger's.

    The number of one kind to one address is limited (`TIDE_LIMIT_LETTERS`), each kind on its own. The caller
    is not told of the limit: what was sent before is still valid, and nothing may show what was sent to an
    address.
    """
    if not is_over(to, kind=kind):
        write(player, to, template, context)


def is_over(to: str, *, kind: str) -> bool:
    """Count a letter of a kind that a stranger can ask for; return whether it is one too many."""
    return count_use("letters", f"{kind}:{sha256(to.lower().encode()).hexdigest()[:32]}").over


def write(
    player: Player,
    to: str,
    template: str,
    context: dict[str, Any],
    *,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Write the player a letter from the templates `<template>_subject.txt` and `<template>_message.txt`.

    It goes to the address `to`, with these additional headers. On a server that sends no mail nothing is
    written.
    """
    if not settings.TIDE_MAIL_ENABLED:
        return
    shown = {**context, "player": player}
    with override(language_of(player)):
        # One line, whatever stands in it: a header that goes on would be another header.
        subject = " ".join(render_to_string(f"{template}_subject.txt", shown).split())
        text = render_to_string(f"{template}_message.txt", shown).strip() + "\n"
    content = {"to": to, "subject": subject, "text": text, "headers": dict(headers or {})}
    Letter.objects.bulk_create(
        [Letter(player=player, content=content, next_at=Now(), created_at=Now())]
    )


def chosen_by(ask: Callable[[Player], str | None]) -> None:
    """Register a function that returns the language a player has chosen, or None."""
    _chosen.append(ask)


def language_of(player: Player) -> str:
    """Return the language that the player has chosen, else the active one."""
    found = (language for ask in _chosen if (language := ask(player)))
    return next(found, None) or get_language() or "en"


TEMPLATE = "account/email/password_reset_key"
BATCH = 20


def request_reset(email: str, language: str) -> None:
    """Request links for the players with this verified address, as often as an address may ask."""
    if settings.TIDE_MAIL_ENABLED and not is_over(email, kind="reset"):
        asked = ResetRequest(email=email.lower(), language=language, asked_at=Now())
        ResetRequest.objects.bulk_create([asked])


def answer_requests() -> None:
    """Write the letters of all requests."""
    while _answer_some():
        pass


@transaction.atomic
def _answer_some() -> int:
    some = list(ResetRequest.objects.select_for_update(skip_locked=True).order_by("pk")[:BATCH])
    for asked in some:
        found = EmailAddress.objects.filter(email=asked.email, verified=True, user__is_active=True)
        with override(asked.language):
            for address in found.select_related("user"):
                _write_letter(address.user, asked.email)
    ResetRequest.objects.filter(pk__in=[asked.pk for asked in some]).delete()
    return len(some)


def _write_letter(player: Player, email: str) -> None:
    parts = [user_pk_to_url_str(player), default_token_generator.make_token(player)]
    link = links.to_route("account_reset_password_from_key", *parts)
    shown = {"password_reset_url": link, "host": links.server_host()}
    write(player, email, TEMPLATE, shown)
