"""Mails written from facts: text first, HTML beside it, both with the same content."""

from collections.abc import Sequence
from functools import partial

import css_inline
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import ngettext, override

from notifications.mail import plain, sections, unsubscribe
from notifications.mail.facts import Facts, gather_facts, one_line
from notifications.mail.sections import Block, Section
from notifications.notice import Notice, NoticeKind
from notifications.replies import bounces
from notifications.words import title
from players.mail.transport import FROM_A_MACHINE, server_name

MAX_SUBJECT_LENGTH = 120
"""Characters; the names of a full table may be longer."""
MAX_DIGEST_SIZE = 80_000
"""Bytes of a digest's HTML. Gmail hides what is beyond 102 kB, also the link to unsubscribe."""

# Styles that follow the reader's colours stay in the head: there is no other place for them.
_inlined = partial(
    css_inline.inline, keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False
)


@transaction.atomic
def write(notices: Sequence[Notice], to: str) -> EmailMultiAlternatives | None:
    """Return one message about these notices; None if none of them still waits for the player.

    The secrets of all questions are written in one transaction, which ends before anything is sent.
    """
    first, *_ = notices
    with override(first.language):
        gathered = [facts for notice in notices if (facts := gather_facts(notice)) is not None]
        if not gathered:
            return None
        # What is asked comes first, the most urgent of it before the rest.
        gathered.sort(key=lambda facts: (not facts.notice.asks, facts.due_at))
        return _make_message(gathered, to)


def _make_message(gathered: Sequence[Facts], to: str) -> EmailMultiAlternatives:
    first, *more = gathered
    subject = _digest_subject(gathered) if more else _make_subject(first)
    written, foot, html = (
        _write_digest(subject, gathered) if more else _write_letter(subject, first)
    )
    message = EmailMultiAlternatives(
        subject,
        plain.render_text(written, foot),
        to=[to],
        reply_to=[first.reply] if first.reply and not more else None,
        headers=_digest_headers(first.notice) if more else _one_headers(first.notice),
    )
    if not more and (returns := bounces.address_of(first.notice, to)):
        # Reports of a failed delivery go there, and the address names the question and the recipient.
        message.extra_headers["From"] = message.from_email
        message.from_email = returns
    message.attach_alternative(html, "text/html")
    return message


Written = tuple[Sequence[Section], Sequence[Block], str]
"""The sections of a mail, its foot, and both as HTML."""


def _write_letter(subject: str, facts: Facts) -> Written:
    return _write_html(subject, facts, [*sections.of_one(facts)], [*sections.foot_blocks(facts)])


def _write_digest(subject: str, gathered: Sequence[Facts]) -> Written:
    """Write as many notices as a mail has room for, and the number of the others."""
    first, *_ = gathered
    foot = [*sections.foot_blocks(first, several=True)]
    shown = len(gathered)
    while True:
        top = sections.make_top(subject, first, left_out=len(gathered) - shown)
        written = _write_html(subject, first, [top, *sections.of_several(gathered[:shown])], foot)
        size = len(written[2].encode())
        if size <= MAX_DIGEST_SIZE or shown == 1:
            return written
        shown = max(1, min(shown - 1, shown * MAX_DIGEST_SIZE // size))


def _write_html(
    subject: str, facts: Facts, written: Sequence[Section], foot: Sequence[Block]
) -> Written:
    shown = {
        "subject": subject,
        "language": facts.notice.language,
        "sections": written,
        "foot": foot,
    }
    return written, foot, _inlined(render_to_string("notifications/mail.html", shown))


def _make_subject(facts: Facts) -> str:
    """Return a subject that is the same for every turn of a game, so that they form one thread."""
    named = one_line(title(facts.notice))
    subject = f"{named} · {facts.others}" if facts.others else named
    return (
        subject if len(subject) <= MAX_SUBJECT_LENGTH else f"{subject[: MAX_SUBJECT_LENGTH - 1]}…"
    )


def _digest_subject(gathered: Sequence[Facts]) -> str:
    asked = sum(facts.notice.asks for facts in gathered)
    if asked:
        return ngettext("{n} game waits for you", "{n} games wait for you", asked).format(n=asked)
    words = ngettext("{n} piece of news", "{n} pieces of news", len(gathered))
    return words.format(n=len(gathered))


LISTS = {NoticeKind.MESSAGE: "chat", NoticeKind.ACCOUNT: "account"}
"""List names by kind; all other kinds are of the list `games`."""


def _one_headers(notice: Notice) -> dict[str, str]:
    """Return the headers of a mail about one notice.

    All mails of a game to one player answer the same message, which was never sent: so mail programs show
    them as one thread, whichever of them is deleted.
    """
    ways_out: Sequence[str] = ()
    if notice.kind is not NoticeKind.ACCOUNT:
        ways_out = unsubscribe.unsubscribe_addresses(notice, notice.kind)
    filed = _list_headers(LISTS.get(notice.kind, "games"), ways_out)
    headers = {"Message-ID": f"<{notice.id}@{server_name()}>", **filed}
    if notice.game is not None:
        first = f"<game.{notice.game.pk}.{notice.player.pk}@{server_name()}>"
        headers |= {"In-Reply-To": first, "References": first}
    return headers


def _digest_headers(first: Notice) -> dict[str, str]:
    """Return the headers of a digest that begins with this notice."""
    ways_out = unsubscribe.unsubscribe_addresses(first, None)
    return {
        "Message-ID": f"<digest.{first.id}@{server_name()}>",
        **_list_headers("digest", ways_out),
    }


def _list_headers(name: str, ways_out: Sequence[str]) -> dict[str, str]:
    """Return the headers of a list and of unsubscribing by one click (RFC 2919, 2369 and 8058)."""
    headers = {**FROM_A_MACHINE, "List-Id": f"tideapi {name} <{name}.{server_name()}>"}
    if ways_out:
        headers["List-Unsubscribe"] = ", ".join(f"<{one}>" for one in ways_out)
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
