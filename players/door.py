"""The door: which accounts are made, whichever way a player comes.

Pages, the API, sign-ins with other servers, guests and their claims all come through `admit_player`, in the
transaction that makes the account. `TIDE_SIGN_UP` and `TIDE_GUESTS` say whether it is open.
"""

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.rest.errors import ApiError
from players.models import Admission, Player, SignUpCode

OPEN, INVITATION, CLOSED = "open", "invitation", "closed"


def takes_codes() -> bool:
    """Return whether a code opens anything here."""
    return INVITATION in (settings.TIDE_SIGN_UP, settings.TIDE_GUESTS)


def check_door(sent_code: str, *, guest: bool = False) -> None:
    """Raise `ApiError` (`sign_up_closed`, `no_guests`, `code_needed`, `code_invalid`) if no account is made.

    Nothing is counted, so it can be asked before a password is hashed.
    """
    door = _find_door(guest=guest)
    if door == CLOSED:
        raise _closed_error(guest=guest)
    if door == INVITATION and not sent_code:
        message = _(
            "This server takes new players by invitation: ask a player here, or its operator, for a code."
        )
        raise ApiError("code_needed", message)
    if door == INVITATION and not SignUpCode.objects.good().filter(pk=sent_code).exists():
        raise _invalid_error()


def admit_player(player: Player, sent_code: str, *, guest: bool = False) -> None:
    """Let a new account in, and count a use of its code. Raises what `check_door` does.

    A guest who came by a code needs no other to sign up. The transaction is the caller's.
    """
    by_code = _find_door(guest=guest) == INVITATION
    if by_code and Admission.objects.filter(player=player).exists():
        return
    check_door(sent_code, guest=guest)
    if not by_code:
        return
    # Asked of the row itself: of two at once, one gets the last use.
    if not SignUpCode.objects.filter(pk=sent_code, used__lt=F("uses")).update(used=F("used") + 1):
        raise _invalid_error()
    Admission.objects.create(player=player, code_id=sent_code)


@transaction.atomic
def create_code(player: Player) -> SignUpCode:
    """Create a code for one account. Raises `ApiError` (`too_many_codes`)."""
    # The lock is for the number.
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    most = settings.TIDE_MAX_CODES_PER_PLAYER if takes_codes() else 0
    if SignUpCode.objects.of_player(player).count() >= most:
        words = ngettext(
            "A player may make {most} code here.", "A player may make {most} codes here.", most
        )
        raise ApiError("too_many_codes", words.format(most=most))
    return SignUpCode.objects.create(made_by=player)


def delete_code(player: Player, unused: str) -> None:
    """Delete a code of the player's that was not used. Raises `ApiError` (`code_not_found`)."""
    rows = SignUpCode.objects.filter(pk=unused, made_by=player, by_operator=False, used=0)
    if not rows.delete()[0]:
        raise ApiError("code_not_found", "You have no such code that was not used.")


def _find_door(*, guest: bool) -> str:
    door: str = settings.TIDE_GUESTS if guest else settings.TIDE_SIGN_UP
    return door


def _closed_error(*, guest: bool) -> ApiError:
    if guest and settings.TIDE_SIGN_UP != CLOSED:
        message = _("This server takes no guests. Sign up by `POST /players`.")
        return ApiError("no_guests", message)
    message = _("This server takes no new players.")
    if settings.TIDE_CONTACT:
        asked = settings.TIDE_CONTACT.removeprefix("mailto:")
        message += " " + _("Its operator is reached at {contact}.").format(contact=asked)
    return ApiError("no_guests", message) if guest else ApiError("sign_up_closed", message)


def _invalid_error() -> ApiError:
    return ApiError("code_invalid", _("This code is wrong, used up or over. Ask for another one."))
