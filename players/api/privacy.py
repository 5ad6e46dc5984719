"""Taking everything along, and leaving."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest import paging
from common.rest.responses import LOCATION, created_response, problems, typed_response
from common.rest.view import PagedViewSet, View
from players.api import shapes
from players.authentication import player, token
from players.idempotency import make_idempotent
from players.models import AccountDeletion, Export, Player
from players.privacy import closure, exports


class Exports(PagedViewSet):
    required_scopes = ["token:write"]
    ordering = ("-asked_at", "-id")
    lookup_url_kwarg = "exported"
    lookup_value_converter = "id"

    @extend_schema(
        operation_id="list_exports",
        tags=["page"],
        responses={
            200: typed_response(
                paging.PageBody[shapes.AccountExport], "The exports.", "AccountExportPage"
            ),
        },
    )
    def list(self, request: Request) -> Response:
        """List my data exports.

        Returns the caller's exports, newest first. The server deletes them after some days.
        """
        paging.PageQuery(data=request.query_params).is_valid(raise_exception=True)
        page = self.paginate_queryset(exports.exports_of(player(request)))
        return self.get_paginated_response([_export(one) for one in page])

    @make_idempotent
    @extend_schema(
        operation_id="create_export",
        tags=["page"],
        parameters=[LOCATION],
        responses={
            202: typed_response(
                shapes.AccountExport, "The export is being built.", "AccountExport"
            ),
            **problems("export_under_way", "too_many_exports"),
        },
    )
    def create(self, request: Request) -> Response:
        """Create a data export.

        Creates an export of everything the server keeps of the caller: profile, tokens without secrets, games
        with the records of finished ones, events, standing orders, vacations and webhooks, as JSON in zip
        files with a README. The server builds it in the background: clients ask for the export until its
        `status` is no longer `building`.
        """
        made = exports.start_export(player(request))
        return created_response(_export(made), "players:me-export-detail", made.pk, status=202)

    @extend_schema(
        operation_id="get_export",
        tags=["page"],
        responses={
            200: typed_response(shapes.AccountExport, "The export.", "AccountExport"),
            **problems("export_not_found"),
        },
    )
    def retrieve(self, request: Request, exported: str) -> Response:
        """Get a data export.

        Returns an export with its progress.
        """
        return Response(_export(exports.find_export(player(request), exported)))

    @extend_schema(
        operation_id="get_archive",
        tags=["page"],
        responses={
            (200, exports.ZIP): typed_response(shapes.ZipFile, "The archive."),
            **problems("export_not_found"),
        },
    )
    @action(detail=True, url_path="archives/<count:archive>", url_name="archive-detail")
    def archives(self, request: Request, exported: str, archive: int) -> HttpResponse:
        """Download an export archive.

        Returns one zip file of an export; an export may have several, with different contents.
        """
        return exports.archive_response(player(request), exported, archive)


class MyDeletion(View):
    required_scopes = ["token:write"]

    @extend_schema(
        operation_id="get_deletion",
        tags=["page"],
        responses={
            200: typed_response(shapes.DeletionBody, "The consequences of a deletion.", "Deletion"),
        },
    )
    def get(self, request: Request) -> Response:
        """Preview my account's deletion.

        Returns what deleting the caller's account would do, and until when it can be cancelled.
        """
        me = player(request)
        return Response(_show_deletion(me, closure.find_ending(me)))

    @extend_schema(
        operation_id="cancel_deletion",
        tags=["page"],
        responses={
            204: OpenApiResponse(description="The account stays."),
            **problems("not_ending"),
        },
    )
    def delete(self, request: Request) -> Response:
        """Cancel my account's deletion.

        Cancels the deletion of the caller's account, until `due_at`. Other devices stay signed out.
        """
        closure.take_back(player(request))
        return Response(status=204)


def schedule_deletion(request: Request) -> Response:
    """The body of `DELETE /me`."""
    me, sent = player(request), token(request)
    closure.refuse_unless_fresh(sent)
    asked = closure.ask_herself(request._request, me, sent)  # noqa: SLF001
    return Response(_show_deletion(me, asked), status=202)


def _show_deletion(me: Player, asked: AccountDeletion | None) -> shapes.DeletionBody:
    now = timezone.now()
    due = now + timedelta(days=settings.TIDE_DELETION_GRACE_DAYS) if asked is None else asked.due_at
    return {
        "created_at": None if asked is None else asked.asked_at,
        "due_at": due,
        "consequences": [
            {"what": one.what, "count": one.count, "text": one.text}
            for one in closure.list_consequences(me)
        ],
    }


def _export(export: Export) -> shapes.AccountExport:
    return {
        "id": export.pk,
        "status": export.state,
        "done": export.done,
        "total": export.total,
        "created_at": export.asked_at,
        "ended_at": export.ended_at,
        "deleted_at": exports.deleted_at(export),
        "archives": [
            {"number": number, "size": size} for number, size in exports.archives_of(export)
        ],
    }
