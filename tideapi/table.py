"""The table in the browser: one page, whose scripts in `web/` play through the public API.

Why so: docs/why.md#table-in-the-browser.
"""

import json
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tideapi.docs import Kept, kept
from tideapi.project import find_folder
from tideapi.web.static import YEAR

WEB = find_folder("web")
POLICY = (
    "default-src 'self'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types service-worker"
)
"""No script and no style but our own files; no text becomes either, but the address of the service worker."""
STYLE = "style.css"
NOT_SERVED = {".md", ".ts", ""}
"""Endings of what lies in `web/` for its readers, licences among it."""
FOR_PROGRAMS = ("/api/", "/oauth/", "/static/")
"""Below these addresses nothing is for people."""
IMPORT = re.compile(r'^(?:import|export)\b[^"()]*"(\.[^"]+)"', re.MULTILINE)
"""An import that a module cannot begin without; what is imported later stands in brackets."""
LATE = re.compile(r'([\w-]+)"?: \(\) => import\("(\.[^"]+)"\)')
"""A page or a ruleset's picture, and the module in which it begins."""


@csrf_exempt
@require_safe
def table(request: HttpRequest, game: str = "") -> HttpResponse:
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
    """The same page, at an address that leads nowhere: its script says so. Why: docs/why.md#lost-page."""
    response = _shown()
    response.status_code = HTTPStatus.NOT_FOUND
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Accept"
    del response["ETag"]
    return response


def _shown() -> HttpResponse:
    response = _page(_folder()).answer("text/html; charset=utf-8")
    response["Content-Security-Policy"] = POLICY
    return response


@csrf_exempt
@require_safe
def style(request: HttpRequest, folder: str) -> HttpResponse:
    """All style sheets in one, because each request costs a slow telephone the way there and back."""
    if f"/{folder}/" not in (now := _folder()):
        raise Http404
    response = _style(now).answer("text/css; charset=utf-8")
    response["Cache-Control"] = f"max-age={YEAR}, public, immutable"
    return response


@lru_cache(maxsize=1)
def _style(folder: str) -> Kept:
    return kept(b"\n".join(path.read_bytes() for path in sorted(WEB.glob("style/*.css"))))


@csrf_exempt
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script by which the table is there without a net; it is another one with each change of `web/`.

    Its address is at the root because it may serve only what lies below it.
    """
    response = _service_worker(_folder()).answer("text/javascript; charset=utf-8")
    response["Cache-Control"] = "public, no-cache"
    response["Content-Security-Policy"] = "default-src 'self'"
    return response


@lru_cache(maxsize=1)
def _service_worker(folder: str) -> Kept:
    files = sorted(
        path for path in WEB.rglob("*") if path.is_file() and path.suffix not in NOT_SERVED
    )
    # The sheets in `style` come as one; the others are loaded with the page that they are for.
    named = (folder + _inside(path) for path in files if not path.match("style/*.css"))
    shell = {
        "folder": folder,
        "files": [*named, folder + STYLE, static("tideapi/icon.svg")],
    }
    script = f"""\
import {{begin}} from "{folder}worker/index.js";

begin(self, {json.dumps(shell, indent=2)});
"""
    return kept(script.encode())


@lru_cache(maxsize=1)
def _page(folder: str) -> Kept:
    # Named in the page, so that the browser need not find them one import after the other. First
    # comes what asks for the game.
    early = _needed_by(WEB / "early.js", set())
    needed = _needed_by(WEB / "main.js", set())
    modules = [folder + _inside(path) for path in [*sorted(early), *sorted(needed - early)]]
    shown = {
        "folder": folder,
        "style": folder + STYLE,
        "modules": modules,
        "parts": {
            "pages": _parts(WEB / "pages" / "index.js", needed),
            "pictures": _parts(WEB / "games" / "index.js", needed),
        },
    }
    return kept(render_to_string("table.html", shown).encode())


def _parts(index: Path, needed: set[Path]) -> dict[str, list[str]]:
    """What each page or picture that this module names has beyond what all need, its style among it."""
    parts = dict[str, list[str]]()
    for name, module in LATE.findall(index.read_text()):
        begins = (index.parent / module).resolve()
        found = {*_needed_by(begins, set()), *begins.parent.glob("*.css")} - needed
        parts[name] = [_inside(path) for path in sorted(found)]
    return parts


def _needed_by(module: Path, found: set[Path]) -> set[Path]:
    """The module, and all that it imports at once."""
    if module not in found:
        found.add(module)
        for name in IMPORT.findall(module.read_text()):
            _needed_by((module.parent / name).resolve(), found)
    return found


def _folder() -> str:
    """The address below which this version of `web/` lies; what is made of `web/` is kept by it."""
    return static("table/main.js").removesuffix("main.js")


def _inside(path: Path) -> str:
    return path.relative_to(WEB).as_posix()
