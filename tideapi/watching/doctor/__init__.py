"""Faults of a running server: each check is one small function in `LOOKS`.

Why so: docs/decisions/operations.md.
"""

import redis
from django.db import DatabaseError

from tideapi.watching.doctor import clock, hygiene, outside, postgres, rooms
from tideapi.watching.doctor.findings import Finding, Look

LOOKS: tuple[Look, ...] = (
    rooms.settings_are_sound,
    rooms.names_are_named,
    rooms.links_are_encrypted,
    postgres.database_answers,
    postgres.version_is_known,
    postgres.migrations_are_applied,
    postgres.key_opens_what_is_sealed,
    outside.broker_answers,
    outside.mail_server_answers,
    outside.mail_in_answers,
    outside.somebody_works,
    outside.beat_rings,
    clock.clocks_agree,
    clock.sweep_is_in_time,
    clock.turns_are_in_time,
    clock.no_game_is_set_aside,
    clock.bots_move,
    clock.outbox_is_in_time,
    clock.messages_arrive,
    hygiene.connections_are_left,
    hygiene.no_transaction_stays_open,
    hygiene.nobody_idles_in_a_transaction,
    hygiene.tables_are_vacuumed,
    hygiene.disk_has_room,
    hygiene.standbys_follow,
)
"""The checks, in the order of their output."""


def examine() -> list[Finding]:
    """Return all findings. A check that needs a server that is away is left out."""
    found: list[Finding] = []
    for look in LOOKS:
        try:
            found += look()
        except (DatabaseError, redis.RedisError):
            continue  # `database_answers` and `broker_answers` say so.
        except Exception as error:  # noqa: BLE001  A key or an address that is none raises anything.
            found.append(_not_looked_at(look, error))
    return found


def _not_looked_at(look: Look, error: Exception) -> Finding:
    """Return a finding without the error's message, which may quote a password."""
    what = getattr(look, "__name__", "something").replace("_", " ")
    said = f"'{what}' could not be looked at: {type(error).__name__}."
    return Finding("not-looked-at", said, "Correct the setting that it reads, a key or an address.")
