"""Where I am told: my receivers, what was told there, and with which outcome."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Q
from rest_framework.request import Request
from rest_framework.response import Response

from games.feeds.webhooks import lock_caller
from notifications import receivers
from notifications.api.schema import SCHEMAS, STATE
from notifications.channels import CHANNELS, Channel
from notifications.models import Receiver, Telling
from notifications.notice import Kind
from notifications.tasks import send
from players.authentication import player, refuse_without, token
from players.idempotency import once
from players.models import Player
from tideapi.outbox.receivers import delete_receiver, disable_for_player
from tideapi.rest import paging
from tideapi.rest.counting import count
from tideapi.rest.describe import Answer, call
from tideapi.rest.errors import ApiError, invalid_body
from tideapi.rest.reading import body, find_faults
from tideapi.rest.schemas import closed
from tideapi.rest.view import View

Json = dict[str, Any]

NEWEST_FIRST = ("-created_at", "-id")
_NOTHING = closed({})
TOLD_SCOPES = ("game:read", "message:read")
"""The scopes that show what a receiver is told: games, and what people do."""
OF_PEOPLE = [Kind.INVITED, Kind.MESSAGE]


class Receivers(View):
    @call(
        name="list_receivers",
        scope="notice:write",
        tag="notifications",
        summary="List my receivers",
        description=(
            "Returns the caller's receivers, newest first. The receiver of `mail` exists once the caller has "
            "verified an address."
        ),
        query=paging.QUERY,
        answer=Answer(200, "ReceiverPage", "The receivers.", "ReceiverPage"),
    )
    def get(self, request: Request) -> Response:
        def show(found: Iterable[Receiver]) -> list[Json]:
            return [_shown(one) for one in found]

        rows = Receiver.objects.filter(player=player(request))
        return paging.paged(request, rows, NEWEST_FIRST, show, self.query.get("page_size"))

    @once
    @call(
        name="create_receiver",
        scope="notice:write",
        more_scopes=TOLD_SCOPES,
        tag="notifications",
        summary="Create a receiver",
        description=(
            "Creates a receiver that is notified from now on of what the caller's settings switch on for its "
            "channel: games and deadlines, invitations, and messages. The token therefore also needs "
            "`game:read` and `message:read`. Addresses are on the public Internet; their secret parts are "
            "not shown again. A receiver of `ntfy` with `moves` shows cards of the caller's hand and plays "
            "them, and needs `game:play` as well."
        ),
        request="ReceiverRequest",
        request_example={
            "channel": "ntfy",
            "address": {"url": "https://ntfy.sh/anns-long-secret-topic"},
            "note": "my phone",
        },
        answer=Answer(201, "Receiver", "The receiver.", "Receiver"),
        refuses=("channel_off", "invalid_url", "too_many_receivers", "not_for_guests"),
    )
    def post(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["ReceiverRequest"])
        channel = CHANNELS.get(wish["channel"])
        if channel is not None:
            _check_form(channel.schema, wish["address"])
            _check_scopes(request, channel, wish["address"])
        try:
            made = receivers.create(
                player(request),
                token(request),
                wish["channel"],
                wish["address"],
                wish.get("note", ""),
            )
        except ApiError as refused:
            if refused.pointer:
                refused.pointer = f"/address{refused.pointer}"
            raise
        return Response(_shown(made), status=201)


class OneReceiver(View):
    @call(
        name="get_receiver",
        scope="notice:write",
        tag="notifications",
        summary="Get a receiver",
        description="Returns one of the caller's receivers.",
        answer=Answer(200, "Receiver", "The receiver.", "Receiver"),
        refuses=("receiver_not_found",),
    )
    def get(self, request: Request, receiver: str) -> Response:
        return Response(_shown(_find(request, receiver)))

    @call(
        name="update_receiver",
        scope="notice:write",
        tag="notifications",
        summary="Update a receiver",
        description=(
            "Changes the given members only. A receiver that is enabled again is notified of what waited "
            "when it was disabled, as far as it still holds, and of what happens from now on. Enabling one "
            "needs the scopes of `create_receiver`."
        ),
        request="ReceiverChangeRequest",
        request_example={"enabled": True},
        answer=Answer(200, "Receiver", "The changed receiver.", "Receiver"),
        refuses=("receiver_not_found",),
    )
    def patch(self, request: Request, receiver: str) -> Response:
        wish, me = body(request, SCHEMAS["ReceiverChangeRequest"]), player(request)
        with transaction.atomic():
            if wish.get("enabled") is True:
                app = lock_caller(me, token(request))
                found = _find(request, receiver)
                _check_scopes(request, CHANNELS.get(found.channel), found.address)
                receivers.enable(me, receiver, app)
            elif wish.get("enabled") is False:
                disable_for_player(Receiver.objects.filter(player=me, pk=receiver))
            if "note" in wish:
                Receiver.objects.filter(player=me, pk=receiver).update(note=wish["note"])
            # Checked last: if the receiver is gone, nothing has changed.
            shown = _shown(_find(request, receiver))
        if wish.get("enabled") is True:
            send.delay_on_commit()
        return Response(shown)

    @call(
        name="delete_receiver",
        scope="notice:write",
        tag="notifications",
        summary="Delete a receiver",
        description=(
            "Deletes a receiver and drops its waiting notifications. Disable the receiver of `mail` instead: "
            "it cannot be created again."
        ),
        answer=Answer(204, None, "The receiver and its notifications are deleted."),
        refuses=("receiver_not_found",),
    )
    def delete(self, request: Request, receiver: str) -> Response:
        if not delete_receiver(Receiver.objects.filter(player=player(request), pk=receiver)):
            raise _not_found()
        return Response(status=204)


class Trial(View):
    @once
    @call(
        name="test_receiver",
        scope="notice:write",
        tag="notifications",
        summary="Send a test notification",
        description="Sends a test notification to the receiver at once, at any hour and without retries.",
        answer=Answer(202, "Told", "The test is being sent.", "ToldTrial"),
        refuses=("receiver_not_found", "receiver_disabled"),
    )
    def post(self, request: Request, receiver: str) -> Response:
        body(request, _NOTHING)
        found = _find(request, receiver)
        if not found.enabled:
            raise ApiError("receiver_disabled", "This receiver is disabled; enable it first.")
        count("sent_again", str(found.player_id)).raise_if_over("You have tried too much out.")
        made = receivers.test(found)
        if made is None:
            raise _not_found()
        send.delay_on_commit()
        return Response(_told(made), status=202)


class ToldThere(View):
    @call(
        name="list_notifications",
        scope="notice:write",
        tag="notifications",
        summary="List a receiver's notifications",
        description=(
            "Returns a receiver's notifications with every attempt, newest first, and those that wait for "
            "their hour. What the caller had dealt with before it was sent is left out. The server keeps "
            "them as long as webhook deliveries. Notifications that the token's scopes do not cover are left "
            "out: games without `game:read`, invitations and messages without `message:read`."
        ),
        query={"state": STATE, **paging.QUERY},
        answer=Answer(200, "ToldPage", "The notifications.", "ToldPage"),
        refuses=("receiver_not_found",),
    )
    def get(self, request: Request, receiver: str) -> Response:
        wish = self.query

        def show(some: Iterable[Telling]) -> list[Json]:
            return [_told(one) for one in some]

        me = player(request)
        hers = Telling.objects.filter(_shown_kinds(me), receiver=receiver, receiver__player=me)
        rows = hers.select_related("receiver").prefetch_related("log")
        if "state" in wish:
            rows = rows.filter(state=wish["state"])
        page = paging.paged(request, rows, NEWEST_FIRST, show, wish.get("page_size"))
        if not page.data["results"]:
            _find(request, receiver)
        return page


def _check_form(schema: Json, address: Json) -> None:
    """Raise `ApiError` unless the address has the channel's form."""
    faults = find_faults(schema, address)
    if faults:
        raise invalid_body(*[replace(one, place=f"/address{one.place}") for one in faults])


def _check_scopes(request: Request, channel: Channel | None, address: Json) -> None:
    """Raise `insufficient_scope` unless the token may itself do all that is done at this address."""
    if channel is not None:
        refuse_without(request, *TOLD_SCOPES, *channel.takes(address))


def _shown_kinds(viewer: Player) -> Q:
    """Return the condition for rows of a kind that the viewer's token may be shown."""
    people, account = Q(kind__in=OF_PEOPLE), Q(kind=Kind.ACCOUNT)
    shown = account
    if "message:read" in viewer.scopes:
        shown |= people
    if "game:read" in viewer.scopes:
        shown |= ~people & ~account
    return shown


def _not_found() -> ApiError:
    return ApiError("receiver_not_found", "You have no such receiver.")


def _find(request: Request, receiver: str) -> Receiver:
    found = Receiver.objects.filter(player=player(request), pk=receiver).first()
    if found is None:
        raise _not_found()
    return found


def _shown(receiver: Receiver) -> Json:
    channel = CHANNELS.get(receiver.channel)
    disabled = {"at": receiver.disabled_at, "why": receiver.disabled_why}
    return {
        "id": receiver.pk,
        "channel": receiver.channel,
        "address": "" if channel is None else channel.shown(receiver.address),
        "note": receiver.note,
        "enabled": receiver.enabled,
        "disabled": None if receiver.enabled else disabled,
        "failing_since": receiver.failing_since,
        "created_at": receiver.created_at,
    }


def _told(telling: Telling) -> Json:
    return {
        "id": telling.pk,
        "kind": telling.kind,
        "game": telling.game_id,
        "state": telling.state,
        "created_at": telling.created_at,
        "next_at": telling.next_try(telling.receiver),
        "attempts": [
            {"at": one.at, "error": one.error or None, "detail": one.detail or None}
            for one in telling.log.all()
        ],
    }
