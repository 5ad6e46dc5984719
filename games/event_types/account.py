"""Events of a player's account."""

from django.utils.translation import gettext_lazy as _

from common.outbox.models import Destination
from common.rest.schemas import known_values, string
from games.event_types.event_type import Audience, EventType

_SCOPE = "notice:write"
_WHY = known_values(
    "`by_player`: the player disabled it. `failed`: every attempt failed for about a day. `gone`: the "
    "receiver no longer exists (a webhook's 410). `signed_out`: a new password, a closed account, or "
    "the end of the app that created it.",
    Destination.Why.values,
)

ACCOUNT = (
    EventType(
        type="webhook_disabled",
        means="A webhook of the caller is disabled, for the reason in `why`.",
        when=(
            "When the server disables it; not when the caller does so with `PATCH "
            "/me/receivers/{receiver}`."
        ),
        data={
            "webhook": string("Id of the webhook."),
            "url": string("Address of the webhook."),
            "why": _WHY,
        },
        sentence=_("A webhook of yours was switched off."),
        audience=Audience.ONE,
        scope=_SCOPE,
    ),
    EventType(
        type="receiver_disabled",
        means="A receiver of the caller is disabled, for the reason in `why`.",
        when=(
            "When the server disables it; not when the caller does so with `PATCH "
            "/me/receivers/{receiver}`."
        ),
        data={
            "receiver": string("Id of the receiver."),
            "channel": string("Channel of the receiver."),
            "why": _WHY,
        },
        sentence=_("One of your notification channels was switched off."),
        audience=Audience.ONE,
        scope=_SCOPE,
    ),
    EventType(
        type="ping",
        means="A message that tests a webhook.",
        when="With `POST /me/receivers/{receiver}/test`.",
        data={"webhook": string("Id of the webhook.")},
        audience=Audience.WEBHOOK,
        scope=_SCOPE,
    ),
)
