"""The bodies of the calls about subscriptions."""

from datetime import datetime
from typing import Annotated, TypedDict

from notifications.models import Subscription
from tideapi.rest.schemas import Schema
from tideapi.rest.shapes import Address, KnownValues, schemas_of

KINDS = Subscription.Kind.values
KIND = "`calendar`: the caller's deadlines, as iCalendar. `news`: events of the caller's games, as Atom."


class SubscriptionBody(TypedDict):
    kind: Annotated[str, KnownValues(KINDS), KIND]
    created_at: Annotated[datetime, "When the address was created."]
    read_at: Annotated[
        datetime | None, "When the address was last read, to the hour; null if never."
    ]


class SubscriptionList(TypedDict):
    results: Annotated[list[SubscriptionBody], "The feed addresses, at most one of each kind."]


class IssuedSubscription(SubscriptionBody):
    url: Annotated[Address, "The address, shown only once."]


SCHEMAS: dict[str, Schema] = {
    **schemas_of(SubscriptionList, IssuedSubscription),
}
