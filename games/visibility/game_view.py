"""A game as one viewer may see it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db.models import F, Max

from common.rest.errors import ApiError
from games.archive.history import load_history
from games.clock.clock import SECOND, parse_seconds, write_duration
from games.fairness.commitments import ALGORITHM, digest_to_text, seed_commitment, utc
from games.models import Game, Pause, Question, Seat, Stage, Submission, Turn
from games.play import record as records
from games.play.answers import answer_receipt, played_answers
from games.play.record import show_heading, show_scores
from games.refusals import find_rules, no_such_game
from games.rulesets import registry
from games.rulesets.ruleset import Ruleset
from games.shapes.games import (
    GameFairness,
    GamePause,
    GameResult,
    GameSeat,
    GameStage,
    GameSummary,
    SeatOffer,
    WholeGame,
)
from games.shapes.people import EntropyReceipt, InvitedTable
from games.shapes.records import GameRecord, RecordedResult
from games.shapes.terms import AbsenceTerms, ClockBody
from games.shapes.turns import AskedBody, MyView, Receipt, StandingOrderBody, TurnBody
from games.visibility import seat_view as of_seat
from games.visibility.shown_rows import ShownQuestion, ShownSeat, ShownTurn, list_questions
from games.visibility.snapshot import Snapshot, read_turn
from players.models import Block, Player

OVER = {Game.Status.FINISHED, Game.Status.CANCELLED}


class GameView:
    """Whatever of a game is shown to one viewer, as JSON."""

    def __init__(self, snapshot: Snapshot, viewer: Player | None) -> None:
        """Raise `ApiError`: `game_not_found` where the viewer may not see the game, `rules_missing`."""
        self._game = snapshot.game
        self._snapshot = snapshot
        self.version = snapshot.version
        """What says, without showing the game, whether `get_game` shows the same as before."""
        # A token without this scope is shown nothing of the seat, whichever call it makes.
        reads = viewer is not None and "game:read" in viewer.scopes
        self._seat = snapshot.seat if reads else None
        self._shows_table = reads or not snapshot.game.private
        seen = may_see(self._game, snapshot.seats, viewer) and not snapshot.shut_out
        if self._game.private and not seen:
            raise no_such_game()
        self._rules = find_rules(self._game.ruleset, self._game.rules_version)

    @classmethod
    def load(
        cls, game_id: str, viewer: Player | None, found: Sequence[Any] | None = None
    ) -> "GameView":
        """Raises `ApiError` (`game_not_found`, `rules_missing`); `found` as for `Snapshot.load`."""
        return cls(Snapshot.load(game_id, viewer, found), viewer)

    @property
    def game(self) -> Game:
        """The game itself, whatever the viewer may see of it."""
        return self._game

    def refuse_without_seat(self) -> None:
        """Raise `ApiError` (`not_a_player`) unless the viewer has a seat."""
        if self._snapshot.seat is None:
            raise _not_a_player()

    @property
    def last_event(self) -> int:
        """The number of the newest event of its log."""
        return self._game.log.event_number

    def last_answer_event(self) -> int:
        """Return the number of the event of the viewer's last sealed answer, 0 if there is none.

        Raises `ApiError` (`not_a_player`).
        """
        answered = Question.objects.filter(
            seat__game=self._game.pk,
            seat__number=self._own_seat(),
            submission__by=Submission.By.PLAYER,
            # Before the player came, the seat was another player's.
            submission__event__gt=F("seat__feed_from"),
        )
        newest = answered.aggregate(newest=Max("submission__event"))["newest"]
        return newest or self._answered_before()

    def ends_by(self, number: int) -> bool:
        """Return whether the game is over and has no event with a higher number."""
        return self._game.status in OVER and number >= self._game.log.event_number

    def get_summary(self) -> GameSummary:
        """Return the game as a list shows it."""
        snapshot = self._snapshot
        return game_summary(self._game, snapshot.seats, snapshot.turn)

    def get_game(self) -> WholeGame:
        """The game with its table, and for a seat of it what only that seat may see.

        A token without `game:read` gets what is no secret: neither a hand nor a private game's table.
        """
        shows_table = self._snapshot.started and self._shows_table
        return {
            **self.get_summary(),
            "table": self._rules.table_view(self._game_state) if shows_table else None,
            "mine": self._private_part(),
            "pause": _pause_body(self.version.pause) if self.version.pause else None,
            "vacations": [
                {"seat": seat, "from": utc(since), "until": utc(until)}
                for seat, since, until in self.version.vacations
            ],
            "fairness": self._get_fairness(),
        }

    def get_turn(self, number: int) -> TurnBody:
        """One turn: the questions while it is open, the answers once it is closed. Raises `ApiError`."""
        return _turn_body(self._rules, self._read_turn(number))

    def get_submission(self, number: int) -> Receipt:
        """The viewer's own sealed answer to a turn. Raises `ApiError`."""
        seat = self._own_seat()
        own = self._read_turn(number).answers.get(seat)
        if own is None or own.by not in {Submission.By.PLAYER, Submission.By.ORDER}:
            raise ApiError("no_submission", "You have sealed nothing in this turn.")
        return answer_receipt(self._game.pk, number, seat, own)

    def get_standing_order(self) -> StandingOrderBody:
        """The viewer's own standing order. Raises `ApiError` (`not_a_player`, `no_order`)."""
        seat, order = self._own_seat(), self._snapshot.order
        if order is None:
            raise ApiError("no_order", "You have no standing order in this game.")
        return of_seat.standing_order(self._game, seat, order)

    def get_pause(self) -> GamePause:
        """The pause that is proposed, agreed or running. Raises `ApiError` (`not_paused`)."""
        if self.version.pause is None:
            raise ApiError("not_paused", "No pause is proposed in this game.")
        return _pause_body(self.version.pause)

    def get_offer(self, number: int) -> SeatOffer:
        """The offer of a seat. Raises `ApiError` (`seat_not_found`, `no_offer`)."""
        seat = self._find_seat(number)
        if seat.guest is None:
            raise ApiError("no_offer", "This seat is not offered.")
        return {"game": self._game.pk, "seat": number, "player": seat.guest}

    def get_entropy_receipt(self) -> EntropyReceipt:
        """The receipt of the viewer's own text. Raises `ApiError` (`not_a_player`, `no_entropy`)."""
        seat = self._find_seat(self._own_seat())
        given_at = self._game.seats.values_list("entropy_at", flat=True).get(number=seat.number)
        # A text of the seat's former player stays in the deal, and has no moment.
        if seat.entropy is None or seat.participant is None or given_at is None:
            raise ApiError("no_entropy", "You have given no text for this deal.")
        return {
            "game": self._game.pk,
            "seat": seat.number,
            "participant": seat.participant,
            "entropy": seat.entropy,
            "given_at": utc(given_at),
        }

    def get_stages(self) -> list[GameStage]:
        """The stages that are over; of their secrets nothing before the whole game is over."""
        over = self._game.status == Game.Status.FINISHED
        ended = self._game.stage_rows.filter(ended_at__isnull=False)
        there = list(ended.order_by("number"))
        if not there and over:
            there = load_history(self._game.pk).stages
        return [_stage_body(stage, sealed=over) for stage in there]

    def get_record(self) -> GameRecord:
        """A finished game: all that is needed to replay it. Raises `ApiError` while it is not over."""
        if self._game.status != Game.Status.FINISHED:
            raise ApiError("game_not_finished", "The record is shown when the game is over.")
        return records.game_record(self._game, [*self._game.seats.order_by("number")])

    @cached_property
    def _game_state(self) -> Any:
        raw: Any = self._game.state
        return self._rules.load(raw)

    def _own_seat(self) -> int:
        if self._seat is None:
            raise _not_a_player()
        return self._seat

    def _find_seat(self, number: int) -> ShownSeat:
        found = next((one for one in self._snapshot.seats if one.number == number), None)
        if found is None:
            raise ApiError("seat_not_found", "This game has no such seat.")
        return found

    def _answered_before(self) -> int:
        """Return `last_answer_event` of a game that is archived."""
        if self._game.status != Game.Status.FINISHED:
            return 0
        seat, history = self._own_seat(), load_history(self._game.pk)
        by = Submission.By.PLAYER
        turns = [
            one.turn.number
            for one in history.turns
            if seat in one.answers and one.answers[seat].by == by
        ]
        came: int = self._game.seats.values_list("feed_from", flat=True).get(number=seat)
        sealed = [
            event.number
            for event in history.events
            if event.type == "sealed" and event.number > came and event.data["seat"] == seat
            if event.data["turn"] == max(turns, default=0)
        ]
        return max(sealed, default=0)

    def _private_part(self) -> MyView | None:
        shown = self._snapshot
        if self._seat is None or not shown.started:
            return None
        return of_seat.private_part(
            self._rules,
            self._game,
            self._game_state,
            self._seat,
            shown.questions.get(self._seat),
            shown.own,
            shown.order,
        )

    def _read_turn(self, number: int) -> ShownTurn:
        """Return a turn, with the answers that the viewer may see."""
        shown = self._snapshot
        if shown.turn is not None and shown.turn.number == number:
            own = {} if shown.own is None or shown.seat is None else {shown.seat: shown.own}
            return ShownTurn(shown.turn, shown.questions, own)
        found = read_turn(self._game, number, self._seat)
        if found is None:
            raise ApiError("turn_not_found", "This game has no such turn yet.")
        return found

    def _get_fairness(self) -> GameFairness:
        """Return what the deal is bound to, and once the game is over the seed that shows it."""
        seed = bytes(self._game.server_seed)
        return {
            "commitment": seed_commitment(seed),
            "entropy": [seat.entropy for seat in self._snapshot.seats],
            "algorithm": ALGORITHM,
            "server_seed": seed.hex() if self._game.status in OVER else None,
        }


def _not_a_player() -> ApiError:
    return ApiError("not_a_player", "You have no seat in this game.")


def get_viewers(game: Game, seats: Iterable[Seat | ShownSeat]) -> frozenset[int] | None:
    """Return the players who may see a game, None where all may.

    A player with an offer of a seat sees the game until the offer ends.
    """
    if not game.private or game.status == Game.Status.OPEN:
        return None
    allowed = {seat.owner_id for seat in seats}
    if game.status == Game.Status.RUNNING:
        allowed |= {seat.offered_to_id for seat in seats}
    return frozenset(person for person in allowed if person is not None)


def get_excluded(game: Game, seats: Iterable[Seat | ShownSeat]) -> frozenset[int]:
    """Return the players who may not see a private table although it is open, or offers them a seat.

    They are blocked by its host, and have no seat.
    """
    if not game.private or game.status in OVER:
        return frozenset()
    seats = list(seats)
    owners = {seat.owner_id for seat in seats}
    if game.status == Game.Status.RUNNING and owners.issuperset(get_viewers(game, seats) or ()):
        return frozenset()
    blocked = Block.objects.filter(player=game.host_id).values_list("other_id", flat=True)
    return frozenset(blocked) - owners


def may_see(game: Game, seats: Iterable[Seat | ShownSeat], viewer: Player | None) -> bool:
    """Return whether a viewer who knows the game's id may see it."""
    allowed = get_viewers(game, seats)
    return allowed is None or (viewer is not None and viewer.pk in allowed)


def game_summary(
    game: Game,
    seats: Sequence[ShownSeat],
    turn: Turn | None,
) -> GameSummary:
    """Return a game as it stands in a list, for all who may see it.

    `turn` is the one that is open.
    """
    # Only what is decided needs the rules, so a game whose rules are gone can be listed.
    rules = registry.VERSIONS.get((game.ruleset, game.rules_version))
    return {
        "id": game.pk,
        "ruleset": game.ruleset,
        "options": game.options,
        "status": game.status,
        "private": game.private,
        "bot_accounts": game.bot_accounts,
        "chat": game.chat,
        "rematch_of": game.rematch_of_id,
        "host": game.host.username,
        "seat_count": game.size,
        "start": game.start,
        "seats": [_seat_body(game, seat) for seat in seats],
        "clock": _clock_body(game),
        "absence": {**absence_terms(game), "most_stopped_seconds": game.most_stopped // SECOND},
        "log": {"events": game.log.event_number, "head": digest_to_text(game.log.head)},
        "last_event": {
            "number": game.log.event_number,
            "type": game.log.event_type,
            "at": utc(game.log.event_at or game.created_at),
        },
        "stage": game.stage,
        "stages": game.stages,
        "turn": None
        if turn is None
        else _turn_body(rules, ShownTurn(turn, list_questions(seats), {})),
        "created_at": utc(game.created_at),
        "started_at": utc(game.started_at) if game.started_at else None,
        "ended_at": utc(game.ended_at) if game.ended_at else None,
        "result": game_result(game.result) if game.result else None,
        "cancel_reason": game.cancel_reason,
    }


def _turn_body(rules: Ruleset[Any, Any] | None, shown: ShownTurn) -> TurnBody:
    turn = shown.turn
    return {
        **show_heading(turn),
        "decision": None if rules is None else rules.decision_of(turn.heading),
        "opened_at": utc(turn.opened_at),
        "due_at": utc(turn.due_at),
        "closed_at": utc(turn.closed_at) if turn.closed_at else None,
        "asked": _asked_bodies(shown.questions),
        "actions": played_answers(shown.answers) if turn.closed_at else None,
    }


def invited_table(game: Game) -> InvitedTable:
    """Return the terms of a game, as an invitation shows them: nothing of how it stands."""
    return {
        "game": game.pk,
        "ruleset": game.ruleset,
        "options": game.options,
        "host": game.host.username,
        "seat_count": game.size,
        "start": game.start,
        "private": game.private,
        "chat": game.chat,
        "clock": _clock_body(game),
        "absence": {**absence_terms(game), "most_stopped_seconds": game.most_stopped // SECOND},
        "rematch_of": game.rematch_of_id,
    }


def absence_terms(game: Game) -> AbsenceTerms:
    """Return what a game has settled for those who are away, as its log has it."""
    return {
        "bot_after": game.bot_after,
        "vacations": game.vacations,
        "least_reliability": game.least_reliability,
        "most_stopped": write_duration(game.most_stopped),
    }


def _seat_body(game: Game, seat: ShownSeat) -> GameSeat:
    bank: str | None = game.clock["bank"]
    if bank and game.status != Game.Status.OPEN:
        bank = write_duration(seat.bank)
    return {
        "seat": seat.number,
        "player": seat.player,
        "account": seat.account,
        "avatar": seat.avatar,
        "participant": seat.participant,
        "bot": seat.bot,
        "score": seat.score,
        "away": seat.away,
        "missed": seat.missed,
        "bank": bank,
        "bank_seconds": parse_seconds(bank) if bank else None,
        "offered_to": seat.guest,
    }


def game_result(result: RecordedResult) -> GameResult:
    """Return a game's result with the place of each seat: 1 for the winners; equal points share one."""
    scores = result["scores"]
    return {**result, "ranks": [1 + sum(other > score for other in scores) for score in scores]}


def _clock_body(game: Game) -> ClockBody:
    """The clock as it is kept, in the order of the API: PostgreSQL keeps none of a JSON object's members."""
    clock, hours = game.clock, game.clock["hours"]
    return {
        "per_turn": clock["per_turn"],
        "bank": clock["bank"],
        "increment": clock["increment"],
        "grace": clock["grace"],
        "hours": None
        if hours is None
        else {
            "zone": hours["zone"],
            "days": hours["days"],
            "from": hours["from"],
            "to": hours["to"],
        },
        "per_turn_seconds": parse_seconds(clock["per_turn"]),
        "bank_seconds": clock["bank"] and parse_seconds(clock["bank"]),
        "increment_seconds": clock["increment"] and parse_seconds(clock["increment"]),
        "grace_seconds": clock["grace"] and parse_seconds(clock["grace"]),
        "ahead": write_duration(game.ahead) if game.ahead else None,
        "ahead_seconds": game.ahead // SECOND if game.ahead else None,
    }


def _pause_body(pause: Pause) -> GamePause:
    """A pause, proposed or agreed, as all see it."""
    return {
        "length": write_duration(pause.length),
        "length_seconds": pause.length // SECOND,
        "agreed": pause.agreed,
        "from": utc(pause.from_at) if pause.from_at else None,
        "until": utc(pause.until_at) if pause.until_at else None,
    }


def _asked_bodies(questions: Mapping[int, ShownQuestion]) -> list[AskedBody]:
    return [
        {"seat": seat, "answered": question.answered, "due_at": utc(question.due_at)}
        for seat, question in questions.items()
    ]


def _stage_body(stage: Stage, *, sealed: bool) -> GameStage:
    """Return a stage that is over, with its secrets where the game is over too."""
    assert stage.ended_at is not None  # noqa: S101  No other is read.
    of_rules: Any = {**(stage.shown or {}), **(stage.sealed or {} if sealed else {})}
    return {**show_scores(stage), "ended_at": utc(stage.ended_at), **of_rules}
