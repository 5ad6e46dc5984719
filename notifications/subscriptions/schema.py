"""The bodies of the calls about subscriptions."""

from datetime import datetime
from typing import Annotated, TypedDict

from notifications.models import Subscription
from tideapi.rest.schemas import Schema
from tideapi.rest.shapes import Address, KnownValues, schemas_of

KINDS = Subscription.Kind.values
KIND = "`calendar`: my deadlines, as iCalendar. `news`: what happens in my games, as Atom."


class SubscriptionBody(TypedDict):
    kind: Annotated[str, KnownValues(KINDS), KIND]
    created_at: Annotated[datetime, "When the address was created."]
    read_at: Annotated[datetime | None, "When it was fetched last, exact to an hour."]


class SubscriptionList(TypedDict):
    results: Annotated[list[SubscriptionBody], "All of them, one of each kind at most."]


class IssuedSubscription(SubscriptionBody):
    url: Annotated[Address, "The address, shown this once."]


SCHEMAS: dict[str, Schema] = {
    **schemas_of(SubscriptionList, IssuedSubscription),
}
