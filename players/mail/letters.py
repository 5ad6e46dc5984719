"""Writing a letter to a player.

It is a row of the same transaction as what it tells of: both are there, or neither is. Who writes it waits
for no mail server and no broker: the workers look for letters every other second.

Why so: docs/why.md#letters.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils.translation import override

from players.mail.language import language_of
from players.models import Letter, Player
from tideapi.rest.counting import count


def asked_for(
    player: Player, to: str, template: str, context: dict[str, Any], *, kind: str
) -> None:
    """Write a letter that anybody could have asked for, to an address that may be a stranger's.

    Only so many of one kind go to one address (`TIDE_LIMIT_LETTERS`); letters of another kind use up none
    of them. Who asks for more is not told: what was sent before is still good, and nobody shall find out
    what was sent to whom.
    """
    if not is_over(to, kind=kind):
        write(player, to, template, context)


def is_over(to: str, *, kind: str) -> bool:
    """Count a letter of a kind that a stranger can ask for, and return whether it is one too many."""
    return count("letters", f"{kind}:{sha256(to.lower().encode()).hexdigest()[:32]}").over


def write(
    player: Player,
    to: str,
    template: str,
    context: dict[str, Any],
    *,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Write the player a letter from the templates `<template>_subject.txt` and `<template>_message.txt`.

    It goes to the address `to`, with these headers besides. On a server that sends no mail nothing is
    written.
    """
    if not settings.TIDE_MAILS:
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
