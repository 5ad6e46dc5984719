"""Facts as a message: text first, HTML beside it, and nothing in one that is not in the other.

Why so: docs/why.md#mail-parts.
"""

from collections.abc import Sequence
from functools import partial

import css_inline
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import ngettext, override

from notifications.mail import headers, plain, sections
from notifications.mail.facts import Facts, gather
from notifications.mail.leads import one_line
from notifications.mail.sections import Block, Section
from notifications.notice import Notice
from notifications.replies import returned
from notifications.words import title

LONGEST_SUBJECT = 120
"""In characters; the names of a full table may be more."""
LONGEST_DIGEST = 80_000
"""In bytes of its HTML. Gmail hides what lies beyond 102 kB, and the way out of it with that."""

# Styles that follow the reader's colours stay in the head: there is no other place for them.
_inlined = partial(
    css_inline.inline, keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False
)


@transaction.atomic
def write(notices: Sequence[Notice], to: str) -> EmailMultiAlternatives | None:
    """One message about all of these to one person; None if nothing of it waits for her any more.

    The secrets of all its questions are written in one transaction, which ends before anything is sent.
    """
    first, *_ = notices
    with override(first.language):
        gathered = [facts for notice in notices if (facts := gather(notice)) is not None]
        if not gathered:
            return None
        # What is asked comes first, the most urgent of it before the rest.
        gathered.sort(key=lambda facts: (not facts.notice.asks, facts.due_at))
        return _message(gathered, to)


def _message(gathered: Sequence[Facts], to: str) -> EmailMultiAlternatives:
    first, *more = gathered
    about = [facts.notice for facts in gathered]
    subject = _digest_subject(gathered) if more else _subject(first)
    said, foot, html = _write_digest(subject, gathered) if more else _write_letter(subject, first)
    message = EmailMultiAlternatives(
        subject,
        plain.render(said, foot),
        to=[to],
        reply_to=[first.reply] if first.reply and not more else None,
        headers=headers.of_digest(about) if more else headers.of_one(first.notice),
    )
    if not more and (returns := returned.address_of(first.notice, to)):
        # Whoever cannot deliver it writes there, and the address says whose it was.
        message.extra_headers["From"] = message.from_email
        message.from_email = returns
    message.attach_alternative(html, "text/html")
    return message


Written = tuple[Sequence[Section], Sequence[Block], str]
"""What a mail says, what stands at its foot, and both as HTML."""


def _write_letter(subject: str, facts: Facts) -> Written:
    return _write_html(subject, facts, [*sections.of_one(facts)], [*sections.foot(facts)])


def _write_digest(subject: str, gathered: Sequence[Facts]) -> Written:
    """Write as many in full as a mail has room for, and how many more there are."""
    first, *_ = gathered
    foot = [*sections.foot(first, several=True)]
    shown = len(gathered)
    while True:
        top = sections.make_top(subject, first, left_out=len(gathered) - shown)
        written = _write_html(subject, first, [top, *sections.of_several(gathered[:shown])], foot)
        size = len(written[2].encode())
        if size <= LONGEST_DIGEST or shown == 1:
            return written
        shown = max(1, min(shown - 1, shown * LONGEST_DIGEST // size))


def _write_html(
    subject: str, facts: Facts, said: Sequence[Section], foot: Sequence[Block]
) -> Written:
    shown = {"subject": subject, "language": facts.notice.language, "sections": said, "foot": foot}
    return said, foot, _inlined(render_to_string("notifications/mail.html", shown))


def _subject(facts: Facts) -> str:
    """The same for every turn of a game, or a mail program would begin a new thread with each."""
    named = one_line(title(facts.notice))
    subject = f"{named} · {facts.others}" if facts.others else named
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 1]}…"


def _digest_subject(gathered: Sequence[Facts]) -> str:
    asked = sum(facts.notice.asks for facts in gathered)
    if asked:
        return ngettext("{n} game waits for you", "{n} games wait for you", asked).format(n=asked)
    words = ngettext("{n} piece of news", "{n} pieces of news", len(gathered))
    return words.format(n=len(gathered))
