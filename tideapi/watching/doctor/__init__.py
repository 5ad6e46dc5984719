"""Faults of a running server that neither /readyz nor a system check tells.

Each check is one small function.

Why so: docs/decisions/operations.md.
"""

from collections.abc import Sequence

from django.db import InterfaceError, OperationalError

from tideapi.watching.doctor import clock, postgres_health, settings_checks
from tideapi.watching.doctor.findings import Finding, Look

LOOKS_AT_SETTINGS: tuple[Look, ...] = (
    settings_checks.links_are_encrypted,
    settings_checks.key_opens_what_is_sealed,
    settings_checks.mail_server_answers,
    settings_checks.mail_in_answers,
)
LOOKS_AT_ROWS: tuple[Look, ...] = (
    clock.mailbox_is_read,
    clock.clocks_agree,
    clock.sweep_is_in_time,
    clock.turns_are_in_time,
    clock.no_game_is_set_aside,
    clock.bots_move,
    clock.outbox_is_in_time,
    clock.messages_arrive,
    postgres_health.connections_are_left,
    postgres_health.no_transaction_stays_open,
    postgres_health.nobody_idles_in_a_transaction,
    postgres_health.tables_are_vacuumed,
    postgres_health.disk_has_room,
    postgres_health.standbys_follow,
)
"""The checks that ask the database alone."""
LOOKS = LOOKS_AT_SETTINGS + LOOKS_AT_ROWS
"""The checks, in the order of their output."""


def examine(looks: Sequence[Look] = ()) -> list[Finding]:
    """Return the findings of these checks, or of all; without a database that alone."""
    found: list[Finding] = []
    for check in looks or LOOKS:
        try:
            found += check()
        except (OperationalError, InterfaceError) as error:
            why = str(error).strip().partition("\n")[0]
            what = "Start PostgreSQL, or correct DATABASE_URL. Until then every call is refused."
            return [Finding("database-away", f"PostgreSQL does not answer: {why}", what)]
        except Exception as error:  # noqa: BLE001  A key or an address that is none raises anything.
            found.append(_not_looked_at(check, error))
    return found


def _not_looked_at(check: Look, error: Exception) -> Finding:
    """Return a finding without the error's message, which may quote a password."""
    what = getattr(check, "__name__", "something").replace("_", " ")
    message = f"'{what}' could not be looked at: {type(error).__name__}."
    return Finding(
        "not-looked-at", message, "Correct the setting that it reads, a key or an address."
    )
