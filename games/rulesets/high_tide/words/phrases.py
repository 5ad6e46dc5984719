"""Words for the pieces and events of High Tide."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rulesets.kit.values import Json

COLOURS: Mapping[str, Promise | str] = {
    "black": gettext_lazy("black"),
    "purple": gettext_lazy("purple"),
    "blue": gettext_lazy("blue"),
    "orange": gettext_lazy("orange"),
    "yellow": gettext_lazy("yellow"),
    "white": gettext_lazy("white"),
}
EVENTS: Mapping[str, Promise | str] = {
    "round_began": gettext_lazy("Round {round} begins."),
    "rolled": gettext_lazy("{name} rolls {pair}."),
    "declined": gettext_lazy("{name} puts {pair} on the track."),
    "taken": gettext_lazy("{name} takes {pair}."),
    "rerolled": gettext_lazy("{name} re-rolls: {pair}."),
    "tile_used": gettext_lazy("{name} uses tile {tile}."),
    "open_dice": gettext_lazy("{name} has the open dice now."),
    "chair_moved": gettext_lazy("{name}: {beach} {start} → {end}"),
    "coin_taken": gettext_lazy("{name} takes a coin worth {value}."),
    "last_pair_rolled": gettext_lazy("The last pair is {pair}."),
    "shark_came": gettext_lazy("A shark drives {name} back on the {beach} beach: {start} → {end}"),
    "wave_laid": gettext_lazy("A small wave on the {beach} beach: water from space {water}."),
    "tile_gained": gettext_lazy("{name} gains tile {tile}."),
    "point_gained": gettext_lazy("{name} gains a point for the open dice."),
    "surfers_revealed": gettext_lazy("The surfer tiles are turned up: {surfers}."),
    "game_ended": gettext_lazy("The game is over."),
}
"""The sentences for events, by type."""
INTO_WATER = gettext_lazy("{name}: {beach} {start} → into the water")
NO_PREY = gettext_lazy("A shark comes to the {beach} beach, but no chair is there.")
LARGE_WAVE = gettext_lazy("A large wave on the {beach} beach: water from space {water}.")
TILES: Mapping[str, Promise | str] = {
    "B1": gettext_lazy("the rental moves on"),
    "B2": gettext_lazy("play first"),
    "B3": gettext_lazy("{beach} chair {steps} on"),
    "B4": gettext_lazy("{die} moves the {beach} chair too"),
    "B5": gettext_lazy("re-roll {die}"),
    "B6": gettext_lazy("{left:+} on the left die, {right:+} on the right"),
    "B7": gettext_lazy("{die} counts as {beach}"),
    "B8": gettext_lazy("put the roll away, take the pair on space {space}"),
    "B9": gettext_lazy("{die} moves its chair back"),
}
"""The words for the effect of each tile."""


def words_of(kind: str, data: Json) -> Promise | str:
    """Return the sentence for this event."""
    if kind == "chair_moved" and data["in_water"]:
        return INTO_WATER
    if kind == "shark_came" and data["seat"] is None:
        return NO_PREY
    if kind == "wave_laid" and data["size"] == "large":
        return LARGE_WAVE
    return EVENTS[kind]


def colour_word(beach: str) -> str:
    return str(COLOURS[beach])


def die_words(one: Json) -> str:
    return f"{colour_word(one['colour'])} {one['face']}"


def pair_words(dice: Json) -> str:
    return f"{die_words(dice['left'])} + {die_words(dice['right'])}"


def move_words(moved: tuple[str, int, int, bool]) -> str:
    """Return words for the move of a chair by an answer."""
    beach, start, end, wet = moved
    words = _("{beach} {start} → into the water") if wet else _("{beach} {start} → {end}")
    return words.format(beach=colour_word(beach), start=start or _("bar"), end=end)


def dice_of(action: Json, table: Json) -> list[tuple[str, int]]:
    """Return the beaches and steps of an answer; none if chance or a question comes first."""
    match action:
        case {"type": "accept" | "move"} | {"type": "reroll", "dice": []}:
            dice = table["dice"]
            return (
                [(one["beach"], one["steps"]) for one in (dice["left"], dice["right"])]
                if dice
                else []
            )
        case {"type": "take", "space": space}:
            lies = next(one["pair"] for one in table["track"]["spaces"] if one["space"] == space)
            return [(one["colour"], one["face"]) for one in (lies["left"], lies["right"])]
        case {"type": "tile", "tile": "B3", "beach": beach, "steps": steps}:
            return [(beach, steps)]
    return []
