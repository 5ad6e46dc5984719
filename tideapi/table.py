"""The table in the browser: one page, whose scripts in `web/` play through the public API.

Why so: docs/why.md#table-in-the-browser.
"""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tideapi.docs import Kept, kept

WEB = Path(settings.BASE_DIR) / "web"
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""No script and no style but our own files; no text becomes either."""
AT_ONCE = ("*.js", "vendor/*.js", "parts/*.js", "pages/*.js", "table/*.js", "games/*.js")
"""What every view needs, so that the browser need not find it one import after the other."""


@csrf_exempt
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """The page. It is the same for everybody: who looks at it is known to its script alone."""
    response = _page().answer("text/html; charset=utf-8")
    response["Cache-Control"] = "public, max-age=60"
    response["Content-Security-Policy"] = POLICY
    # The address of a game is nobody else's business.
    response["Referrer-Policy"] = "same-origin"
    return response


@cache
def _page() -> Kept:
    modules = sorted(path for pattern in AT_ONCE for path in WEB.glob(pattern))
    shown = {
        "styles": [_static(path) for path in sorted(WEB.glob("style/*.css"))],
        "modules": [_static(path) for path in modules],
    }
    return kept(render_to_string("table.html", shown).encode())


def _static(path: Path) -> str:
    return f"table/{path.relative_to(WEB).as_posix()}"
