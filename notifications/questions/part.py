"""What of the questions that somebody was told of is kept of her."""

from django.utils.translation import gettext_noop as _

from notifications.models import AskedByMail
from players.leaving.parts import enrol, rows


def enrol_part() -> None:
    enrol(
        rows(
            "questions_told",
            AskedByMail,
            (),
            withheld="Which questions you were told of, with secrets by which they are answered.",
            ends=_("Links and addresses in mails to you lead nowhere any more."),
        )
    )
