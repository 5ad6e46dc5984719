"""My own profile, and the end of my account."""

from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext_noop
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.errors import ApiError, Fault, invalid_body
from common.rest.responses import problems, typed_response
from players import names
from players.accounts import refuse_bot, refuse_guest, refuse_weak
from players.api.own_profile import OwnProfileView, sent
from players.api.privacy import schedule_deletion
from players.api.serializers import MyProfileChange
from players.api.shapes import DeletionBody, MyProfile
from players.authentication import TokenEnded, app_of, player, token
from players.login_throttle import count_guess
from players.models import Player, Token
from players.pages import addresses

Json = dict[str, Any]
PASSWORD_CHANGED = "account/email/password_changed"  # noqa: S105


class Me(OwnProfileView):
    required_scopes = {"GET": ["game:read"], "PATCH": ["profile:write"], "DELETE": ["token:write"]}
    serializer_class = MyProfileChange

    @extend_schema(
        operation_id="get_me",
        tags=["me"],
        responses={
            200: typed_response(MyProfile, "The profile.", "Me"),
        },
    )
    def get(self, request: Request) -> Response:
        """Get my profile.

        Returns the caller's profile with its private fields, such as `email`.
        """
        return Response(self.shown(request))

    @extend_schema(
        operation_id="update_me",
        tags=["me"],
        responses={
            200: typed_response(MyProfile, "The changed profile.", "MeChanged"),
            **problems(
                "username_taken",
                "username_reserved",
                "too_many_changes",
                "weak_password",
                "wrong_password",
                "not_for_guests",
                "not_for_bots",
                "busy",
            ),
        },
    )
    def patch(self, request: Request) -> Response:
        """Update my profile.

        Changes the given members only. A username can be changed once in 90 days, unless the operator has set
        another time; for that long no other player can take the old one. `shows` says what others see of the
        profile. A new password or address needs the current password. A new password ends everything signed
        in with the old one: all tokens but the one of this request, their streams, the tokens of the caller's
        bots, and webhooks, which stay disabled until they are enabled again. The server mails a link to a new
        address; a verified address stays until the link is followed, and the new one is `email_pending`.
        """
        body = MyProfileChange(data=request.data)
        body.is_valid(raise_exception=True)
        data, me, with_token = body.validated_data, player(request), token(request)
        _refuse_kind(me, data)
        if settings.TIDE_EMAIL_REQUIRED and data.get("email") == "":
            raise invalid_body(Fault("/email", "too_short", "This server wants an address."))
        if "password" in data or "email" in data:
            self._check_current(me, with_token, data)
        anew = self._new_password(me, data)
        with transaction.atomic():
            if "username" in data:
                names.rename_player(me, data["username"])
            row = Player.objects.in_epoch(me).lock()
            if row is None:
                raise TokenEnded
            changes = {name: data[name] for name in ("about", "avatar") if name in data}
            if "shows" in data:
                changes["shows"] = list(dict.fromkeys(data["shows"]))
            if anew is not None:
                changes["password"] = anew
            for name, value in changes.items():
                setattr(row, name, value)
            row.save(update_fields=changes)
            me.email, me.about = row.email, row.about
            if row.epoch != me.epoch:
                Token.objects.keep_only(with_token.pk, row)
                get_adapter(sent(request)).send_notification_mail(PASSWORD_CHANGED, me)
            if "email" in data:
                addresses.change_address(sent(request), me, data["email"])
        return Response(self.shown(request))

    @staticmethod
    def _check_current(me: Player, with_token: Token, data: Json) -> None:
        with count_guess(_guesser(with_token)) as made:
            made.right = me.check_password(data.get("current_password", ""))
        if not made.right:
            raise ApiError("wrong_password", "The current password is wrong.")

    @staticmethod
    def _new_password(me: Player, data: Json) -> str | None:
        """The hash of the new password, if there is one."""
        if "password" not in data:
            return None
        username, email = data.get("username", me.username), data.get("email", me.email)
        refuse_weak(data["password"], Player(username=username, email=email), "/password")
        return make_password(data["password"])

    @extend_schema(
        operation_id="delete_me",
        tags=["me"],
        responses={
            202: typed_response(DeletionBody, "The account will be deleted.", "DeletionRequested"),
            **problems("sign_in_again"),
        },
    )
    def delete(self, request: Request) -> Response:
        """Delete my account.

        Schedules the deletion of the caller's account, with a token from `POST /me/tokens` that is at most 10
        minutes old. Other devices are signed out at once; running games go on. Erasing begins at `due_at`
        (`GET /me/deletion` lists what). Until then `DELETE /me/deletion` cancels it, with this token or after
        signing in again. A second request changes nothing.
        """
        return schedule_deletion(request)


def _guesser(with_token: Token) -> str:
    """Under which name guesses made with this token are counted: so a thief locks no player out."""
    app = app_of(with_token)
    # An app renews its token whenever it likes, and must not reset its count by that.
    return f"token:{with_token.pk}" if app is None else f"app:{app}:{with_token.player_id}"


def _refuse_kind(me: Player, data: Json) -> None:
    """Raise `ApiError` where only a person's account has what is to be changed."""
    for name, what in (("password", gettext_noop("password")), ("email", gettext_noop("address"))):
        if name in data:
            refuse_bot(me, what)
            refuse_guest(me, what)
    if "username" in data:
        refuse_guest(me, gettext_noop("name of their own"))
