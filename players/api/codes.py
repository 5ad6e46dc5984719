"""Codes by which a player lets others in."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.paging import PageBody, whole_page
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.view import ViewSet
from players import door
from players.accounts import refuse_bot, refuse_guest
from players.api.shapes import SignUpCodeBody
from players.authentication import player
from players.idempotency import make_idempotent
from players.models import SignUpCode


class Codes(ViewSet):
    required_scopes = ["profile:write"]
    lookup_url_kwarg = "code"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_codes",
        tags=["me"],
        responses={
            200: typed_response(
                PageBody[SignUpCodeBody], "All codes on one page.", "SignUpCodePage"
            )
        },
    )
    def list(self, request: Request) -> Response:
        """List my sign-up codes.

        Returns the codes that the caller has made, for a server that takes players by invitation
        (`sign_up` or `guests` of the index).
        """
        rows = SignUpCode.objects.of_player(player(request)).order_by("-created_at", "pk")
        return Response(whole_page([show_code(one) for one in rows]))

    @make_idempotent
    @extend_schema(
        operation_id="create_code",
        tags=["me"],
        request=None,
        parameters=[LOCATION],
        responses={
            201: typed_response(SignUpCodeBody, "The code.", "SignUpCode"),
            **problems("too_many_codes", "not_for_guests", "not_for_bots"),
        },
    )
    def create(self, request: Request) -> Response:
        """Create a sign-up code.

        Creates a code with which one player can sign up. How many codes a player may make, the operator
        says; on a server that does not take players by invitation it is none.
        """
        me = player(request)
        refuse_guest(me, "codes")
        refuse_bot(me, "codes")
        made = door.create_code(me)
        return created_response(show_code(made), "players:me-code-detail", made.pk)

    @extend_schema(
        operation_id="delete_code",
        tags=["me"],
        responses={
            204: OpenApiResponse(description="The code is void."),
            **problems("code_not_found"),
        },
    )
    def destroy(self, request: Request, code: str) -> Response:
        """Delete my sign-up code.

        Deletes a code that was not used, so that another can be made.
        """
        door.delete_code(player(request), code)
        return Response(status=204)


def show_code(one: SignUpCode) -> SignUpCodeBody:
    """Return a code as its player sees it: whether it was used."""
    return {
        "code": one.pk,
        "url": one.url,
        "used": one.used > 0,
        "created_at": one.created_at,
    }
