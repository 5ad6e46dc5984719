"""Pictures of what lies in the boxes of the games (docs/screens.md#material).

Their addresses stand in `material` of a ruleset, and are the same as long as it has the piece.
"""

from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.rulesets import registry
from tideapi.openapi_views import Kept, keep_bytes

SVG = "image/svg+xml"


@csrf_exempt
@require_safe
def serve_picture(request: HttpRequest, ruleset: str, group: str, piece: str) -> HttpResponse:
    """Answer with the picture of one piece."""
    rules = registry.RULESETS.get(ruleset)
    if rules is None or rules.presentation is None:
        raise Http404
    for one in rules.presentation.material:
        for found in one.pieces:
            if (one.id, found.id) == (group, piece) and found.picture:
                return _keep_picture(found.picture).answer(SVG)
    raise Http404


@cache
def _keep_picture(drawn: str) -> Kept:
    return keep_bytes(drawn.encode())
