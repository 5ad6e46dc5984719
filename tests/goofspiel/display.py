"""Goofspiel in the terminal: a line for each round."""

from collections.abc import Iterator
from typing import Any

from games.text.display import Display

Json = dict[str, Any]


class Bids(Display):
    """The prize, what each seat bid for it, and who has it."""

    def legend(self) -> Iterator[str]:
        yield "Each round all bid one card for the prize. The highest bid has it; a tie loses it for all."
        yield self.paint.heading("prize " + "".join(f"{name[:12]:>13}" for name in self.names))

    def lines(self, event: Json) -> Iterator[str]:
        if event["type"] != "bids_opened":
            return
        data = event["data"]
        bids = "".join(f"{bid:>13}" for bid in data["bids"])
        winner = data["winner"]
        won = "nobody's" if winner is None else self.names[winner]
        yield f"{data['prize']:>5} {bids}  {won}"
