"""One beach: chairs and coins by space, and what it is worth in the end."""

from collections.abc import Sequence

BAR = 0
DEEPEST_COIN = 8


class Beach:
    """`spaces[n]` are the chairs on space n from left to right, as seats; 0 is the bar."""

    def __init__(self, length: int, seats: int) -> None:
        self.spaces: list[list[int]] = [[] for _ in range(length + 2)]
        self.spaces[BAR] = list(range(seats))
        self.dry = length
        self.coins: dict[int, int] = {}

    def stand(self, seat: int) -> int:
        return next(space for space, chairs in enumerate(self.spaces) if seat in chairs)

    def swims(self, seat: int) -> bool:
        return self.stand(seat) > self.dry

    @property
    def anybody_swims(self) -> bool:
        return any(self.spaces[self.dry + 1 :])

    def goal(self, seat: int, steps: int) -> int:
        """Where so many steps lead, those below 0 away from the water."""
        start = self.stand(seat)
        if start > self.dry:
            return start
        return min(max(start + steps, BAR), self.dry + 1)

    def move(self, seat: int, steps: int) -> None:
        start, goal = self.stand(seat), self.goal(seat, steps)
        if start != goal:
            self.spaces[start].remove(seat)
            self.spaces[goal].append(seat)

    def flee(self, distance: int) -> None:
        """The shark is near: the leftmost chair of those nearest to the water goes back."""
        for space in range(self.dry, BAR, -1):
            if self.spaces[space]:
                self.move(self.spaces[space][0], -distance)
                return

    def wave(self, length: int) -> None:
        self.dry = max(BAR, self.dry - length)
        self.coins = {space: value for space, value in self.coins.items() if space <= self.dry}

    def coins_on_the_way(self, seat: int, steps: Sequence[int]) -> list[int]:
        """Spaces with coins where these steps, one after the other in either order, can stop."""
        stops = {self.goal(seat, sum(steps))} | {self.goal(seat, step) for step in steps}
        return sorted(space for space in stops if space in self.coins and space != self.stand(seat))

    def points(self, places: Sequence[int], surfer: int | None) -> dict[int, int]:
        """Points by seat; `places` are those of the first, the second and so on."""
        worth = dict.fromkeys(self.spaces[BAR], 1)
        if surfer in worth:
            worth[surfer] = 2
        left = list(places)
        if surfer is not None and self.swims(surfer):
            worth[surfer] = 6
            left.pop(0)
        for space in range(self.dry, BAR, -1):
            for seat in reversed(self.spaces[space]):
                if seat != surfer and left:
                    worth[seat] = left.pop(0)
        return worth
