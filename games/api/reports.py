"""Endpoints of a player's reports."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.throttles import ReportThrottle
from common.rest.view import PagedView
from games.api.serializers import ReportRequest
from games.models import Report
from games.moderation.reports import file_report
from games.shapes.people import ReportBody
from players.authentication import player
from players.idempotency import make_idempotent


class Reports(PagedView):
    required_scopes = {"GET": ["message:read"], "POST": ["message:write"]}
    ordering = ("-at", "-id")
    serializer_class = ReportRequest
    throttle_classes = [ReportThrottle]

    @extend_schema(
        operation_id="list_reports",
        tags=["people"],
        responses={
            200: typed_response(paging.PageBody[ReportBody], "The reports.", "ReportPage"),
        },
    )
    def get(self, request: Request) -> Response:
        """List my reports.

        Returns the caller's reports, newest first, with the answers of the moderators.
        """
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        rows = Report.objects.filter(reporter=player(request)).select_related("accused")
        return self.get_paginated_response(
            [show_report(one) for one in self.paginate_queryset(rows)]
        )

    @make_idempotent
    @extend_schema(
        operation_id="create_report",
        tags=["people"],
        parameters=[LOCATION],
        responses={
            201: typed_response(ReportBody, "The report.", "Report"),
            **problems(
                *("game_not_found", "not_a_player", "message_not_found"),
                *("player_not_found", "not_yourself"),
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Report a message, a player or a game.

        Tells the moderators of this server: about a `message` of a `game`, a `game`, or a `player`. They read
        the words as they are now, with the messages before and after. Nobody else is told. The same thing
        reported again while it waits is the same report.
        """
        body = ReportRequest(data=request.data)
        body.is_valid(raise_exception=True)
        made = file_report(player(request), **body.validated_data)
        return created_response(show_report(made), "games:report-list")


def show_report(one: Report) -> ReportBody:
    """Return a report as its reporter sees it: the answer, not what was done."""
    return {
        "id": one.pk,
        "player": one.accused.username if one.accused and not one.game_id else None,
        "game": one.game_id,
        "message": one.message_id,
        "text": one.text,
        "created_at": one.at,
        "decided_at": one.decided_at,
        "answer": one.answer or None,
    }
