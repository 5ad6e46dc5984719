"""Request body of the call that makes a subscription."""

from notifications.models import Subscription
from tideapi.rest.fields import ChoiceField
from tideapi.rest.serializers import Body


class SubscriptionRequest(Body):
    kind = ChoiceField(
        Subscription.Kind.values,
        help_text="`calendar`: the caller's deadlines, as iCalendar. `news`: events of the caller's games, "
        "as Atom.",
    )
