"""People at a server, one game, the secrets among them, and how one of two things is done in secret."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client, TestCase

from common.rest import log_lines
from games.background import due_turns
from games.feeds.streams.hub import HUB, STREAM, Hub
from games.models import Game, Question, Submission, Turn
from games.rulesets.chance import SeededChance
from games.rulesets.testing.secrecy import Rehearsal, kit_of
from games.rulesets.testing.whole_games import AnyRuleset
from notifications.models import Receiver, Webhook
from notifications.receivers import begin_mail
from notifications.webhooks import endpoints
from players.models import App, AppToken, Player, new_webhook_secret, token_digest
from tests.determinism import Luck, numbered_as_before, reset_counters
from tests.moving_time import MONDAY, Time
from tests.people import API, OUTSIDE, PASSWORD
from tests.thorough.interference.secret_kinds import EVERYBODY, HANDS, OWNER, SEATED
from tideapi.web.fair_queue import FairQueue

Json = dict[str, Any]
ALL_OF_IT = 10_000
"""More messages than any feed here has."""
SEATS = len(SEATED)


@dataclass(frozen=True, slots=True)
class Reply:
    """A response as it went over the wire; of a stream also what follows."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def tag(self) -> str | None:
        return dict(self.headers).get("ETag")


class Caller:
    """Somebody with an address and, unless she is a stranger, a token of her own."""

    _hub = Hub(FairQueue(1, 1))

    def __init__(self, name: str, luck: Luck) -> None:
        self.name = name
        self.token: str | None = None
        self.number: int | None = None
        self.webhooks: list[str] = []
        self.receivers: list[str] = []
        self._luck = luck
        self._address = f"192.0.2.{EVERYBODY.index(name) + 1}"
        self._calls: dict[str, int] = {}
        self._client = Client(raise_request_exception=False, enforce_csrf_checks=True)

    def act(self, method: str, path: str, body: Any = None, *, luck: str | None = None) -> Any:
        """Do something that has to succeed; what she is answered."""
        about = luck or f"{self.name} {method} {path}"
        self._calls[about] = times = self._calls.get(about, 0) + 1
        self._luck.begins(f"{about} {times}")
        raw = None if body is None else json.dumps(body).encode()
        with TestCase.captureOnCommitCallbacks(execute=True):
            said = self.call(method, path, raw)
        assert said.status < 300, f"{self.name} {method} {path} {body} -> {said}"
        return said.json if said.body else None

    def call(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str] | None = None
    ) -> Reply:
        """Call the server once, whatever it answers."""
        # Otherwise each call has an id of its own, in every variant.
        sent = {log_lines.REQUEST_ID_HEADER: "one-for-all", **(headers or {})}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        answer = self._client.generic(
            method,
            path if path.startswith(OUTSIDE) else API + path,
            body or b"",
            content_type="application/json" if body else "",
            headers=sent,
            **{"REMOTE_ADDR": self._address, HUB: self._hub},  # type: ignore[arg-type]
        )
        said = answer.content
        stream = answer.wsgi_request.META.get(STREAM)
        if stream is not None:
            self._hub.streams.free_place(stream.caller)
            reading = stream.feed.read(stream.after, ALL_OF_IT)
            if reading.is_for(stream.player):
                said += b"".join(one.data for one in stream.allowed_messages(reading.messages))
        return Reply(answer.status_code, tuple(sorted(answer.headers.items())), said)


class Scenario:
    """Everybody, and one game that all is about.

    Where `differs` names a secret, it is the other way than in a scenario in which it does not.
    `hidden` are the secrets that are kept at the moment; what has been told to all is no secret.
    `known` says who besides the owner lawfully knows one of them at the moment.
    """

    def __init__(
        self,
        rules: AnyRuleset,
        luck: Luck,
        time: Time,
        differs: frozenset[str] = frozenset(),
        eyes: int | None = None,
    ) -> None:
        self.rules, self.luck, self.time = rules, luck, time
        self.kit = kit_of(rules)
        self.differs, self.eyes = differs, eyes
        self.hidden: set[str] = set()
        self.known: set[tuple[str, str]] = set()
        self.game = ""
        self.guesses: list[Json] = []
        self.guessed_orders: list[Json] = []
        self.people = {name: Caller(name, luck) for name in EVERYBODY}
        self.owner = self.people[OWNER]
        time.sweep_at(MONDAY)
        reset_counters()

    def __getitem__(self, name: str) -> Caller:
        return self.people[name]

    # -- secrets

    def either(self, secret: str, this: Any, other: Any) -> Any:
        """One of two things, of which nobody may know which one it was."""
        self.hidden.add(secret)
        return other if secret in self.differs else this

    def disclose(self, *secrets: str) -> None:
        """These are no secrets any more."""
        self.hidden -= {*secrets}

    @contextmanager
    def undone(self) -> Iterator[None]:
        """What happens in here, and what was secret about it, is undone afterwards."""
        hidden, known = {*self.hidden}, {*self.known}
        guesses, guessed_orders = [*self.guesses], [*self.guessed_orders]
        counts = {name: dict(caller._calls) for name, caller in self.people.items()}
        moment = self.time.now
        with numbered_as_before():
            yield
        self.hidden, self.known = hidden, known
        self.guesses, self.guessed_orders = guesses, guessed_orders
        for name, caller in self.people.items():
            caller._calls = counts[name]
        self.time.advance(seconds=(moment - self.time.now).total_seconds())

    def change_hidden(self) -> None:
        """Put other cards where nobody has seen any, and another seed for what is to come."""
        row = Game.objects.filter(pk=self.game).first()
        if row is None:
            return
        if row.status in {Game.Status.OPEN, Game.Status.RUNNING}:
            seed = self.either("seed", bytes(row.server_seed), b"another seed".ljust(32))
            Game.objects.filter(pk=row.pk).update(server_seed=seed)
        if row.status == Game.Status.RUNNING and HANDS in self.differs and self._redraw(row):
            self.hidden.add(HANDS)

    def _redraw(self, row: Game) -> bool:
        """Deal again what the eyes for which this variant is made have not seen."""
        raw: Any = row.state
        state = self.rules.load(raw)
        other: Any = self.kit.redraw_hidden(state, self.eyes, SeededChance(b"another deal"))
        if other == state:
            return False
        setup: Any = row.setup
        drawn = [{**one, "value": one["value"][::-1]} for one in setup["chance"]]
        setup = {**self.rules.setup_record(other), "chance": drawn}
        Game.objects.filter(pk=row.pk).update(state=self.rules.dump(other), setup=setup)
        for stage in row.stage_rows.filter(ended_at__isnull=False):
            stage.sealed = _reversed_lists(stage.sealed)
            stage.save()
        for answer in Submission.objects.filter(
            game=row, question__turn__number=row.turn_number
        ).select_related("question__seat"):
            seat = answer.question.seat.number
            if seat != self.eyes:
                legal = self.rules.legal_actions(other, seat)
                answer.action = self.rules.write_action(legal[0])
                answer.save()
        return True

    # -- people

    def sign_up(self) -> None:
        """Everybody comes; whoever has an account has a webhook of her own too."""
        for name in (*SEATED, "dan", "eve"):
            caller = self.people[name]
            made = caller.act("POST", "/players", {"username": name, "password": PASSWORD})
            caller.token = made["token"]
            caller.number = Player.objects.get(username=name).pk
            wish = {"channel": "webhook", "address": {"url": f"https://{name}.example/tide"}}
            caller.webhooks = [caller.act("POST", "/me/receivers", wish)["id"]]
            begin_mail(caller.number)
            found = Receiver.objects.filter(player=caller.number)
            caller.receivers = [*found.values_list("pk", flat=True), *caller.webhooks]
        self.people["impostor"].token = "tide_somebody-elses"

    def connect_app(self) -> None:
        """All who have an account let one app in, to whose endpoint the events of each are sent."""
        self.luck.begins("an app is registered")
        app = App.objects.create(
            client_id="board",
            name="Board",
            authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
            redirect_uris="https://board.example/back",
            webhook_url="https://relay.example/tide",
            webhook_secret=new_webhook_secret(),
        )
        for caller in self.people.values():
            if caller.number is not None:
                AppToken.objects.create(
                    user=Player.objects.get(pk=caller.number),
                    application=app,
                    token_checksum=token_digest(f"the app's token of {caller.name}").hex(),
                    scope="game:read message:read notice:write",
                    expires=self.time.now + timedelta(days=3650),
                )
                self.luck.begins(f"{caller.name} lets the app in")
                endpoints.connect_app(app.pk, caller.number)
                hook = Webhook.objects.get(endpoint=app, player=caller.number)
                caller.receivers.append(hook.pk)

    # -- the game

    @property
    def row(self) -> Game:
        return Game.objects.get(pk=self.game)

    @property
    def state(self) -> Any:
        raw: Any = self.row.state
        return self.rules.load(raw)

    @property
    def seat(self) -> int:
        """The owner's seat."""
        return SEATED.index(self.owner.name)

    @property
    def turn(self) -> Turn:
        return Turn.objects.get(game=self.game, closed_at=None)

    def rehearse_orders(self, name: str) -> Rehearsal | None:
        """Orders that somebody could give at the open question, by what she sees; None if it is not hers."""
        seen = self.view(name)
        if seen["mine"] is None or not seen["mine"]["legal_actions"]:
            return None
        return self.kit.rehearse_orders(seen["table"], seen["mine"])

    def view(self, name: str) -> Any:
        """The game as somebody sees it."""
        said = self.people[name].call("GET", f"/games/{self.game}", None)
        assert said.status == 200, said
        return said.json

    def waiting(self) -> list[str]:
        """Who has not answered the open turn; nobody where none is open."""
        waiting = Question.objects.filter(game=self.game, turn__closed_at=None, submission=None)
        numbers = waiting.order_by("seat__number").values_list("seat__number", flat=True)
        return [SEATED[seat] for seat in numbers]

    def seal(self, name: str, action: Json, *, luck: str | None = None) -> None:
        path = f"/games/{self.game}/turns/{self.turn.number}/submission"
        self.people[name].act("PUT", path, {"action": action}, luck=luck)

    def pass_time(self, *, days: float = 1.1) -> None:
        """So much time passes, and the clock plays for those whose time is up."""
        self.time.advance(days=days)
        with TestCase.captureOnCommitCallbacks(execute=True):
            due_turns.sweep_due_turns()


def _reversed_lists(value: Any) -> Any:
    """The same with every list of cards the other way round."""
    if isinstance(value, dict):
        return {name: _reversed_lists(one) for name, one in value.items()}
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return [_reversed_lists(one) for one in value]
    return value[::-1] if isinstance(value, list) else value
