"""High Tide as the server plays it: rules, bot, words."""

from games.rulesets.game_package import GamePackage
from games.rulesets.high_tide.bots.careful import play_carefully
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.words.display import HighTideText

GAME = GamePackage(
    ruleset=HIGH_TIDE,
    bots={"careful": play_carefully},
    retired_bots={"strong": "careful"},
    display=HighTideText,
    sheet="games.rulesets.high_tide.words.sheet:HighTideSheet",
)
