"""A server that is a sandbox, and the times of a player's rows that come nearer as its time is moved."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial, reduce
from operator import or_
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from players.browser_sessions import sessions_of
from players.models import AppCode, AppDevice, AppToken, Player, Token

Rows = Callable[[Player], "QuerySet[Any]"]
FIRST = datetime(1000, 1, 1, tzinfo=UTC)
"""The first time that a row may get: Python has none before the year 1."""


class Times(NamedTuple):
    """Columns with a time of the rows that belong to a player."""

    rows: Rows
    columns: tuple[str, ...]


_TIMES: list[Times] = []


def refuse_outside() -> None:
    """Raise `ApiError` (`sandbox_only`) unless the server is a sandbox."""
    if not settings.TIDE_SANDBOX_ENABLED:
        raise ApiError("sandbox_only", "This server is no sandbox.")


def register_times(rows: Rows, *columns: str) -> None:
    """Add columns that `bring_nearer` moves."""
    _TIMES.append(Times(rows, columns))


def bring_nearer(player: Player, by: timedelta, called_with: Token) -> None:
    """Bring all these times of a player nearer, except the end of the token of this call.

    Raises `ApiError` if one of them would lie before `FIRST`.
    """
    for times in _TIMES:
        rows = times.rows(player)
        if rows.model is Token:
            rows = rows.exclude(pk=called_with.pk)
        too_early = reduce(or_, (Q((f"{column}__lt", FIRST + by)) for column in times.columns))
        if rows.filter(too_early).exists():
            message = _("No time is moved back beyond the year {year}.").format(year=FIRST.year)
            raise ApiError("invalid_step", message, "/by")
        rows.update(**{column: F(column) - by for column in times.columns})


def register_own() -> None:
    """Register the ends of tokens, rights of apps and browser sessions."""
    register_times(partial(_rows_of, Token, "player"), "expires_at")
    for model in (AppCode, AppDevice, AppToken):
        register_times(partial(_rows_of, model, "user"), "expires")
    register_times(sessions_of, "expire_date")


def _rows_of(model: Any, owner: str, player: Player) -> "QuerySet[Any]":
    found: QuerySet[Any] = model.objects.filter(**{owner: player})
    return found
