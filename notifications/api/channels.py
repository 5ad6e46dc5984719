"""By which channels one can be told here."""

from rest_framework.request import Request
from rest_framework.response import Response

from notifications.channels import CHANNELS
from players.authentication import HasScopes
from tideapi.rest.describe import Answer, call
from tideapi.rest.view import View


class Channels(View):
    permission_classes = [HasScopes]

    @call(
        name="list_channels",
        scope="notice:write",
        tag="notifications",
        summary="List the notification channels",
        description=(
            "Returns the channels for which this server takes receivers, and what a client needs to create "
            "one."
        ),
        answer=Answer(200, "ChannelList", "The channels.", "ChannelList"),
        compressed=True,
    )
    def get(self, request: Request) -> Response:
        found = ((one, one.offered()) for one in CHANNELS.values() if one.by_hand)
        shown = [
            {
                "channel": one.name,
                "guests": one.for_guests,
                "key": said.get("key"),
                "schemes": said.get("schemes", []),
            }
            for one, said in found
            if said is not None
        ]
        return Response({"results": shown})
