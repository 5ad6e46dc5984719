"""What there is to compare with."""

from tools.siege.attack import Attack, Ground


class Peace(Attack):
    """Nothing: how the other player fares when nobody does her harm."""

    name = "peace"

    async def goes(self, ground: Ground) -> None:
        ground.counts["begun"] += 1
