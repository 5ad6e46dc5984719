"""What a server says that a player has done: only what she has kept can tell that she has not."""

import pytest

from tests.thorough.verify import spec
from tests.thorough.verify.building import sealed_up
from tests.thorough.verify.dishonest import VICTIM, Cheating, Game, both_games, event_of, judge
from tests.thorough.verify.verifiers import Verifier, judged


class ForgedWithdrawal(Cheating):
    """She has sealed; the server says that she took it back, and has the clock play."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.playing.pass_time(most=20.0)
        self.withdraw(VICTIM)
        self.wait_for_the_deadline()
        self.nonces[VICTIM] = "c0" * 16
        self.answers[VICTIM] = self.rules.choose_fallback(self.state, VICTIM)
        if VICTIM in self.playing.orders:
            del self.playing.orders[VICTIM]
            self.playing.publish_to(VICTIM, "order_taken_back", seat=VICTIM)
        chosen[VICTIM] = "clock"

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        return super().can_cheat(chosen) and VICTIM not in self.playing.orders


class ForgedReplacement(Cheating):
    """She has sealed; the server says that she replaced it."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.seal_for_her(self.another_answer())


class ForgedAnswer(Cheating):
    """She was late; the server says that she has answered."""

    def can_cheat(self, chosen: dict[int, str]) -> bool:
        # What the clock answered for others when it closed the turn is of that moment.
        unsealed = [seat for seat in self.asked if seat not in self.standing]
        no_order = VICTIM not in self.playing.orders
        return chosen[VICTIM] == "clock" and unsealed == [VICTIM] and no_order

    def cheat(self, chosen: dict[int, str]) -> None:
        self.seal_for_her(self.another_answer())
        chosen[VICTIM] = "player"


FORGERIES = [
    (ForgedWithdrawal, "withdrawn"),
    (ForgedReplacement, "sealed"),
    (ForgedAnswer, "sealed"),
]


@pytest.mark.parametrize(
    ("forgery", "kind"), FORGERIES, ids=lambda one: getattr(one, "__name__", "")
)
def test_a_deed_that_she_never_did_is_found_by_who_has_kept_all_receipts(
    verifier: Verifier, forgery: type[Cheating], kind: str
) -> None:
    honest, forged = both_games(forgery)
    assert judge(verifier, honest, honest.victim, all_of=[VICTIM]).sound
    assert judge(verifier, forged).sound, "The record alone cannot tell."
    place = f"/log/events/{event_of(forged, kind, turn=forged.forged_in, seat=VICTIM)}"
    listed = judge(verifier, forged, forged.victim)
    assert listed.sound
    assert listed.lines[-1] == f"not covered  seat {VICTIM}: {place}"
    found = judge(verifier, forged, forged.victim, all_of=[VICTIM])
    assert (found.check, found.place) == ("covered", place)


class ReplacedByTheClock(Cheating):
    """She has sealed in time; the server lets the clock answer in the place of that."""

    def cheat(self, chosen: dict[int, str]) -> None:
        self.wait_for_the_deadline()
        self.seal_for_her(self.rules.choose_fallback(self.state, VICTIM))
        chosen[VICTIM] = "clock"


def test_the_clock_takes_nothing_away_that_was_sealed(verifier: Verifier) -> None:
    honest, forged = both_games(ReplacedByTheClock)
    assert judge(verifier, honest).sound
    verdict = judge(verifier, forged)
    number = event_of(forged, "sealed", turn=forged.forged_in, seat=VICTIM)
    assert (verdict.check, verdict.place) == ("sealed", f"/log/events/{number}/data/seat")


def test_who_has_kept_nothing_finds_every_deed_that_is_said_to_be_hers(verifier: Verifier) -> None:
    honest, _ = both_games(ForgedReplacement)
    found = judge(verifier, honest, all_of=[VICTIM])
    first = next(
        number
        for number, event in enumerate(honest.record["log"]["events"])
        if event["type"] in ("sealed", "entropy_given") and event["data"]["seat"] == VICTIM
    )
    assert (found.check, found.place) == ("covered", f"/log/events/{first}")


def test_what_bots_the_clock_and_orders_have_done_needs_no_receipt(verifier: Verifier) -> None:
    chosen = set()
    for number in range(12):
        game = Game(f"nothing but receipts {number}")
        for seat, player in enumerate(game.players):
            assert judge(verifier, game, game.kept.get(player or "", []), all_of=[seat]).sound
        chosen |= {one["by"] for turn in game.turns for one in turn["actions"]}
    assert chosen == {"player", "bot", "order", "clock"}


def test_a_seat_that_does_not_exist(verifier: Verifier) -> None:
    game = Game("three seats")
    assert judge(verifier, game, all_of=[3]).unreadable


# ---- texts for the deal


class InventedText(Game):
    """The host has given no text; the server says that she did."""

    def change_text(self, seat: int) -> None:
        if self.texts[VICTIM] is None:
            self.forged_in = 1
            text = self.texts[VICTIM] = "chosen by the server"
            self.tell("entropy_given", seat=VICTIM, entropy=spec.text_hash(text))


class ReplacedText(Game):
    """Everybody has given a text; the server says that the host replaced hers."""

    def change_text(self, seat: int) -> None:
        if self.texts[VICTIM] is None:
            super().change_text(VICTIM)
            self.own = self.texts[VICTIM]
            return
        self.forged_in = 1
        text = self.texts[VICTIM] = "chosen by the server"
        self.tell("entropy_given", seat=VICTIM, entropy=spec.text_hash(text))


def forged_text(kind: type[Game]) -> Game:
    return next(game for game in (kind(f"text {n}") for n in range(60)) if game.forged_in)


@pytest.mark.parametrize("kind", [InventedText, ReplacedText])
def test_a_text_that_she_never_gave_is_found_by_who_has_kept_all_receipts(
    verifier: Verifier, kind: type[Game]
) -> None:
    forged = forged_text(kind)
    honest = next(
        game for game in (Game(f"text {n}") for n in range(60)) if game.texts[VICTIM] is not None
    )
    assert judge(verifier, honest, honest.victim, all_of=[VICTIM]).sound
    assert judge(verifier, forged).sound
    found = judge(verifier, forged, forged.victim, all_of=[VICTIM])
    place = f"/log/events/{event_of(forged, 'entropy_given', seat=VICTIM)}"
    assert (found.check, found.place) == ("covered", place)


def test_her_own_text_tells_that_it_was_replaced(verifier: Verifier) -> None:
    honest = next(
        game for game in (Game(f"text {n}") for n in range(60)) if game.texts[VICTIM] is not None
    )
    own = {"game": honest.game, "seat": VICTIM, "text": honest.texts[VICTIM]}
    said = judge(verifier, honest, own)
    assert said.sound
    assert "kept     0.json: 0 receipts, 0 proofs and 1 text agrees" in said.lines
    forged = forged_text(ReplacedText)
    own = {"game": forged.game, "seat": VICTIM, "text": "another text, for seat 0"}
    found = judge(verifier, forged, own)
    assert (found.check, found.place) == ("kept", "0.json#/text")


def test_a_text_that_is_only_said_to_be_in_the_deal_is_refused(verifier: Verifier) -> None:
    """`started` has it, and nobody has given it."""
    game = next(g for g in (Game(f"text {n}") for n in range(60)) if g.texts[1] is None)
    record = game.record
    assert judged(verifier, record).sound
    started = event_of(game, "started")
    told = record["log"]["events"][started]["data"]["entropy"]
    told[1] = record["fairness"]["entropy"][1] = spec.text_hash("invented")
    verdict = judged(verifier, sealed_up(record))
    assert verdict.check == "draws"


def test_a_text_by_which_the_host_could_not_know_the_commitment_is_refused(
    verifier: Verifier,
) -> None:
    """She would have sent it with the call that opened the game."""

    class WithText(Game):
        def tell(self, kind: str, /, **data: object) -> None:
            if kind == "joined" and len(self.events) == 1:
                self.texts[VICTIM] = "known before the seed was chosen"
                data["entropy"] = spec.text_hash("known before the seed was chosen")
            super().tell(kind, **data)

    assert judge(verifier, Game("opened with a text")).sound
    found = judge(verifier, WithText("opened with a text"))
    assert (found.check, found.place) == ("log", "/log/events/1/data/entropy")


# ---- what no text prevents


def test_a_server_can_try_seeds_before_anybody_has_given_a_text(verifier: Verifier) -> None:
    """docs/fairness.md lists it as not provable: a commitment says nothing of how a seed was chosen."""

    def worth(game: Game) -> int:
        return sum(int(stage["scores"][VICTIM]) for stage in game.stages)

    tried = [Game(f"tried {number}") for number in range(20)]
    assert judge(verifier, max(tried, key=worth)).sound


def test_a_text_after_the_commitment_leaves_nothing_of_a_choice_of_seeds() -> None:
    """Of two seeds the better one is the worse one as often, once her text is in the deal."""
    hands = {
        text: [
            spec.Draws(
                spec.game_seed(f"{seed:064x}", "game", [text and spec.text_hash(text)])
            ).shuffle("deal", range(1, 61))[:12]
            for seed in range(40)
        ]
        for text in (None, "her own")
    }

    def best(text: str | None) -> int:
        return max(range(40), key=lambda seed: sum(hands[text][seed]))

    assert best(None) != best("her own")
