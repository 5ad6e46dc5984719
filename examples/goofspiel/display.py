"""Goofspiel in the terminal: a line for each round."""

from collections.abc import Iterator

from games.rules.ruleset import Json
from games.text.display import Display


class Bids(Display):
    """The prize, what each seat bid for it, and who has it."""

    def legend_lines(self) -> Iterator[str]:
        yield self.paint.heading("prize " + "".join(f"{name[:12]:>13}" for name in self.names))

    def event_lines(self, event: Json) -> Iterator[str]:
        if event["type"] == "bids_opened":
            data = event["data"]
            bids = "".join(f"{bid:>13}" for bid in data["bids"])
            won = "nobody's" if data["winner"] is None else self.names[data["winner"]]
            yield f"{data['prize']:>5} {bids}  {won}"
