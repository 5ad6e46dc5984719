"""What one viewer may see of a game: the one door through which anything of it gets out.

Everything here is made for a viewer, who is a player or None for a stranger. A private game is open to
whoever knows its id until it starts, and afterwards to its players alone.
"""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any

from games import record as records
from games import unanswered
from games.chain import written
from games.clock import Clock
from games.duration import write_duration
from games.fairness import ALGORITHM, commitment
from games.models import Game, Pause, Seat, Stage, StandingOrder, Submission, Turn
from games.receipt import receipt
from games.rules import registry
from games.rules.refusal import Refusal
from games.sight import Question, Sight, tag, turn_of
from games.table import utc
from players.models import Player

Json = dict[str, Any]


class Seen:
    """A game as one viewer sees it. Raises `Refusal` (`game_not_found`) where she may not look."""

    def __init__(self, sight: Sight, viewer: Player | None) -> None:
        self.sight = sight
        self.game = sight.game
        self.seat = sight.seat
        if self.game.private:
            allowed = viewers(self.game, sight.seats)
            if allowed is not None and (viewer is None or viewer.pk not in allowed):
                raise Refusal("game_not_found", "There is no such game.")
        self.rules = registry.pinned(self.game.ruleset, self.game.rules_version)

    @classmethod
    def find(cls, game_id: str, viewer: Player | None) -> "Seen":
        return cls(Sight.find(game_id, viewer), viewer)

    @property
    def tag(self) -> str:
        """The tag of the game as `whole` shows it, known without showing it."""
        return self.sight.version.tag

    @cached_property
    def state(self) -> Any:
        raw: Any = self.game.state
        return None if raw is None else self.rules.load(raw)

    def whole(self) -> Json:
        """The game with its table, and for a seat of it what only that seat may see."""
        game, sight = self.game, self.sight
        view = self.rules.view(self.state, self.seat) if sight.started else None
        return {
            **summary(game, sight.seats),
            "turn": None if sight.turn is None else _open_turn(sight.turn, sight.answered),
            "table": None if view is None else view.table,
            "mine": self._mine(),
            "pause": pause(sight.pause),
            "vacations": [
                {"seat": seat, "from": utc(since), "until": utc(until)}
                for seat, since, until in sight.vacations
            ],
            "fairness": self.fairness(),
            "result": game.result,
        }

    def turn(self, number: int) -> Json:
        """One turn: the questions while it is open, the answers once it is closed."""
        asks = self.sight.turn is not None and self.sight.turn.number == number
        turn, answered, answers = self._turn(number)
        closed = turn.closed_at is not None
        return {
            "game": self.game.pk,
            "number": turn.number,
            **turn.heading,
            "opened_at": utc(turn.opened_at),
            "due_at": utc(turn.due_at),
            "closed_at": utc(turn.closed_at) if turn.closed_at else None,
            "asked": _asked(turn, answered),
            "actions": records.played(turn, answers) if closed else None,
            "mine": self._mine() if asks else None,
        }

    def submission(self, number: int) -> Json:
        """The viewer's own sealed answer to a turn. Raises `Refusal`."""
        if self.seat is None:
            raise Refusal("not_a_player", "You have no seat in this game.")
        _, _, answers = self._turn(number)
        own = answers.get(self.seat)
        if own is None or own.by not in {Submission.By.PLAYER, Submission.By.ORDER}:
            raise Refusal("no_submission", "You have sealed nothing in this turn.")
        return receipt(self.rules, self.game.pk, number, own)

    def standing_order(self) -> Json:
        """The viewer's own standing order. Raises `Refusal`."""
        if self.seat is None:
            raise Refusal("not_a_player", "You have no seat in this game.")
        if self.sight.order is None:
            raise Refusal("no_order", "You have no standing order in this game.")
        return standing_order(self.game, self.seat, self.sight.order)

    def stages(self) -> list[Json]:
        """The stages that are over; of their secrets nothing before the whole game is over."""
        over = self.game.status == Game.Status.FINISHED
        return [_stage(stage, sealed=over) for stage in self.game.stage_rows.order_by("number")]

    def _turn(self, number: int) -> tuple[Turn, Collection[int], dict[int, Submission]]:
        """A turn, the seats that have answered it, and of their answers those that she may know."""
        sight = self.sight
        if sight.turn is not None and sight.turn.number == number:
            own = {} if sight.own is None else {sight.own.seat: sight.own}
            return sight.turn, sight.answered, own
        found = turn_of(self.game, number, self.seat)
        if found is None:
            raise Refusal("turn_not_found", "This game has no such turn yet.")
        return found

    def _mine(self) -> Json | None:
        sight = self.sight
        if self.seat is None or not sight.started:
            return None
        mine = _mine(self.rules, self.state, self.seat, sight.turn, sight.own, sight.order)
        return {**mine, **_time_left(sight.turn, self.seat)}

    def fairness(self) -> Json:
        """The commitment, and the hashes of what the players have added."""
        return {
            "commitment": commitment(bytes(self.game.server_seed)),
            "entropy": [seat.entropy for seat in self.sight.seats],
        }


def viewers(game: Game, seats: Iterable[Seat]) -> frozenset[int] | None:
    """Which players may look at a game, None where everybody may."""
    if not game.private or game.status == Game.Status.OPEN:
        return None
    seated = {person for seat in seats for person in (seat.owner_id, seat.offered_to_id)}
    return frozenset(person for person in seated if person is not None)


def summary(game: Game, seats: Iterable[Seat]) -> Json:
    """A game as it stands in a list."""
    return {
        "id": game.pk,
        "ruleset": game.ruleset,
        "options": game.options,
        "status": game.status,
        "private": game.private,
        "host": game.host.username,
        "size": game.size,
        "start": game.start,
        "seats": [
            {
                "seat": seat.number,
                "player": seat.player.username if seat.player else None,
                "participant": seat.participant,
                "bot": seat.bot,
                "score": seat.score,
                "away": seat.away,
                "missed": seat.missed,
                "bank": _bank(game, seat),
                "offered_to": seat.offered_to.username if seat.offered_to else None,
            }
            for seat in seats
        ],
        "clock": {
            **Clock.from_json(game.clock).to_json(),
            "ahead": write_duration(game.ahead) if game.ahead else None,
        },
        "absence": absence(game),
        "log": log(game),
        "stage": game.stage,
        "stages": game.stages,
        "created_at": utc(game.created_at),
        "started_at": utc(game.started_at) if game.started_at else None,
        "ended_at": utc(game.ended_at) if game.ended_at else None,
    }


def absence(game: Game) -> Json:
    """What a game has settled for those who are away."""
    return {
        "bot_after": game.bot_after,
        "vacations": game.vacations,
        "least_reliability": game.least_reliability,
        "most_stopped": write_duration(game.most_stopped),
    }


def _bank(game: Game, seat: Seat) -> str | None:
    if not game.clock["bank"]:
        return None
    full: str = game.clock["bank"]
    return full if game.status == Game.Status.OPEN else write_duration(seat.bank)


def question(asked: Question) -> Json:
    """An open question as its seat sees it in the list of all that waits for her."""
    seat, turn, own, order = asked.read()
    rules = registry.pinned(turn.game.ruleset, turn.game.rules_version)
    raw: Any = turn.game.state
    mine = _mine(rules, rules.load(raw), seat, turn, own, order)
    return {
        "game": turn.game_id,
        "ruleset": turn.game.ruleset,
        "turn": turn.number,
        "seat": seat,
        "opened_at": utc(turn.opened_at),
        **_time_left(turn, seat),
        "legal_actions": mine["legal_actions"],
        "fallback": mine["fallback"],
        "fallback_by": mine["fallback_by"],
        "submission": mine["submission"],
    }


def tag_of(page: Iterable[Question], links: dict[str, str | None]) -> str:
    """The tag of a page of such questions."""
    return tag(*(one.shown for one in page), *(link or "" for link in links.values()))


def standing_order(game: Game, seat: int, row: StandingOrder) -> Json:
    """A standing order as its own seat sees it."""
    return {
        "game": game.pk,
        "seat": seat,
        "order": row.order,
        "at_once": row.at_once,
        "given_at": utc(row.given_at),
    }


def pause(row: Pause | None) -> Json | None:
    """A pause as all see it."""
    if row is None:
        return None
    return {
        "length": write_duration(row.length),
        "agreed": row.agreed,
        "from": utc(row.from_at) if row.from_at else None,
        "until": utc(row.until_at) if row.until_at else None,
    }


def as_bot(game: Game, seat: int) -> tuple[Json, Json]:
    """What a bot is shown: `table` and `mine`, as any client with this seat sees them."""
    rules = registry.pinned(game.ruleset, game.rules_version)
    raw: Any = game.state
    state = rules.load(raw)
    return rules.view(state, seat).table, rules.mine(state, seat)


def record(seen: Seen) -> Json:
    """A finished game, whole: anybody can replay it. Raises `Refusal` while it is not over."""
    if seen.game.status != Game.Status.FINISHED:
        raise Refusal("game_not_finished", "The record is shown when the game is over.")
    return records.record(seen.game, seen.sight.seats)


def proof(seen: Seen) -> Json:
    """What can be proved of the deal by now: the commitment, and once the game is over the seed."""
    game = seen.game
    over = game.status in {Game.Status.FINISHED, Game.Status.CANCELLED}
    return {
        "game": game.pk,
        "status": game.status,
        **seen.fairness(),
        "algorithm": ALGORITHM,
        "server_seed": bytes(game.server_seed).hex() if over else None,
        "log": log(game),
    }


def log(game: Game) -> Json:
    """How far the game's log goes, and the head of its chain."""
    return {"events": game.event_number, "head": written(game.head)}


def _mine(
    rules: Any,
    state: Any,
    seat: int,
    turn: Turn | None,
    own: Submission | None,
    order: StandingOrder | None,
) -> Json:
    sealed = None if own is None or turn is None else receipt(rules, turn.game_id, turn.number, own)
    mine: Json = {**rules.mine(state, seat), "fallback_by": None}
    if own is not None and own.by == Submission.By.FORCED:
        mine = {**mine, "legal_actions": [], "fallback": None}
    elif mine["legal_actions"]:
        choice = unanswered.choose(rules, state, seat, order)
        mine = {**mine, "fallback": choice.action, "fallback_by": choice.by}
    return {**mine, "submission": sealed}


def _time_left(turn: Turn | None, seat: int) -> Json:
    """Until when the seat may answer, and from when on that uses up its bank."""
    if turn is None or seat not in turn.asked:
        return {"due_at": None, "bank": None}
    has_bank = bool(turn.game.clock["bank"])
    return {
        "due_at": utc(turn.due(seat)),
        "bank": write_duration(turn.bank(seat)) if has_bank else None,
    }


def _open_turn(turn: Turn, answered: Collection[int]) -> Json:
    return {
        "number": turn.number,
        "opened_at": utc(turn.opened_at),
        "due_at": utc(turn.due_at),
        "asked": _asked(turn, answered),
    }


def _asked(turn: Turn, answered: Collection[int]) -> list[Json]:
    return [
        {"seat": seat, "answered": seat in answered, "due_at": utc(due)}
        for seat, due in zip(turn.asked, turn.dues, strict=True)
    ]


def _stage(stage: Stage, *, sealed: bool) -> Json:
    return {
        "stage": stage.number,
        "scores": stage.scores,
        "ended_at": utc(stage.ended_at),
        **stage.shown,
        **(stage.sealed if sealed else {}),
    }
