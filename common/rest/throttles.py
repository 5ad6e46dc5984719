"""Throttles of calls that others hear of, each with a quota of its own in `TIDE_LIMITS`.

What counts by address (`common.rest.rate_limits`) is counted before there is a view.
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from common.rest.rate_limits import count_use


class PlayerThrottle(BaseThrottle):
    """Throttle of a view's calls that change something, by player."""

    policy: str
    refusal: str
    member: str | None = None
    """If set, only calls are counted that have this member set in their body."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the call. Raises `ApiError` (`throttled`), which says when the quota is full again."""
        if request.method not in SAFE_METHODS and self._is_counted(request):
            count_use(self.policy, str(request.user.pk)).raise_if_over(gettext(self.refusal))
        return True

    def _is_counted(self, request: Request) -> bool:
        if self.member is None:
            return True
        _ = request.body  # Kept: it is part of what an idempotency key stands for.
        return isinstance(request.data, dict) and bool(request.data.get(self.member))


class MessageThrottle(PlayerThrottle):
    policy = "messages"
    refusal = _("You have written too many messages.")


class ReportThrottle(PlayerThrottle):
    policy = "reports"
    refusal = _("You have reported too much today.")


class RedeliveryThrottle(PlayerThrottle):
    """Throttle by player and not by receiver, which could be deleted and made again."""

    policy = "redeliveries"
    refusal = _("You have requested too many tests or redeliveries.")


class InvitationThrottle(PlayerThrottle):
    policy = "invitations"
    refusal = _("You have sent too many invitations or friend requests.")


class NamedInvitationThrottle(InvitationThrottle):
    member = "player"


class FriendRequestThrottle(InvitationThrottle):
    member = "friend"
