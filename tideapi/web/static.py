"""Static files, under names made of their content and cached for a year.

They are served straight from the packages that hold them: there is no collecting step to forget. Each has its
plain name too, which style sheets use for their pictures, and is then kept for a minute.

The modules of the table in the browser (`web/`) import each other by relative addresses. So that folder as a
whole has one name, made of all its content, and no file of it has to be rewritten.

With `WHITENOISE_AUTOREFRESH`, as under `make up`, files are read for each request, and a browser asks each
time whether its copy is still current.
"""

import os
import re
from collections.abc import Callable, Iterator
from email.utils import formatdate
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from io import UnsupportedOperation
from pathlib import Path, PurePosixPath
from typing import IO, Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

YEAR = 365 * 24 * 60 * 60
DIGITS = 12
MARK = re.compile(rf"\.[0-9a-f]{{{DIGITS}}}(?=[./])")
"""The part of a name that is made of content."""
TABLE = "table"
"""The folder of static files whose content has one name as a whole."""

KEPT = 1024
"""Files that are kept in memory: more than there are, or reading them in turn would keep none."""
_kept: dict[tuple[int, ...], bytes] = {}


class ByContent(StaticFilesStorage):
    """The storage behind Django's template tag `static`."""

    def url(self, name: str | None) -> str:
        return super().url(name_by_content(name) if name else name)


def read_once(read: Callable[[str], str]) -> Callable[[str], str]:
    """Decorate a function so that it reads each file once, unless files may change at run time."""
    kept = cache(read)

    @wraps(read)
    def read_or_kept(name: str) -> str:
        return (read if settings.WHITENOISE_AUTOREFRESH else kept)(name)

    return read_or_kept


@read_once
def name_by_content(name: str) -> str:
    """Return `a/b.css` as `a/b.0123456789ab.css`; a name without a file stays the same."""
    found = finders.find(name)
    if found is None or not Path(found).is_file():
        return name
    path = PurePosixPath(name)
    if path.parts[0] == TABLE:
        inside = PurePosixPath(*path.parts[1:])
        root = str(Path(found).parents[len(inside.parts) - 1])
        return f"{TABLE}.{_mark_of_all(root)}/{inside}"
    return str(path.with_suffix(f".{_content_mark(found)}{path.suffix}"))


@read_once
def _content_mark(path: str) -> str:
    return sha256(Path(path).read_bytes()).hexdigest()[:DIGITS]


@read_once
def _mark_of_all(root: str) -> str:
    """Return one mark for all files below the folder, their names included."""
    made = sha256()
    for path in sorted(one for one in Path(root).rglob("*") if one.is_file()):
        content = path.read_bytes()
        made.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return made.hexdigest()[:DIGITS]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # It has no types.
    """WhiteNoise, with each file in memory once for all clients."""

    FOREVER = YEAR

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        super().add_file_to_dictionary(url, path, stat_cache)
        by_content = staticfiles_storage.url(url.removeprefix(self.static_prefix))
        super().add_file_to_dictionary(by_content, path, stat_cache)

    def candidate_paths_for_url(self, url: str) -> Iterator[str]:
        """Yield the path of a file by any name it has had; used where files may change."""
        yield from super().candidate_paths_for_url(MARK.sub("", url, count=1))

    def immutable_file_test(self, path: str, url: str) -> bool:
        if self.autorefresh:
            return False
        of_table = url.startswith(f"{self.static_prefix}{TABLE}.")
        return of_table or bool(super().immutable_file_test(path, url))

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        super().add_cache_headers(headers, path, url)
        # The same in all processes and on all machines; weak, because it may be sent compressed.
        headers["ETag"] = f'W/"{_content_mark(path)}"'

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        # HEAD gets the same answer; the sender leaves the body out.
        method = "GET" if request.method == "HEAD" else request.method
        found = static_file.get_response(method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                if found.status == HTTPStatus.OK and _is_changed(found.file, dict(found.headers)):
                    raise Http404
                body = Shared(found.file).body
        answer = HttpResponse(body, status=int(found.status))
        del answer["Content-Type"]  # Django's usual one; a 304 has none.
        for name, value in found.headers:
            # Its tag says more, and the page of a game fetches some sixty files, each with its headers.
            if name != "Last-Modified":
                answer[name] = value
        return answer


def _is_changed(file: IO[bytes], headers: dict[str, str]) -> bool:
    """Return whether the file was replaced since this process began, which has its name and length."""
    found = os.fstat(file.fileno())
    was = headers["Last-Modified"], headers["Content-Length"]
    return was != (formatdate(found.st_mtime, usegmt=True), str(found.st_size))


class Shared:
    """WSGI's `file_wrapper`: the part of a file that is sent. `body` is one object for the same file."""

    def __init__(self, file: Any, block_size: int = 0) -> None:
        self.close = file.close
        try:
            found = os.fstat(file.fileno())
        except (AttributeError, UnsupportedOperation):
            self.body: bytes = file.read()  # A part of a file, asked for by the header Range.
            return
        known_by = (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)
        self.body = _kept.get(known_by) or _keep_file(known_by, file.read())

    def __iter__(self) -> Iterator[bytes]:
        yield self.body


def _keep_file(known_by: tuple[int, ...], content: bytes) -> bytes:
    if len(_kept) >= KEPT:
        _kept.clear()
    return _kept.setdefault(known_by, content)
