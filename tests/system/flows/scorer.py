"""A second scoring of Turn the Tide, from a game's record and the page of its rules alone.

It shares no line with the server: whoever doubts a result can follow it here.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

CASCADE = {"amigo": True, "gamewright": False, "bga": True, "bga_modified": False}
MOST_PLAYERS = {"amigo": 5, "gamewright": 5, "bga": 6, "bga_modified": 6}
HALVES = (0, 1, 2, 1, 0)
"""Half life preservers on the cards 1-12, 13-24, 25-36, 37-48 and 49-60."""
CHOSEN_BY = {"player", "bot", "order", "clock"}
"""Who a card may have been chosen by; the last card of a hand is nobody's choice, and stands in no turn."""


class Unsound(Exception):
    """The record tells of something that the rules do not allow."""


@dataclass
class Stage:
    """One stage while it is played again, by seat."""

    hands: list[set[int]]
    cascade: bool
    left: list[int] = field(init=False)
    level: list[int] = field(init=False)
    inside: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self.left = [sum(HALVES[(card - 1) // 12] for card in hand) // 2 for hand in self.hands]
        self.level = [0] * len(self.hands)
        self.inside = set(range(len(self.hands)))

    def play(self, tides: list[int], cards: dict[int, int]) -> None:
        demand(cards.keys() == self.inside, f"seats {sorted(cards)} played")
        for seat, card in cards.items():
            demand(card in self.hands[seat], f"seat {seat} had no card {card}")
            self.hands[seat].remove(card)
        first, second = sorted(cards, key=lambda seat: cards[seat], reverse=True)[:2]
        self.level[first], self.level[second] = min(tides), max(tides)
        self.pay()

    def last_cards(self) -> dict[int, int]:
        """What is played when everybody has one card left: nobody is asked."""
        return {seat: min(self.hands[seat]) for seat in self.inside}

    def pay(self) -> None:
        paid: set[int] = set()
        while True:
            height = max(self.level[seat] for seat in self.inside)
            highest = {seat for seat in self.inside if self.level[seat] == height}
            if height == 0 or highest & paid:
                return
            drowned = {seat for seat in highest if self.left[seat] == 0}
            for seat in highest - drowned:
                self.left[seat] -= 1
                paid.add(seat)
            self.inside -= drowned
            if not drowned or self.ended_early or not self.cascade:
                return

    @property
    def ended_early(self) -> bool:
        return len(self.inside) <= 2

    def points(self) -> list[int]:
        lowest = min((self.level[seat] for seat in self.inside), default=0)
        return [
            -1 if seat not in self.inside else self.left[seat] + (self.level[seat] == lowest)
            for seat in range(len(self.hands))
        ]


def demand(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise Unsound(otherwise)


def stage_points(record: Json) -> list[list[int]]:
    """The points of every stage by seat, after playing the record again. Raises `Unsound`."""
    edition, hands = record["options"]["edition"], record["setup"]["hands"]
    players = len(hands)
    rounds = 10 if players == 6 else 12
    demand(3 <= players <= MOST_PLAYERS[edition], f"{players} players in {edition}")
    demand(len(record["seats"]) == players, "as many seats as hands")
    dealt = Counter(card for hand in hands for card in hand)
    demand(all(len(hand) == rounds for hand in hands), "hands of the wrong size")
    demand(max(dealt.values()) == 1 and dealt.keys() <= set(range(1, 61)), "cards dealt twice")

    turns = iter(enumerate(record["turns"], start=1))
    parts = [*record["turns"], record["end"]]
    drawn = {draw["purpose"]: draw["value"] for part in parts for draw in part["chance"]}
    points = []
    for number in range(1, players + 1):
        moved = [set(hands[(seat - (number - 1)) % players]) for seat in range(players)]
        stage = Stage(moved, CASCADE[edition])
        deck = Counter(dict.fromkeys(range(1, rounds + 1), 2))
        for count in range(1, rounds + 1):
            if count < rounds:
                tides, cards = next_round(turns, number, count)
            else:
                purpose = f"stage {number} round {count} tides"
                demand(purpose in drawn, f"{purpose} were not drawn")
                tides, cards = drawn[purpose], stage.last_cards()
            deck.subtract(tides)
            demand(
                len(tides) == 2 and min(deck.values()) >= 0, f"tides {tides} are not in the deck"
            )
            demand(len(deck) == rounds, f"tides {tides} are of no deck")
            stage.play(tides, cards)
            if stage.ended_early:
                break
        points.append(stage.points())
    demand(next(turns, None) is None, "turns after the end")
    return points


def next_round(
    turns: Iterator[tuple[int, Json]], stage: int, count: int
) -> tuple[list[int], dict[int, int]]:
    """The tides of the next turn in the record, and each seat's card."""
    place, turn = next(turns, (0, None))
    if turn is None:
        raise Unsound(f"stage {stage} has no round {count}")
    where = (turn["number"], turn["stage"], turn["round"])
    demand(where == (place, stage, count), f"turn, stage and round are {where}")
    cards = {}
    for played in turn["actions"]:
        demand(played["action"].keys() == {"type", "card"}, "an action of another game")
        demand(played["seat"] not in cards, f"seat {played['seat']} played twice")
        demand(played["by"] in CHOSEN_BY, f"a card was chosen by {played['by']}")
        cards[played["seat"]] = played["action"]["card"]
    return turn["tides"], cards


def disagreements(record: Json) -> list[str]:
    """What the record says otherwise than this scoring; empty where they agree."""
    try:
        points = stage_points(record)
    except Unsound as fault:
        return [str(fault)]
    found = []
    stages = [{"stage": place, "scores": one} for place, one in enumerate(points, start=1)]
    if record["stages"] != stages:
        found.append(f"stages: {record['stages']} is said, {stages} is right")
    totals = [sum(by_stage) for by_stage in zip(*points, strict=True)]
    winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
    result = {"scores": totals, "winners": winners}
    if record["result"] != result:
        found.append(f"result: {record['result']} is said, {result} is right")
    return found
