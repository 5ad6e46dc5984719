"""The view of a calendar at its private address."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.clock.now import now
from notifications.calendar import entries, ical
from notifications.models import Subscription
from notifications.preferences import choices
from notifications.subscriptions import rows
from notifications.subscriptions.fetched import private


@csrf_exempt
@require_safe
def calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the player's deadlines and vacations. Raises `ApiError` (`not_found`)."""
    player = rows.find(Subscription.Kind.CALENDAR, secret)
    found, away = entries.list_deadlines(player), entries.list_vacations(player, now())
    with override(choices.get_preferences(player).told_in):
        content = ical.write_calendar(found, away)
    return private(content, "text/calendar; charset=utf-8")
