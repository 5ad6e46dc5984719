"""The caller's suspension, and the one appeal against it."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.errors import ApiError
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.view import View
from players import moderation
from players.api.serializers import AppealRequest
from players.api.shapes import SuspensionBody
from players.authentication import player
from players.idempotency import make_idempotent
from players.models import Appeal, Player
from players.suspension import suspending_act


class MySuspension(View):
    required_scopes = ["profile:write"]
    serializer_class = AppealRequest
    admits_suspended = True

    @extend_schema(
        operation_id="get_suspension",
        tags=["me"],
        responses={
            200: typed_response(SuspensionBody, "The suspension.", "Suspension"),
            **problems("not_suspended"),
        },
    )
    def get(self, request: Request) -> Response:
        """Get my suspension.

        Returns why the caller's account is suspended and until when, and the caller's appeal.
        """
        return Response(_show(player(request)))

    @make_idempotent
    @extend_schema(
        operation_id="create_appeal",
        tags=["me"],
        parameters=[LOCATION],
        responses={
            201: typed_response(SuspensionBody, "The suspension, with the appeal.", "Suspension"),
            **problems("not_suspended", "already_appealed"),
        },
    )
    def post(self, request: Request) -> Response:
        """Appeal against my suspension.

        Sends one message to the moderators, who answer it.
        """
        body = AppealRequest(data=request.data)
        body.is_valid(raise_exception=True)
        me = player(request)
        moderation.make_appeal(me, body.validated_data["text"])
        return created_response(_show(me), "players:me-suspension")


def _show(me: Player) -> SuspensionBody:
    act = suspending_act(me)
    if act is None:
        raise ApiError("not_suspended", "This account is not suspended.")
    appeal = Appeal.objects.filter(act=act).first()
    return {
        "reason": act.reason,
        "created_at": act.at,
        "until": act.until,
        "appeal": appeal.text if appeal else None,
        "answer": (appeal.answer if appeal else "") or None,
    }
