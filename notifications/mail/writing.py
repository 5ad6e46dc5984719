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
from notifications.notice import Notice
from notifications.replies import returned
from notifications.words import title

LONGEST_SUBJECT = 120
"""In characters; the names of a full table may be more."""

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
    said = [*(sections.of_several(gathered) if more else sections.of_one(first))]
    foot = [*sections.foot(first, several=bool(more))]
    message = EmailMultiAlternatives(
        subject,
        plain.render(said, foot),
        to=[to],
        reply_to=[first.reply] if first.reply and not more else None,
        headers=headers.of_digest(about) if more else headers.of_one(first.notice),
    )
    shown = {"subject": subject, "language": first.notice.language, "sections": said, "foot": foot}
    html = render_to_string("notifications/mail.html", shown)
    if not more and (returns := returned.address_of(first.notice, to)):
        # Whoever cannot deliver it writes there, and the address says whose it was.
        message.extra_headers["From"] = message.from_email
        message.from_email = returns
    message.attach_alternative(_inlined(html), "text/html")
    return message


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
