"""What one viewer may see of a game: the one door through which anything of it gets out.

Everything here is made for a viewer, who is a player or None for a stranger. A private game is open to
whoever knows its id while seats are free, and afterwards to its players alone.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from games import record as records
from games import unanswered
from games.chain import written
from games.clock import Clock
from games.duration import write_duration
from games.fairness import ALGORITHM, commitment
from games.models import Game, Pause, Seat, Stage, StandingOrder, Submission, Turn
from games.now import now
from games.receipt import receipt
from games.rules import registry
from games.rules.refusal import Refusal
from games.table import utc
from players.models import Player, Vacation

Json = dict[str, Any]


class Seen:
    """A game as one viewer sees it. Raises `Refusal` (`game_not_found`) where she may not look."""

    def __init__(self, game: Game, viewer: Player | None) -> None:
        self.game = game
        self.rules = registry.pinned(game.ruleset, game.rules_version)
        self.seats = list(game.seats.all())
        self.seat = _seat_of(self.seats, viewer)
        allowed = viewers(game)
        if allowed is not None and (viewer is None or viewer.pk not in allowed):
            raise Refusal("game_not_found", "There is no such game.")
        self.state = self.rules.load(game.state) if game.state is not None else None

    @classmethod
    def find(cls, game_id: str, viewer: Player | None) -> "Seen":
        game = (
            Game.objects.select_related("host")
            .prefetch_related("seats__player", "seats__offered_to")
            .filter(pk=game_id)
            .first()
        )
        if game is None:
            raise Refusal("game_not_found", "There is no such game.")
        return cls(game, viewer)

    def whole(self) -> Json:
        """The game with its table, and for a seat of it what only that seat may see."""
        game = self.game
        turn = newest_turn(game)
        answers = {} if turn is None else {sub.seat: sub for sub in turn.submissions.all()}
        view = self.rules.view(self.state, self.seat) if self.state is not None else None
        return {
            **summary(game, self.seats),
            "turn": None if turn is None else _open_turn(turn, answers),
            "table": None if view is None else view.table,
            "mine": self._mine(turn, answers),
            "pause": self._pause(),
            "vacations": self._vacations(),
            "fairness": self.fairness(),
            "result": game.result,
        }

    def turn(self, number: int) -> Json:
        """One turn: the questions while it is open, the answers once it is closed."""
        turn = self._turn(number)
        answers = {sub.seat: sub for sub in turn.submissions.all()}
        closed = turn.closed_at is not None
        asks = not closed and turn.number == self.game.turn_number
        return {
            "game": self.game.pk,
            "number": turn.number,
            **turn.heading,
            "opened_at": utc(turn.opened_at),
            "due_at": utc(turn.due_at),
            "closed_at": utc(turn.closed_at) if turn.closed_at else None,
            "asked": _asked(turn, answers),
            "actions": records.played(turn, answers) if closed else None,
            "mine": self._mine(turn, answers) if asks else None,
        }

    def submission(self, number: int) -> Json:
        """The viewer's own sealed answer to a turn. Raises `Refusal`."""
        if self.seat is None:
            raise Refusal("not_a_player", "You have no seat in this game.")
        own = self._turn(number).submissions.filter(seat=self.seat).first()
        if own is None or own.by not in {Submission.By.PLAYER, Submission.By.ORDER}:
            raise Refusal("no_submission", "You have sealed nothing in this turn.")
        return receipt(self.rules, self.game.pk, number, own)

    def stages(self) -> list[Json]:
        """The stages that are over; of their secrets nothing before the whole game is over."""
        over = self.game.status == Game.Status.FINISHED
        return [_stage(stage, sealed=over) for stage in self.game.stage_rows.order_by("number")]

    def _turn(self, number: int) -> Turn:
        turn = self.game.turns.filter(number=number).first()
        if turn is None:
            raise Refusal("turn_not_found", "This game has no such turn yet.")
        return turn

    def _mine(self, turn: Turn | None, answers: dict[int, Submission]) -> Json | None:
        if self.seat is None or self.state is None:
            return None
        order = StandingOrder.objects.filter(seat__game=self.game, seat__number=self.seat).first()
        mine = _mine(self.rules, self.state, self.seat, turn, answers, order)
        return {**mine, **_time_left(turn, self.seat)}

    def _pause(self) -> Json | None:
        """The pause that is proposed, or agreed and not over."""
        if self.game.status != Game.Status.RUNNING:
            return None
        moment = now() + self.game.ahead
        coming = Q(until_at__isnull=True) | Q(until_at__gt=moment)
        return pause(self.game.pauses.filter(coming).order_by("-proposed_at").first())

    def _vacations(self) -> list[Json]:
        """The vacations, begun or to come, that stop the clock of a seat."""
        owners = {seat.owner_id: seat.number for seat in self.seats if seat.owner_id is not None}
        if not self.game.vacations or self.game.status not in {"open", "running"}:
            return []
        moment = now() + self.game.ahead
        rows = Vacation.objects.filter(player__in=owners, until_at__gt=moment).order_by("from_at")
        return [
            {"seat": owners[row.player_id], "from": utc(row.from_at), "until": utc(row.until_at)}
            for row in rows
            if row.until_at > row.from_at
        ]

    def fairness(self) -> Json:
        """The commitment, and from the start on what the players have added."""
        started = self.game.started_at is not None
        return {
            "commitment": commitment(bytes(self.game.server_seed)),
            "entropy": [seat.entropy for seat in self.seats] if started else None,
        }


def viewers(game: Game) -> frozenset[int] | None:
    """Which players may look at a game, None where everybody may."""
    if not game.private or game.status == Game.Status.OPEN:
        return None
    seats = game.seats.all()
    seated = {seat.owner_id for seat in seats} | {seat.offered_to_id for seat in seats}
    return frozenset(player for player in seated if player is not None)


def newest_turn(game: Game) -> Turn | None:
    """The open turn of a game as it was read, None where none was open.

    Found by the number in the game's own row: asked for as "the one that is open" it might be a
    later one by now, and then the hand beside it would be of another moment.
    """
    if game.status != Game.Status.RUNNING:
        return None
    return game.turns.filter(number=game.turn_number).first()


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
        "seats": [
            {
                "seat": seat.number,
                "player": seat.player.username if seat.player else None,
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
        "absence": {
            "bot_after": game.bot_after,
            "vacations": game.vacations,
            "least_reliability": game.least_reliability,
        },
        "log": log(game),
        "stage": game.stage,
        "stages": game.stages,
        "created_at": utc(game.created_at),
        "started_at": utc(game.started_at) if game.started_at else None,
        "ended_at": utc(game.ended_at) if game.ended_at else None,
    }


def _bank(game: Game, seat: Seat) -> str | None:
    if not game.clock["bank"]:
        return None
    full: str = game.clock["bank"]
    return full if game.status == Game.Status.OPEN else write_duration(seat.bank)


def question(turn: Turn, seat: int, order: StandingOrder | None) -> Json:
    """An open question as its seat sees it in the list of all that waits for her."""
    rules = registry.pinned(turn.game.ruleset, turn.game.rules_version)
    answers = {sub.seat: sub for sub in turn.submissions.all()}
    raw: Any = turn.game.state
    mine = _mine(rules, rules.load(raw), seat, turn, answers, order)
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
    return records.record(seen.game, seen.seats)


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


def _seat_of(seats: list[Seat], viewer: Player | None) -> int | None:
    if viewer is None:
        return None
    return next((seat.number for seat in seats if seat.owner_id == viewer.pk), None)


def _mine(
    rules: Any,
    state: Any,
    seat: int,
    turn: Turn | None,
    answers: dict[int, Submission],
    order: StandingOrder | None,
) -> Json:
    own = answers.get(seat)
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


def _open_turn(turn: Turn, answers: dict[int, Submission]) -> Json:
    return {
        "number": turn.number,
        "opened_at": utc(turn.opened_at),
        "due_at": utc(turn.due_at),
        "asked": _asked(turn, answers),
    }


def _asked(turn: Turn, answers: dict[int, Submission]) -> list[Json]:
    return [
        {"seat": seat, "answered": seat in answers, "due_at": utc(due)}
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
