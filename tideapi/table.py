"""The table in the browser: one page, whose scripts in `web/` play through the public API.

Why so: docs/why.md#table-in-the-browser.
"""

import json
from functools import cache
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tideapi.docs import Kept, kept

WEB = Path(settings.BASE_DIR) / "web"
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker"
)
"""No script and no style but our own files; no text becomes either, but the address of the service worker."""
NOT_SERVED = {".md", ".ts", ""}
"""Endings of what lies in `web/` for its readers, licences among it."""
AT_ONCE = ("*.js", "vendor/*.js", "parts/*.js", "pages/*.js", "table/*.js", "games/*.js")
"""What every view needs, so that the browser need not find it one import after the other."""
FOR_PROGRAMS = ("/api/", "/oauth/", "/static/")
"""Below these addresses nothing is for people."""


@csrf_exempt
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """The page. It is the same for everybody: who looks at it is known to its script alone."""
    response = _shown()
    # It names a folder that is gone with the next version, so the server is asked each time.
    response["Cache-Control"] = "public, no-cache"
    return response


def is_opened(request: HttpRequest) -> bool:
    """Whether somebody has opened the address in a browser; programs do not ask for HTML."""
    accepted = request.headers.get("Accept", "")
    opened = request.method in {"GET", "HEAD"} and "text/html" in accepted
    return opened and not request.path.startswith(FOR_PROGRAMS)


def lost(request: HttpRequest) -> HttpResponse:
    """The same page, at an address that leads nowhere: its script says so."""
    response = _shown()
    response.status_code = HTTPStatus.NOT_FOUND
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Accept"
    del response["ETag"]
    return response


def _shown() -> HttpResponse:
    response = _page().answer("text/html; charset=utf-8")
    response["Content-Security-Policy"] = POLICY
    # The address of a game is nobody else's business.
    response["Referrer-Policy"] = "same-origin"
    return response


@csrf_exempt
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script by which the table is there without a net; it is another one with each change of `web/`.

    Its address is at the root because it may serve only what lies below it.
    """
    response = _service_worker().answer("text/javascript; charset=utf-8")
    response["Cache-Control"] = "public, no-cache"
    response["Content-Security-Policy"] = "default-src 'self'"
    return response


@cache
def _service_worker() -> Kept:
    files = sorted(
        path for path in WEB.rglob("*") if path.is_file() and path.suffix not in NOT_SERVED
    )
    main = static(_static(WEB / "main.js"))
    shell = {
        "folder": main.removesuffix("main.js"),
        "files": [*(static(_static(path)) for path in files), static("tideapi/icon.svg")],
    }
    script = f"""\
import {{begin}} from "{shell["folder"]}worker/index.js";

begin(self, {json.dumps(shell, indent=2)});
"""
    return kept(script.encode())


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
