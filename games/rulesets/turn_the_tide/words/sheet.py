"""Turn the Tide on paper: each round in a sentence, the tides and preservers, the hand."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rulesets.kit.values import Json
from games.rulesets.sheet import Block, Grid, Sheet, join_words


class TurnTheTideSheet(Sheet):
    def event_sentences(self, events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        """Yield a paragraph for each round: the cards, the tides taken, and the losses."""
        round_: list[str] = []
        for event in events:
            said = self.event_sentence(event["type"], event["data"])
            if event["type"] in {"cards_revealed", "stage_began", "stage_ended"} and round_:
                yield " ".join(round_)
                round_ = []
            if said:
                round_.append(said)
        if round_:
            yield " ".join(round_)

    def event_sentence(self, kind: str, data: Json) -> str:  # noqa: PLR0911  A sentence for each type.
        name = self.seat_name(data.get("seat"))
        match kind:
            case "stage_began" if data["stage"] > 1:
                return _("Stage {stage} begins: the hands have moved on to the left.").format(
                    **data
                )
            case "cards_revealed":
                played = (f"{self.seat_name(one['seat'])} {one['card']}" for one in data["cards"])
                return _("Played: {cards}.").format(cards=", ".join(played))
            case "tides_taken":
                words = _("{name} takes tide {tide}")
                taken = [
                    words.format(name=self.seat_name(one["seat"]), tide=one["tide"])
                    for one in data["taken"]
                ]
                return f"{join_words(taken)}." if taken else ""
            case "preserver_lost":
                left = data["left"]
                words = ngettext(
                    "{name} loses a preserver and has {left} left.",
                    "{name} loses a preserver and has {left} left.",
                    left,
                )
                return words.format(name=name, left=left)
            case "eliminated":
                return _("{name} had no preserver to lose and is out of this stage.").format(
                    name=name
                )
            case "stage_ended":
                scores = (f"{self.names[seat]} {won}" for seat, won in enumerate(data["scores"]))
                words = _("Stage {stage} is over. Points: {scores}.")
                return words.format(stage=data["stage"], scores=", ".join(scores))
        return super().event_sentence(kind, data)

    def standing_blocks(self) -> Iterator[Block]:
        table = self.game["table"]
        words = _("Stage {stage} of {stages}, round {round} of {rounds}.")
        yield words.format(**table, stages=self.game["stages"])
        rows = (
            (
                name,
                _("out") if seat["eliminated"] else str(seat["tide_level"]),
                str(seat["preservers"]),
                str(seat["score"]),
            )
            for (name, _seat), seat in zip(self._named_seats(), table["seats"], strict=True)
        )
        yield Grid((_("Player"), _("Tide level"), _("Preservers"), _("Points")), tuple(rows))
        if self.mine.get("legal_actions"):
            low, high = sorted(table["tides"])
            words = _("The highest card takes tide {low}, the second highest tide {high}.")
            yield words.format(low=low, high=high)

    def private_lines(self) -> Iterator[str]:
        if hand := self.mine.get("hand"):
            yield _("Your hand: {cards}").format(cards=" ".join(map(str, hand)))

    def question_text(self) -> str:
        return _("Which card do you play?")

    def action_text(self, action: Json) -> str:
        return _("the {card}").format(card=action["card"])

    def action_commands(self) -> Mapping[str, Json]:
        return {f"play {one['card']}": one for one in self.mine["legal_actions"]}
