"""High Tide on paper: the last goes, the beaches in rows, and the legal actions."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.rulesets.high_tide.words.phrases import (
    EVENTS,
    TILES,
    colour_word,
    dice_of,
    die_words,
    move_words,
    pair_words,
    words_of,
)
from games.rulesets.kit.values import Json
from games.rulesets.sheet import Block, Grid, Sheet, join_words

QUESTIONS = {
    "interrupt": gettext_lazy("Do you use a tile before the coming go?"),
    "choose": gettext_lazy("Do you roll, or take a pair?"),
    "accept": gettext_lazy("Do you accept the roll?"),
    "reroll": gettext_lazy("Which dice do you re-roll?"),
    "tiles": gettext_lazy("Do you use a tile, or move?"),
    "coin": gettext_lazy("Which coin do you take?"),
}


class HighTideSheet(Sheet):
    def event_sentence(self, kind: str, data: Json) -> str:
        if kind not in EVENTS:
            return super().event_sentence(kind, data)
        facts = {**data, "name": self.seat_name(data.get("seat"))}
        if "pair" in data:
            facts["pair"] = pair_words(data["pair"])
        if "beach" in data:
            facts["beach"] = colour_word(data["beach"])
        if kind == "surfers_revealed":
            named = zip(self.names, data["surfers"], strict=True)
            facts["surfers"] = ", ".join(f"{name}: {colour_word(beach)}" for name, beach in named)
        if kind == "tile_used":
            facts["tile"] = data["action"]["tile"]
        return str(words_of(kind, data)).format(**facts)

    def standing_blocks(self) -> Iterator[Block]:
        table = self.game["table"]
        yield _("Round {round} of {rounds}.").format(**table)
        beaches = tuple(self._beach_row(one) for one in table["beaches"])
        yield Grid((_("Beach"), *self.names, _("Water")), beaches)
        yield _("The figures are the spaces of the chairs; higher is nearer to the water.")
        yield from self._dice_lines()
        yield from self._possession_lines()
        scores = (
            f"{name}: {score}" for name, score in zip(self.names, table["scores"], strict=True)
        )
        words = _("Points if the game ended now: {scores}.")
        if table["surfers"] is None and "surfer" in self.mine:
            words = _("Points if the game ended now, without surfers: {scores}.")
        yield words.format(scores=", ".join(scores))

    def _beach_row(self, beach: Json) -> tuple[str, ...]:
        at = {seat: one["space"] for one in beach["chairs"] for seat in one["seats"]}
        cells = (
            f"{at[seat]}~" if seat in beach["flooded"] else str(at[seat] or _("bar"))
            for seat in range(len(self.names))
        )
        alert = self.game["table"]["shark_alert"]
        shark = " !" if alert and alert["alert"] == beach["beach"] else ""
        return f"{colour_word(beach['beach'])}{shark}", *cells, str(beach["water"])

    def _dice_lines(self) -> Iterator[str]:
        table = self.game["table"]
        lying = [
            _("{pair} on space {space}").format(pair=pair_words(one["pair"]), space=one["space"])
            for one in table["track"]["spaces"]
            if one["pair"] and one["available"]
        ]
        if lying:
            yield _("To be taken: {pairs}.").format(pairs="; ".join(lying))
        if table["dice"]:
            yield _("On the table: {pair}.").format(pair=pair_words(table["dice"]))
        queue = [self.names[seat] for seat in table["towel_pile"]]
        if queue:
            yield _("Still to play in this round: {names}.").format(names=", ".join(queue))

    def _possession_lines(self) -> Iterator[str]:
        table = self.game["table"]
        for name, coins in zip(self.names, table["coins"] or (), strict=False):
            owned = [f"{colour_word(beach)} {value}" for beach, value in coins.items() if value]
            if owned:
                yield _("Coins of {name}: {coins}.").format(name=name, coins=", ".join(owned))
        if table["baywatch"]:
            for seat, name in enumerate(self.names):
                held = [one["tile"] for one in table["baywatch"]["held"] if one["seat"] == seat]
                if held:
                    yield _("Tiles of {name}: {tiles}.").format(name=name, tiles=", ".join(held))

    def private_lines(self) -> Iterator[str]:
        if "surfer" in self.mine:
            words = _("Your surfer's beach: {beach}. The others do not see it before the end.")
            yield words.format(beach=colour_word(self.mine["surfer"]))

    def question_text(self) -> str:
        return str(QUESTIONS.get(self.game["table"]["decision"], super().question_text()))

    def action_text(self, action: Json) -> str:
        then = [move_words(one) for one in self._preview_moves(dice_of(action, self.game["table"]))]
        words = self._plain_action(action)
        return f"{words}: {join_words(then)}" if then else words

    def earlier_action_text(self, action: Json) -> str:
        match action["type"]:
            case "take":
                return _("Take the pair on space {space}").format(**action)
            case "coin":
                words = _("Take a coin from the {beach} beach")
                return words.format(beach=colour_word(action["beach"]))
            case "pass":
                return _("Use nothing")
            case "reroll" if action["dice"]:
                return ngettext("Re-roll one die", "Re-roll both dice", len(action["dice"]))
            case "tile":
                return _("Use tile {tile}").format(**action)
        return self._plain_action(action)

    def _plain_action(self, action: Json) -> str:  # noqa: PLR0911  Words for each type.
        table = self.game["table"]
        match action["type"]:
            case "roll":
                return _("Roll two dice")
            case "take":
                lies = next(
                    one for one in table["track"]["spaces"] if one["space"] == action["space"]
                )
                return _("Take {pair} from space {space}").format(
                    pair=pair_words(lies["pair"]), space=action["space"]
                )
            case "accept":
                return _("Accept")
            case "decline":
                return _("Decline: the pair goes on the track, and you roll again")
            case "move":
                return _("Move")
            case "coin":
                beach = next(one for one in table["beaches"] if one["beach"] == action["beach"])
                value = next(
                    one["value"] for one in beach["coins"] if one["space"] == action["space"]
                )
                words = _("Take the coin worth {value} from the {beach} beach")
                return words.format(value=value, beach=colour_word(action["beach"]))
            case "pass":
                return _("Leave the coins") if table["decision"] == "coin" else _("Use no tile")
            case "reroll":
                if not action["dice"]:
                    return _("Keep both dice")
                dice = join_words([die_words(table["dice"][side]) for side in action["dice"]])
                return _("Re-roll {dice}").format(dice=dice)
        return self._tile_text(action)

    def _tile_text(self, action: Json) -> str:
        facts = dict(action)
        if "die" in action:
            facts["die"] = die_words(self.game["table"]["dice"][action["die"]])
        if on := action.get("beach") or action.get("colour"):
            facts["beach"] = colour_word(on)
        use = str(TILES[action["tile"]]).format(**facts)
        return _("Tile {tile}: {use}").format(tile=action["tile"], use=use)

    def _preview_moves(self, steps: list[tuple[str, int]]) -> Iterator[tuple[str, int, int, bool]]:
        """Yield the moves of the player's chairs by these dice, as a preview of an answer."""
        seat = self.mine["seat"]
        sums: dict[str, int] = {}
        for beach, far in steps:
            sums[beach] = sums.get(beach, 0) + far
        for beach in self.game["table"]["beaches"]:
            if beach["beach"] not in sums or seat in beach["flooded"]:
                continue
            start = next(one["space"] for one in beach["chairs"] if seat in one["seats"])
            end = max(0, min(start + sums[beach["beach"]], beach["water"]))
            yield beach["beach"], start, end, end >= beach["water"]
