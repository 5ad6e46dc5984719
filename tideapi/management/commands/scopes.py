"""Command that writes docs/scopes.md from the scopes of each call."""

from collections.abc import Iterator
from typing import Any

from tideapi.docs import build_document
from tideapi.management.generated import PageCommand
from tideapi.rest.scopes import DANGEROUS, PERSONAL, SCOPES

METHODS = ("get", "put", "post", "patch", "delete")

BEGINNING = """\
# Scopes

What a token may do is said by its scopes. Each call names the one that it needs, and no scope contains
another. A token without it is refused with 403, `insufficient_scope`; the header `WWW-Authenticate` says
which one is missing.

What an answer shows follows from the token's scopes as well, whichever call it is
([what is promised](security.md#tokens-and-scopes)). Without `game:read` a game has no `mine`, and a private
one no `table`. A feed leaves out what happens among people without `message:read`, and what ends a webhook or
a receiver without `notice:write` ([which events](events.md)); so does the list of a receiver's deliveries.

Some calls of `notice:write` take more, because what is sent then shows what another scope guards:

- To make a webhook, to enable it again, to change its address, to renew its secret, and to have more `events`
  sent take the scopes of all events that are sent: `game:read` and `message:read` for the whole feed.
- To make a receiver of another channel, and to enable it again, take `game:read` and `message:read`. To be
  sent moves as buttons (`moves` in an address of `ntfy`) takes `game:play`, too.
- `POST /me/subscriptions` takes `game:read`, and for `news` also `message:read`.

An app has the scopes to which its player agrees ([how](apps.md)), and a player's own
token those that the player chooses. `POST /me/tokens` gives all of them, unless its `scopes` names fewer.
"""


class Command(PageCommand):
    help = "Write docs/scopes.md, the table of calls and scopes, from the code."
    page = "scopes.md"

    def text(self) -> str:
        return page()


def page() -> str:
    """Return the whole page."""
    found: dict[str | None, list[str]] = {}
    for scope, row in _calls():
        found.setdefault(scope, []).append(row)
    parts = [BEGINNING]
    for scope, text in SCOPES.items():
        parts.append(_part(f"`{scope}`", " ".join([text, *_notes(scope)]), found.get(scope)))
    parts.append(_part("No scope", "These look at no token.", found.get(None)))
    return "\n".join(parts)


def _notes(scope: str) -> Iterator[str]:
    if scope in PERSONAL:
        yield "No app is given it: only a player who signs in with a password or passkey has it."
    elif scope in DANGEROUS:
        yield "Who is asked for it is told to take care."


def _part(title: str, text: str, rows: list[str] | None) -> str:
    table = "\n".join(["| call | what |", "|---|---|", *rows]) if rows else "No call needs it yet."
    return f"## {title}\n\n{text}\n\n{table}\n"


def _calls() -> Iterator[tuple[str | None, str]]:
    """Yield each call of the API, with its scope."""
    for path, methods in build_document()["paths"].items():
        if not path.startswith("/api/v1"):
            continue
        short = path.removeprefix("/api/v1") or path
        for method in METHODS:
            if method in methods:
                scopes = _scopes(methods[method])
                also = "".join(f"; takes `{scope}`, too" for scope in scopes[1:])
                yield (
                    next(iter(scopes), None),
                    f"| `{method.upper()} {short}` | {methods[method]['summary']}{also} |",
                )


def _scopes(operation: dict[str, Any]) -> list[str]:
    """Return the scopes that a call needs, its own one first."""
    named = [one["bearer"] for one in operation.get("security", []) if "bearer" in one]
    return list(named[0]) if named else []
