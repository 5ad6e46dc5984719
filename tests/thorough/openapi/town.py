"""Real people, games and tokens to mix into random requests, so that these get past "not found"."""

import time
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4
from zlib import crc32

import schemathesis

from tests.system.flows.client import PASSWORD, Json, Person
from tests.system.flows.table import play, seated, turn_the_tide

NUMBERS = count(1)
NEWCOMERS = count(1)
AMIGO = turn_the_tide("amigo")
NOBODY = "http://127.0.0.1:9/"
"""An address at which nobody listens."""
HOOK = {"channel": "webhook", "address": {"url": NOBODY}}
PHONE = {"channel": "ntfy", "address": {"url": f"{NOBODY}topic"}}

VACANT = 2
"""The seat in the deserted game from which cat is away."""

LIKELY: dict[str, tuple[str, str]] = {
    "join_game": ("eve", "open"),
    "set_entropy": ("bob", "open"),
    "leave_game": ("bob", "open"),
    "start_game": ("ann", "open"),
    "cancel_game": ("ann", "open"),
    "get_record": ("ann", "finished"),
    "get_analysis": ("ann", "finished"),
    "reclaim_seat": ("cat", "deserted"),
    "offer_seat": ("ann", "deserted"),
    "create_invitation": ("ann", "open"),
    "list_invitations": ("ann", "open"),
    "accept_invitation": ("eve", "open"),
    "delete_invitation": ("ann", "open"),
    "create_rematch": ("bob", "finished"),
    "withdraw_offer": ("ann", "deserted"),
    "accept_seat": ("eve", "deserted"),
    "decline_seat": ("eve", "deserted"),
    "end_pause": ("ann", "deserted"),
    "extend_deadline": ("bob", "running"),
    "vote_to_resume": ("ann", "held up"),
    "create_receiver": ("eve", "running"),
    "claim_account": ("guest", "running"),
    "delete_me": ("goer", "running"),
    "cancel_deletion": ("leaver", "running"),
}
"""Who does what in which game with success; everything else ann does in the running one."""


class Town:
    """Ann, bob, cat and eve; a game of each kind, of which ann hosts all and eve plays none."""

    def __init__(self, url: str) -> None:
        self.url, self.tag = url, next(NUMBERS)
        tag = self.tag
        self.people = {
            name: Person.signs_up(url, f"{name}-{tag}") for name in ("ann", "bob", "cat", "eve")
        }
        self.three = [self.people[name] for name in ("ann", "bob", "cat")]
        self.games = {"finished": str(play(self.three, AMIGO, [], seed=tag).record["game"])}
        ann = self.people["ann"]
        # Only with a test token time can be moved.
        ann.token = str(self._new_token(test=True)["token"])
        self.days = count(1)
        self.export = self._exported()
        self.vacation = str(ann.call("POST", "/me/vacations", self._an_hour_off()).ok()["id"])

    def renew(self) -> None:
        """What a call before may have used up: games that are not over, and a token to give up."""
        ann, bob, cat = self.three
        self.games["open"] = str(ann.opens(**AMIGO, seats=5)["id"])
        bob.joins(self.games["open"])
        cat.joins(self.games["open"])
        self.games["cancelled"] = str(ann.opens(**AMIGO, seats=3)["id"])
        ann.call("POST", f"/games/{self.games['cancelled']}/cancel").ok()
        self.games["deserted"] = self._deserted()
        self.games["held up"] = self._held_up()
        self.games["running"] = str(seated(self.three, AMIGO, [])["id"])
        named = {"player": self.people["eve"].name}
        path = f"/games/{self.games['open']}/invitations"
        self.invitation = str(ann.call("POST", path, named).ok()["code"])
        said = {"text": "Low water!"}
        path = f"/games/{self.games['running']}/messages"
        self.message = str(ann.call("POST", path, said).ok()["id"])
        self.legal = ann.sees(self.games["running"])["mine"]["legal_actions"]
        ann.seals(self.games["running"], 1, self.legal[0])
        ann.orders(self.games["running"], self._order(1), at_once=False)
        ann.call("PATCH", f"/games/{self.games['running']}/viewer", {"note": "Low water!"}).ok()
        self.token = str(self._new_token()["id"])
        self._renew_receivers()
        self._renew_accounts()

    def _renew_accounts(self) -> None:
        """A bot of ann's, and people who come for one call: a guest, one who leaves, one who is about to."""
        ann, number = self.people["ann"], f"{self.tag}-{next(NEWCOMERS)}"
        for bot in ann.get("/me/bots")["results"]:
            ann.call("DELETE", f"/me/bots/{bot['username']}").ok()
        self.bot = f"engine-{number}"
        ann.call("POST", "/me/bots", {"username": self.bot}).ok()
        guest = Person(self.url).call("POST", "/guests").ok()
        self.newcomers = {
            "guest": Person(self.url, guest["token"], guest["username"]),
            "goer": Person.signs_up(self.url, f"goer-{number}"),
            "leaver": Person.signs_up(self.url, f"leaver-{number}"),
        }
        self.newcomers["leaver"].call("DELETE", "/me").ok()

    def _exported(self) -> str:
        """An export of ann's that is ready."""
        ann = self.people["ann"]
        made = str(ann.call("POST", "/me/exports").ok()["id"])
        while ann.get(f"/me/exports/{made}")["status"] == "building":
            time.sleep(0.2)
        return made

    def _renew_receivers(self) -> None:
        """One of ann's with a delivery, and room for more of everybody's."""
        for person in self.people.values():
            for receiver in person.get("/me/receivers")["results"]:
                person.call("DELETE", f"/me/receivers/{receiver['id']}").ok()
        ann = self.people["ann"]
        self.receiver = str(ann.call("POST", "/me/receivers", HOOK).ok()["id"])
        self.delivery = str(ann.call("POST", f"/me/receivers/{self.receiver}/test").ok()["id"])
        ann.call("POST", "/me/subscriptions", {"kind": "calendar"}).ok()

    def _deserted(self) -> str:
        """A game that cat has gone away from: her seat is offered to eve, and a pause is proposed."""
        ann, bob, _ = self.three
        game = str(seated(self.three, AMIGO, [], absence={"bot_after": 1})["id"])
        for person in (ann, bob):
            person.seals(game, 1, person.sees(game)["mine"]["fallback"])
        ann.call("POST", f"/games/{game}/clock/forward", {"by": "PT24H"}).ok()
        guest = {"player": self.people["eve"].name}
        ann.call("PUT", f"/games/{game}/seats/{VACANT}/offer", guest).ok()
        ann.call("PUT", f"/games/{game}/pause", {"length": "P1D"}).ok()
        return game

    def _held_up(self) -> str:
        """A game in which all have agreed to a pause, and its question would be over without it."""
        game = str(seated(self.three, AMIGO, [])["id"])
        for person in self.three:
            person.call("PUT", f"/games/{game}/pause", {"length": "P2D"}).ok()
        self.three[0].call("POST", f"/games/{game}/clock/forward", {"by": "PT25H"}).ok()
        return game

    def _new_token(self, **wish: bool) -> Json:
        ann = self.people["ann"]
        login = {"username": ann.name, "password": PASSWORD, **wish}
        made: Json = ann.call("POST", "/me/tokens", login).ok()
        return made

    def _an_hour_off(self) -> Json:
        """A vacation on a day of its own."""
        begins = datetime.now(UTC) + timedelta(days=next(self.days) % 360)
        ends = begins + timedelta(hours=1)
        return {"from": begins.isoformat(), "until": ends.isoformat()}

    def _order(self, place: int) -> Json:
        return {"plays": [{"card": self.legal[place % len(self.legal)]["card"]}]}

    def settle(self, case: schemathesis.Case[Any]) -> dict[str, str]:
        """Put real things into half of the cases, chosen by the case itself; the headers to send.

        The other half keep their random ids and bodies; and one in five is nobody's.
        """
        words = [case.path_parameters, case.query, case.headers, case.body]
        luck = crc32(repr(words).encode())
        name = case.operation.definition.raw["operationId"]
        if name == "update_me" and isinstance(case.body, dict):
            case.body.pop(
                "username", None
            )  # Nobody would be found any more by the name known here.
        who, status = LIKELY.get(name, ("ann", "running"))
        if luck % 2:
            who = [*self.people, ""][luck // 2 % 5]
            status = list(self.games)[luck // 16 % len(self.games)]
        if luck % 8 != 7:
            self._address(case, status, name)
            self._body(case, name, luck // 128)
            case.query.pop("cursor", None)  # a made-up one is refused
            if "Idempotency-Key" in case.headers:  # and so is a key that came before
                case.headers["Idempotency-Key"] = uuid4().hex
        if "wait" in case.query:
            case.query["wait"] = 0  # what a long poll says is the same, only later
        token = {**self.people, **self.newcomers}[who].token if who else None
        return {"Authorization": f"Bearer {token}"} if token else {}

    def _address(self, case: schemathesis.Case[Any], status: str, name: str) -> None:
        real: Json = {
            "game": self.games[status],
            "turn": 1,
            "ruleset": "turn_the_tide",
            "seat": VACANT,
            "token": self.token,
            "username": self.bot if "_bot" in name else self.people["bob"].name,
            "exported": self.export,
            "archive": 1,
            "vacation": self.vacation,
            "invitation": self.invitation,
            "message": self.message,
            "receiver": self.receiver,
            "delivery": self.delivery,
            "subscription": "calendar",
        }
        case.path_parameters = {name: real[name] for name in case.path_parameters or {}}

    def _body(self, case: schemathesis.Case[Any], name: str, luck: int) -> None:
        if not isinstance(case.body, dict):
            return
        if name == "create_token":
            case.body.update(username=self.people["ann"].name, password=PASSWORD)
        likely: dict[str, Json] = {
            "claim_account": {"username": f"mine-{self.tag}-{luck}", "password": PASSWORD},
            "submit_answer": {"action": self.legal[luck % len(self.legal)]},
            "set_standing_order": {"order": self._order(luck)},
            "create_invitation": {"player": self.people["cat"].name},
            "create_message": {"text": "High water!"},
            "offer_seat": {"player": self.people["eve"].name},
            "agree_to_pause": {"length": "PT36H"},
            "create_vacation": self._an_hour_off(),
            "create_receiver": HOOK if luck % 2 else PHONE,
            "update_receiver": {"address": {"url": NOBODY}},
            "update_notification_settings": {"zone": "Europe/Berlin", "lead": "PT4H"},
            "forward_clock": {"by": "PT1H"},
            "forward_my_clock": {"by": "PT1H"},
        }
        # A third of these keep what is random, which is right in form and nearly always refused.
        if name in likely and luck % 3:
            case.body.update(likely[name])
