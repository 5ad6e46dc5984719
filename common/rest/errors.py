"""The one error of the API: a call that is refused, as problem+json (RFC 9457) says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.rest import log_lines
from common.rest.error_codes import CODES, NO_HEADERS

MAX_NAME = 100
"""Characters of a member's name that are sent back."""

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PROBLEM_PAGES = "/docs/problems/"
"""Where the page of each code is, on whichever server has refused (tideapi/guides/)."""
MAX_NAMED_FAULTS = 20
MAX_TOLD_FAULTS = 3
"""Faults that `detail` says, which clients show where they show nothing else."""


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

    `code` is one of `CODES`; that of a member is written as a fault of `invalid_body`. `detail` is one
    sentence for people and never names anything that its reader may not know; it is translated where the
    problem is written, unless a value was filled in before. `pointer` is the JSON pointer (RFC 6901) of the
    offending value in the body, where there is one. `faults` are those of a request that does not fit its
    schema. `headers` are sent beside those of the code.
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
    def translated_detail(self) -> str:
        """Return the detail in the active language."""
        return _(str(self.detail)) if self.detail else ""

    def members(self) -> dict[str, Any]:
        """Return the members of the problem in the active language, `errors` only where there are any."""
        is_fault = CODES[self.code].is_fault
        kind = "invalid_body" if is_fault else self.code
        members: dict[str, Any] = {
            "type": f"{PROBLEM_PAGES}{kind}",
            "title": _(CODES[kind].title),
            "status": self.status,
            "code": kind,
            "detail": self.translated_detail,
            "instance": log_lines.current_id(),
        }
        # A refusal about one place in the body names it like any other fault.
        at = self.pointer or ("" if is_fault else None)
        one = () if at is None else (Fault(at, self.code, self.detail),)
        place = "parameter" if kind == "invalid_query" else "pointer"
        errors = [
            {place: fault.place, "code": fault.code, "detail": _(str(fault.detail))}
            for fault in self.faults or one
        ]
        return {**members, "errors": errors} if errors else members


def invalid_body(*faults: Fault) -> ApiError:
    """Return the error of a body that does not fit its schema."""
    message, named = _describe_faults(faults)
    return ApiError("invalid_body", message, faults=named)


def invalid_query(*faults: Fault) -> ApiError:
    """Return the error of a query that does not fit its schema."""
    message, named = _describe_faults(faults)
    return ApiError("invalid_query", message, faults=named)


def _describe_faults(faults: tuple[Fault, ...]) -> tuple[str, tuple[Fault, ...]]:
    """Return sentences about the first faults, and those that an answer lists in `errors`.

    It lists at most `MAX_NAMED_FAULTS`: an answer is no longer than its request.
    """
    named = faults[:MAX_NAMED_FAULTS]
    sentences = [
        f"{fault.place}: {_(str(fault.detail))}" if fault.place else _(str(fault.detail))
        for fault in named[:MAX_TOLD_FAULTS]
    ]
    if further := len(named) - len(sentences):
        words = ngettext("{n} more is in `errors`.", "{n} more are in `errors`.", further)
        sentences.append(words.format(n=further))
    if further := len(faults) - len(named):
        words = ngettext(
            "{n} further fault is not listed.", "{n} further faults are not listed.", further
        )
        sentences.append(words.format(n=further))
    return " ".join(sentences), named


def pointer_to(place: str, member: object) -> str:
    """Return the pointer to a member of what is at a place; a long name is cut off."""
    name = str(member)
    name = f"{name[:MAX_NAME]}…" if len(name) > MAX_NAME else name
    return f"{place}/{name.replace('~', '~0').replace('/', '~1')}"


def top_member(pointer: str) -> str:
    """Return the outermost member that a JSON pointer names, "" if it names the whole."""
    return _unescape("".join(pointer.split("/")[1:2]))


def last_member(pointer: str) -> str:
    """Return the innermost member that a JSON pointer names, "" if it names the whole."""
    return _unescape(pointer.rpartition("/")[2])


def _unescape(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")
