"""Headers whose name has an underscore, which end here.

WSGI, as CGI did, writes `-` in a name as `_`. So what a client sends as `X_Forwarded_For` would arrive
as what a proxy sends as `X-Forwarded-For`, behind a proxy that lets it through.
"""

from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Coroutine[Any, Any, None]]


def unambiguous(application: Application) -> Application:
    """The same ASGI application, which is shown no such header."""

    async def shown(scope: Scope, receive: Any, send: Any) -> None:
        if any(b"_" in name for name, _ in scope.get("headers", ())):
            headers = [one for one in scope["headers"] if b"_" not in one[0]]
            scope = {**scope, "headers": headers}
        await application(scope, receive, send)

    return shown
