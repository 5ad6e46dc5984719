"""How records write what is not JSON."""

from datetime import datetime
from random import Random


def utc(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def digits(random: Random, many: int) -> str:
    """So many random bytes in hexadecimal digits."""
    return random.randbytes(many).hex()
