"""Avatars: the twelve drawn swimmers, one of which stands beside each player's name."""

from zlib import crc32

AVATARS = (
    *("bear", "cat", "crab", "fox", "frog", "hippo"),
    *("octopus", "otter", "penguin", "puffin", "turtle", "walrus"),
)


def avatar_of(player_id: int, chosen: str) -> str:
    """Return the avatar of a player; one who has chosen none has that of their number."""
    return chosen or AVATARS[crc32(b"%d" % player_id) % len(AVATARS)]
