"""The bodies of the calls about subscriptions."""

from notifications.models import Subscription
from tideapi.rest.schemas import (
    Schema,
    answer,
    array,
    choice,
    closed,
    known,
    ref,
    string,
    time,
    time_or_null,
)

_KINDS = Subscription.Kind.values
_WHAT = "`calendar`: my deadlines, as iCalendar. `news`: what happens in my games, as Atom."
_SUBSCRIPTION: Schema = {
    "kind": known(_WHAT, _KINDS),
    "created_at": time("When the address was created."),
    "read_at": time_or_null("When it was fetched last, exact to an hour."),
}

SCHEMAS: dict[str, Schema] = {
    "SubscriptionRequest": closed({"kind": choice(_WHAT, _KINDS)}),
    "Subscription": answer(_SUBSCRIPTION),
    "SubscriptionList": answer(
        {"results": array(ref("Subscription"), "All of them, one of each kind at most.")}
    ),
    "IssuedSubscription": answer(
        {**_SUBSCRIPTION, "url": string("The address, shown this once.", format="uri")}
    ),
}
