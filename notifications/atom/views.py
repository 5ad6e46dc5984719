"""Views of Atom feeds."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from notifications.atom import document, mine, public
from notifications.models import Subscription
from notifications.preferences import choices
from notifications.subscriptions import rows
from notifications.subscriptions.fetched import private
from notifications.subscriptions.fetched import public as for_all
from players.mail.links import to_game, to_page, to_route


@csrf_exempt
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Return the newest public games."""
    found = document.write_document(
        _("Public games"), to_route("table_lobby"), to_page(request.path), public.game_entries()
    )
    return for_all(request, found, document.KIND)


@csrf_exempt
@require_safe
def of_player(request: HttpRequest, username: str) -> HttpResponse:
    """Return the public games of one player. Raises `ApiError` (`player_not_found`)."""
    title = _("Games of {player}").format(player=username)
    entries = public.game_entries(username)
    found = document.write_document(title, to_route("table_lobby"), to_page(request.path), entries)
    return for_all(request, found, document.KIND)


@csrf_exempt
@require_safe
def of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Return the log of a public game. Raises `ApiError` (`game_not_found`)."""
    row, entries = public.log_entries(game)
    title = public.ruleset_name(row.ruleset)
    found = document.write_document(title, to_game(row.pk), to_page(request.path), entries)
    return for_all(request, found, document.KIND)


@csrf_exempt
@require_safe
def of_mine(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the news of the player with this private address. Raises `ApiError` (`not_found`)."""
    player = rows.find(Subscription.Kind.NEWS, secret)
    tongue = choices.get_preferences(player).told_in
    entries = mine.player_entries(player, tongue)
    with override(tongue):
        # Its own address stays out of it: readers show and share what they find there.
        found = document.write_document(
            _("My games"), to_route("table_home"), mine.feed_id(player), entries, is_public=False
        )
    return private(found, document.KIND)
