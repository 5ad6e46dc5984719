"""The one error of the API: a call that is refused, as problem+json (RFC 9457) says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tideapi.rest import log_lines
from tideapi.rest.error_codes import CODES, NO_HEADERS

MAX_NAME = 100
"""Characters of a member's name that are sent back."""

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PROBLEM_PAGES = "/docs/problems/"
"""Where the page of each code is, on whichever server has refused (tideapi/guides/).

Why so: docs/decisions/api-document.md.
"""
MAX_NAMED_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a request: where, a code, one sentence.

    `place` is a JSON pointer (RFC 6901) into the body, or the name of a parameter of the query.
    """

    place: str
    code: str
    detail: "StrOrPromise"


class ApiError(Exception):
    """A call that is refused, and has changed nothing.

    `code` is one of `CODES`. `detail` is one sentence for people and never names anything that its reader may
    not know; it is translated where the problem is written, unless a value was filled in before. `pointer` is
    the JSON pointer (RFC 6901) of the offending value in the body, where there is one. `faults` are those of
    a request that does not fit its schema. `headers` are sent beside those of the code.
    """

    def __init__(
        self,
        code: str,
        detail: "StrOrPromise",
        pointer: str | None = None,
        *,
        faults: tuple[Fault, ...] = (),
        headers: Mapping[str, str] = NO_HEADERS,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.faults = faults
        self.headers = {**CODES[code].headers, **headers}

    @property
    def status(self) -> int:
        return CODES[self.code].status

    @property
    def title(self) -> str:
        return CODES[self.code].title

    @property
    def translated_detail(self) -> str:
        """Return the detail in the active language."""
        return _(str(self.detail)) if self.detail else ""

    def members(self) -> dict[str, Any]:
        """Return the members of the problem in the active language, `errors` only where there are any."""
        members: dict[str, Any] = {
            "type": f"{PROBLEM_PAGES}{self.code}",
            "title": _(self.title),
            "status": self.status,
            "code": self.code,
            "detail": self.translated_detail,
            "instance": log_lines.current_id(),
        }
        # A refusal about one place in the body names it like any other fault.
        one = (Fault(self.pointer, self.code, self.detail),) if self.pointer else ()
        place = "parameter" if self.code == "invalid_query" else "pointer"
        errors = [
            {place: fault.place, "code": fault.code, "detail": _(str(fault.detail))}
            for fault in self.faults or one
        ]
        return {**members, "errors": errors} if errors else members


def invalid_body(*faults: Fault) -> ApiError:
    """Return the error of a body that does not fit its schema.

    Its code is that of the faults, if they share one.
    """
    named, more = _name_faults(faults)
    first = named[0]
    if any(fault.code != first.code for fault in faults):
        said = _("The body has several faults.") + more
        return ApiError("invalid_request", said, faults=named)
    place = f"{first.place}: " if first.place else ""
    return ApiError(first.code, f"{place}{_(str(first.detail))}{more}", faults=named)


def invalid_query(*faults: Fault) -> ApiError:
    """Return the error of a query that does not fit its schema."""
    named, more = _name_faults(faults)
    said = _("The query does not fit its schema.") + more
    return ApiError("invalid_query", said, faults=named)


def _name_faults(faults: tuple[Fault, ...]) -> tuple[tuple[Fault, ...], str]:
    """Return the first faults, and how many more there are: an answer is no longer than its request."""
    further = len(faults) - MAX_NAMED_FAULTS
    more = " " + _("{n} further faults are not listed.").format(n=further) if further > 0 else ""
    return faults[:MAX_NAMED_FAULTS], more


def pointer_to(place: str, member: object) -> str:
    """Return the pointer to a member of what is at a place; a long name is cut off."""
    name = str(member)
    name = f"{name[:MAX_NAME]}…" if len(name) > MAX_NAME else name
    return f"{place}/{name.replace('~', '~0').replace('/', '~1')}"


def top_member(pointer: str) -> str:
    """Return the outermost member that a JSON pointer names, "" if it names the whole."""
    return "".join(pointer.split("/")[1:2]).replace("~1", "/").replace("~0", "~")
