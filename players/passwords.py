"""Rules for a new password, and the value of an account without one."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from players.models import Player
from players.models.player import normalize_password
from tideapi.rest.errors import Fault, invalid_body

NO_PASSWORD = UNUSABLE_PASSWORD_PREFIX
"""The hash of an account without a password: no password fits it."""


def refuse_weak(password: str, player: Player, pointer: str) -> None:
    """Raise `ApiError` (`weak_password`) for an easy password, or one like the name or address."""
    try:
        validate_password(normalize_password(password) or "", player)
    except ValidationError as error:
        faults = [Fault(pointer, "weak_password", message) for message in error.messages]
        raise invalid_body(*faults) from error
