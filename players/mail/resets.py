"""Letters that reset a forgotten password.

The page writes the same row for every address and looks nothing up. So its response time does not tell
whether a player has the address.
"""

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import override

from players.mail import letters, links
from players.models import Player, ResetRequest

TEMPLATE = "account/email/password_reset_key"
BATCH = 20


def request_reset(email: str, language: str) -> None:
    """Request links for the players with this verified address, as often as an address may ask."""
    if settings.TIDE_MAIL_ENABLED and not letters.is_over(email, kind="reset"):
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
    letters.write(player, email, TEMPLATE, shown)
