"""A seat by one click: the page from a mail on which an invitation is accepted, without a sign-in.

The address is signed for one player and one invitation, so no row stores it. It ends with the invitation, and
with the player's epoch. GET and HEAD only show; a POST takes the seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from common.rest.errors import ApiError
from common.rest.language import request_language
from games.lobby import invitations
from games.models import Invitation
from games.rulesets import registry
from notifications.answer_links import views
from notifications.answer_links.views import count_press, shown_or_pressed
from notifications.notice import ActionLink, Notice, NoticeKind
from notifications.words import TITLES
from players.mail import links
from players.models import Player
from players.suspension import refuse_suspended

SALT = "notifications.answer_links.seats"


@dataclass(frozen=True, slots=True)
class Invited:
    """The player, the language and the invitation of an address."""

    player: Player
    language: str
    invitation: Invitation


def seat_presses(notice: Notice) -> Sequence[ActionLink]:
    """Return the link to the seat that a notice offers; none if it is about no invitation by name."""
    invitation = notice.data.get("invitation")
    if notice.kind is not NoticeKind.INVITED or invitation is None:
        return []
    known = [notice.player.pk, notice.player.epoch, notice.language, invitation]
    token = signing.Signer(salt=SALT).sign_object(known)
    return [ActionLink(_("Take a seat"), links.to_route("play_seat", token))]


@csrf_exempt
@shown_or_pressed
def seat(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation with one button, or accept it."""
    found = _read_token(token)
    if found is None:
        with override(request_language(request)):
            return views.missing_response(request)
    with override(found.language):
        if request.method == "POST":
            count_press(found.player.pk)
        try:
            refuse_suspended(found.player)
            if request.method != "POST":
                return _seat_page(request, found)
            invitations.accept_invitation(found.invitation.pk, found.player, None)
        except ApiError as refusal:
            return _seat_page(request, found, _why_not(refusal), HTTPStatus.CONFLICT)
        return _seat_page(
            request, found, _("You have a seat. You will get a notification when it is your turn.")
        )


def _read_token(token: str) -> Invited | None:
    """Return the invitation of an address; None if it is no longer valid."""
    try:
        number, epoch, language, invitation = signing.Signer(salt=SALT).unsign_object(token)
    except signing.BadSignature:
        return None
    player = Player.objects.filter(pk=number, epoch=epoch, is_active=True).first()
    if player is None:
        return None
    try:
        return Invited(player, language, invitations.get_invitation(invitation, player))
    except ApiError:
        return None


def _why_not(refusal: ApiError) -> str:
    if refusal.code == "already_joined":
        return _("You have a seat at this table already.")
    if refusal.code == "invitation_over":
        return _("This table takes no more players.")
    return _("You cannot take a seat now.") + f" {refusal.translated_detail}"


def _seat_page(
    request: HttpRequest, found: Invited, message: str = "", status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    if not views.by_a_person(request):
        return views.line_response(message, status)
    invitation = found.invitation
    name, other = registry.find_ruleset(invitation.game.ruleset).name, invitation.by.username
    facts = {
        "language": get_language(),
        "said": message,
        "name": name,
        "lead": str(TITLES[NoticeKind.INVITED]).format(game=name, other=other),
        "game_url": links.to_game(invitation.game.pk),
    }
    return views.hidden_response(render_to_string("play/seat.html", facts), status)
