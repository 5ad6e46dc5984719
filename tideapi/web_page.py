"""The table in the browser: one page, whose scripts in `web/` play through the public API.

Why so: docs/decisions/page.md.
"""

import json
import re
from contextlib import suppress
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from common.site import site_addresses, site_name
from games.rulesets import registry
from games.visibility.previews import Preview, preview_game
from players.mail.links import to_page
from tideapi.openapi_views import Kept, keep_bytes
from tideapi.project import find_folder
from tideapi.web.static import YEAR

WEB = find_folder("web")
POLICY = (
    "default-src 'self'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types service-worker"
)
"""The policy: our own scripts and styles only; no text becomes a script but the service worker's address."""
STYLE = "style/all.css"
"""All style sheets in one; it names other files as the sheets in `style` do."""
MANIFEST = "manifest.webmanifest"
NOT_SERVED = {".md", ".ts", ".webmanifest", ""}
"""File endings in `web/` of licences and the like, and of the manifest, which has an address of its own."""
PREVIEW = "preview.png"
"""What links to a game show, of a folder in `web/games/`; only other servers ask for it."""
FOR_PROGRAMS = ("/api/", "/oauth/", "/static/")
"""Addresses that are for programs only."""
VISIT = "Sec-Fetch-Mode"
"""What a browser sends with a visit, and no program that only shows a link."""
IMPORT = re.compile(r'^(?:import|export)\b[^"()]*"(\.[^"]+)"', re.MULTILINE)
"""An import that a module needs at its start; a later import has brackets."""
LATE = re.compile(r'([\w-]+)"?: \(\) => import\("(\.[^"]+)"\)')
"""A page or a ruleset's picture, and its first module."""


@csrf_exempt
@require_safe
def table(request: HttpRequest, game: str = "") -> HttpResponse:
    """Return the page, the same for everyone: only its script knows the player.

    A program that asks for a game's, to show a link to it, finds in it what a stranger may see of the game.
    """
    is_visit = VISIT in request.headers
    response = _table_response("game" if game else "", _find_preview(game, is_visit=is_visit))
    if game:
        patch_vary_headers(response, [VISIT])
    # It names a folder that is gone with the next version, so the server is asked each time.
    response["Cache-Control"] = "public, no-cache"
    return response


def is_opened(request: HttpRequest) -> bool:
    """Return whether a browser has opened the address; programs do not ask for HTML."""
    accepted = request.headers.get("Accept", "")
    opened = request.method in {"GET", "HEAD"} and "text/html" in accepted
    return opened and not request.path.startswith(FOR_PROGRAMS)


def lost(request: HttpRequest) -> HttpResponse:
    """Return the page for an unknown address: its script says so. Why: docs/decisions/page.md."""
    response = _table_response()
    response.status_code = HTTPStatus.NOT_FOUND
    response["Cache-Control"] = "no-store"
    response["Vary"] = "Accept"
    del response["ETag"]
    return response


def _find_preview(game: str, *, is_visit: bool) -> Preview | None:
    """Return what the page says of a game: nothing to a visitor, nor where a stranger sees nothing."""
    with suppress(DatabaseError):
        return None if is_visit or not game else preview_game(game)
    return None


def _table_response(page: str = "", preview: Preview | None = None) -> HttpResponse:
    kept = _build_page(_version_folder(), page, preview)
    response = kept.answer("text/html; charset=utf-8")
    response["Content-Security-Policy"] = POLICY
    return response


@csrf_exempt
@require_safe
def style(request: HttpRequest, folder: str) -> HttpResponse:
    """Return all style sheets in one, because each request costs a slow phone a round trip."""
    if f"/{folder}/" not in (now := _version_folder()):
        raise Http404
    response = _style_sheet(now).answer("text/css; charset=utf-8")
    response["Cache-Control"] = f"max-age={YEAR}, public, immutable"
    return response


@lru_cache(maxsize=1)
def _style_sheet(folder: str) -> Kept:
    return keep_bytes(b"\n".join(path.read_bytes() for path in sorted(WEB.glob("style/*.css"))))


@csrf_exempt
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the script that serves the table offline; it changes with each change of `web/`.

    Its address is at the root because it may serve only what lies below it.
    """
    response = _service_worker(_version_folder()).answer("text/javascript; charset=utf-8")
    response["Cache-Control"] = "public, no-cache"
    response["Content-Security-Policy"] = "default-src 'self'"
    return response


@lru_cache(maxsize=1)
def _service_worker(folder: str) -> Kept:
    files = sorted(
        path
        for path in WEB.rglob("*")
        if path.is_file() and path.suffix not in NOT_SERVED and path.name != PREVIEW
    )
    # The sheets in `style` come as one; the others are loaded with the page that they are for.
    named = (folder + _path_inside(path) for path in files if not path.match("style/*.css"))
    shell = {
        "folder": folder,
        "site": site_name(),
        "files": [*named, folder + STYLE, static("tideapi/icon.svg")],
    }
    script = f"""\
import {{begin}} from "{folder}worker/index.js";

begin(self, {json.dumps(shell, indent=2)});
"""
    return keep_bytes(script.encode())


@csrf_exempt
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return what the table is called on a home screen: the operator's name for it."""
    response = _manifest(_version_folder()).answer("application/manifest+json")
    response["Cache-Control"] = "public, no-cache"
    return response


@lru_cache(maxsize=1)
def _manifest(folder: str) -> Kept:
    shown = json.loads((WEB / MANIFEST).read_bytes()) | {"name": site_name()}
    shown["icons"] = [{**one, "src": folder + one["src"]} for one in shown["icons"]]
    return keep_bytes(json.dumps(shown).encode())


@lru_cache(maxsize=32)
def _build_page(folder: str, page: str, preview: Preview | None = None) -> Kept:
    """Return the page with its tags of the Open Graph protocol (https://ogp.me)."""
    modules, parts = _list_modules(folder, page)
    sentence = settings.TIDE_SITE_SENTENCE
    picture = f"table/games/{preview.ruleset if preview else ''}/{PREVIEW}"
    site = {
        "name": site_name(),
        "sentence": sentence,
        "links": site_addresses(),
        "sign_up": settings.TIDE_SIGN_UP,
        "chat": settings.TIDE_DEFAULT_CHAT,
    }
    shown = {
        "folder": folder,
        "language": settings.LANGUAGE_CODE,
        "sentence": sentence or "Table games for people far apart, one move a day.",
        "preview": preview,
        "picture": to_page(static(picture if finders.find(picture) else f"tideapi/{PREVIEW}")),
        "style": folder + STYLE,
        "modules": modules,
        "parts": {**parts, "site": site},
    }
    return keep_bytes(render_to_string("table.html", shown).encode())


@lru_cache(maxsize=2)
def _list_modules(folder: str, page: str) -> tuple[list[str], dict[str, dict[str, list[str]]]]:
    """Return the modules that all pages need and this one needs, and what the others need beside them."""
    # Named in the page, so that the browser need not find them one import after the other. First
    # comes what asks for the game.
    early = _needed_by(WEB / "first_requests.js", set())
    needed = _needed_by(WEB / "main.js", set())
    more = _needed_by(WEB / f"pages/{page}.js", set()) if page else set()
    later = sorted((needed | more) - early)
    parts = {
        "pages": _list_parts(WEB / "pages" / "index.js", needed),
        "pictures": _list_parts(WEB / "games" / "index.js", needed),
    }
    return [folder + _path_inside(path) for path in [*sorted(early), *later]], parts


def _list_parts(index: Path, needed: set[Path]) -> dict[str, list[str]]:
    """Return the files of each page or picture in this module that not all need, with its style."""
    parts = dict[str, list[str]]()
    for name, module in LATE.findall(index.read_text()):
        begins = (index.parent / module).resolve()
        sheets = "*.css" if begins.stem == "index" else f"{begins.stem}.css"
        found = {*_needed_by(begins, set()), *begins.parent.glob(sheets)} - needed
        parts[name] = [_path_inside(path) for path in sorted(found)]
    return parts


def _needed_by(module: Path, found: set[Path]) -> set[Path]:
    """Return the module and all that it imports at its start."""
    if module not in found:
        found.add(module)
        for name in IMPORT.findall(module.read_text()):
            _needed_by((module.parent / name).resolve(), found)
    return found


def _version_folder() -> str:
    """Return the address of this version of `web/`, which is the key of all caches of it."""
    return static("table/main.js").removesuffix("main.js")


def _path_inside(path: Path) -> str:
    return path.relative_to(WEB).as_posix()


@csrf_exempt
@require_safe
def serve_picture(request: HttpRequest, ruleset: str, group: str, piece: str) -> HttpResponse:
    """Answer with the picture of a piece of a game, whose address `material` of its ruleset has."""
    rules = registry.RULESETS.get(ruleset)
    if rules is None or rules.presentation is None:
        raise Http404
    for one in rules.presentation.material:
        for found in one.pieces:
            if (one.id, found.id) == (group, piece) and found.picture:
                return _keep_picture(found.picture).answer("image/svg+xml")
    raise Http404


@cache
def _keep_picture(drawn: str) -> Kept:
    return keep_bytes(drawn.encode())
