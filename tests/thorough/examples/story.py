"""A short scripted game of ann, bob and cat against a running server, whose answers are kept as examples."""

import json
import time
from typing import Any
from urllib.request import urlopen

from drf_spectacular.drainage import get_override

from common.rest.serializers import Body
from games.api.serializers import (
    EntropyRequest,
    ForwardRequest,
    GameRequest,
    InvitationRequest,
    JoinRequest,
    MessageRequest,
    PauseRequest,
    ReadMarkRequest,
    ReportRequest,
    StandingOrderRequest,
    SubmissionRequest,
    VacationRequest,
    ViewerRequest,
)
from notifications.api.serializers import PreferencesRequest, ReceiverChangeRequest, ReceiverRequest
from notifications.api.subscriptions import SubscriptionRequest
from players.api.serializers import (
    BotAccountRequest,
    MyProfileChange,
    PlayerRequest,
    RelationChange,
    TokenRequest,
)
from tests.receiver import receiving
from tests.system.flows.client import Person

RECEIVER_URL = "https://bots.example"
"""The webhook receiver's address in the examples."""
RECORDED_TURNS = 1
"""Turns of the record that are kept, and the log until then: all of it would fill screens."""

SHOWN_PIECES = 2
"""Pieces of each group of a ruleset's material that are kept."""

Json = dict[str, Any]


class Caller(Person):
    """Each call has to be granted, and gives the JSON of its answer."""

    def post(self, path: str, body: Json | None = None) -> Any:
        return self.call("POST", path, body).ok()

    def put(self, path: str, body: Json | None = None) -> Any:
        return self.call("PUT", path, body).ok()

    def patch(self, path: str, body: Json) -> Any:
        return self.call("PATCH", path, body).ok()

    def delete(self, path: str) -> Any:
        return self.call("DELETE", path).ok()

    def ask_health(self, path: str) -> Any:
        """Return the answer of an address outside of the API."""
        with urlopen(f"{self.url}{path}") as answer:
            return json.load(answer)


def example_of(serializer: type[Body]) -> Json:
    """Return the example of a request in the document."""
    (example,) = get_override(serializer, "examples")
    body: Json = example.value
    return body


def _shorten_page(page: Json, size: int = 1) -> Json:
    """Return a page with the first of its results alone, so that the document stays short."""
    return {**page, "results": page["results"][:size]}


class Story:
    """The script, and the answers worth keeping, by the names in the calls."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.receiver = RECEIVER_URL
        self.answers: dict[str, Any] = {}

    def play(self) -> None:
        """Play it all, after `accounts`, with as many games as it takes to deal the examples' cards."""
        self.tables()
        self.clocks()
        self.people()
        # The document's examples name certain cards; most deals give them to another player.
        while "Receipt" not in self.answers:
            self.whole_game()
        self.afterwards()
        self.leaving()
        self.notifications()
        self.webhooks()

    def accounts(self) -> None:
        new = example_of(PlayerRequest)
        stranger = Caller(self.url)
        self.answers["SignedUp"] = stranger.post("/players", new)
        self.ann = Caller(self.url, self.answers["SignedUp"]["token"])
        self.bob = self._sign_up("bob", new["password"])
        self.cat = self._sign_up("cat", new["password"])
        self.answers["IssuedToken"] = stranger.post("/me/tokens", example_of(TokenRequest))
        self.answers["TokenPage"] = self.ann.get("/me/tokens")
        testing = stranger.post("/me/tokens", {**example_of(TokenRequest), "test": True})
        self.test = Caller(self.url, testing["token"])
        self.answers["PlayerPage"] = self.ann.get("/players", prefix="a")
        self.answers["Me"] = self.ann.get("/me")
        self.answers["MeChanged"] = self.ann.patch("/me", example_of(MyProfileChange))
        self.answers["GuestWelcomed"] = stranger.post("/guests")
        self.answers["BotMade"] = self.ann.post("/me/bots", example_of(BotAccountRequest))
        self.answers["BotAccountPage"] = self.ann.get("/me/bots")
        self.answers["Index"] = stranger.get("")
        rulesets = stranger.get("/rulesets")
        self.answers["RulesetPage"] = _shorten_page(rulesets)
        ruleset = stranger.get("/rulesets/turn_the_tide")
        for group in ruleset["material"]:
            group["pieces"] = group["pieces"][:SHOWN_PIECES]
        self.answers["Ruleset"] = ruleset
        self.answers["Alive"] = stranger.ask_health("/healthz")
        self.answers["Ready"] = stranger.ask_health("/readyz")

    def _sign_up(self, name: str, password: str) -> Caller:
        made = Caller(self.url).post("/players", {"username": name, "password": password})
        return Caller(self.url, made["token"])

    def tables(self) -> None:
        """Set games up without playing them."""
        self.answers["GameCreated"] = self.bob.post("/games", example_of(GameRequest))
        called_off = self._open(seats=3)
        self.ann.post(f"/games/{called_off}/cancel")
        started_early = self._open(seats=4)
        text = self.ann.put(f"/games/{started_early}/entropy", example_of(EntropyRequest))
        self.answers["TextReceipt"] = text
        self.cat.post(f"/games/{started_early}/join")
        self.bob.post(f"/games/{started_early}/join")
        self.ann.post(f"/games/{started_early}/start")
        self._play(started_early)

    def clocks(self) -> None:
        """Stop the clock of one game and move that of another."""
        paused, moved_on = self._open(seats=3), self._open(seats=3)
        for game in (paused, moved_on):
            self.bob.post(f"/games/{game}/join")
            self.cat.post(f"/games/{game}/join")
        for person in (self.cat, self.bob, self.ann):
            person.put(f"/games/{paused}/pause", example_of(PauseRequest))
        self.answers["GamePause"] = self.ann.get(f"/games/{paused}/pause")
        forward = example_of(ForwardRequest)
        self.test.post(f"/games/{moved_on}/clock/forward", forward)
        self._play(paused)
        self._play(moved_on)

    def people(self) -> None:
        """Set relations, and use invitations and messages at a table."""
        self.answers["Relation"] = self.ann.patch("/me/relations/bob", example_of(RelationChange))
        self.bob.patch("/me/relations/ann", {"friend": True})
        self.ann.patch("/me/relations/cat", {"friend": True})
        self.answers["RelatedPlayerPage"] = self.ann.get("/me/relations")
        about_bob = {**example_of(ReportRequest), "player": "bob"}
        self.answers["Report"] = self.ann.post("/reports", about_bob)
        self.answers["ReportPage"] = self.ann.get("/reports")
        self.answers["Profile"] = self.ann.get("/players/bob")
        game = f"/games/{self._open(seats=4)}"
        made = self.ann.post(f"{game}/invitations", example_of(InvitationRequest))
        self.answers["Invitation"] = made
        self.ann.post(f"{game}/invitations", {"player": "bob"})
        self.answers["InvitationPage"] = self.ann.get(f"{game}/invitations")
        self.answers["TableMessage"] = self.ann.post(f"{game}/messages", example_of(MessageRequest))
        self.bob.post(f"{game}/join")
        gone = self.bob.post(f"{game}/messages", {"text": "Low water!"})["id"]
        self.bob.delete(f"{game}/messages/{gone}")
        self.answers["PhrasePage"] = _shorten_page(self.ann.get("/phrases"), 2)
        self.answers["TableMessagePage"] = self.ann.get(f"{game}/messages")
        self.ann.post(f"{game}/cancel")
        wish = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["careful"]}
        game = f"/games/{self.ann.post('/games', wish)['id']}"
        self.bob.post(f"{game}/join")
        self.bob.post(f"{game}/resign")
        self.ann.put(f"{game}/seats/1/offer", {"player": "cat"})
        self.answers["SeatOffer"] = self.ann.get(f"{game}/seats/1/offer")
        self.ann.post(f"{game}/resign")

    def whole_game(self) -> None:
        """Play a game of three; keep its answers if ann is dealt the cards of the examples."""
        play, order = example_of(SubmissionRequest), example_of(StandingOrderRequest)
        needed = {play["action"]["card"], *(entry["card"] for entry in order["order"]["plays"])}
        game = self._open(seats=3)
        self.bob.post(f"/games/{game}/join", example_of(JoinRequest))
        self.cat.post(f"/games/{game}/join")
        if not needed <= set(self.ann.get(f"/games/{game}")["mine"]["hand"]):
            self._play(game)
            return
        address = f"/games/{game}/standing-order"
        self.answers["StandingOrder"] = self.ann.put(address, order)
        self.ann.delete(address)
        submission = f"/games/{game}/turns/1/submission"
        self.ann.put(submission, play)
        self.answers["Withdrawal"] = self.ann.delete(submission)
        self.answers["Receipt"] = self.ann.put(submission, play)
        self.answers["Game"] = self.ann.get(f"/games/{game}")
        self.answers["Viewer"] = self.ann.patch(f"/games/{game}/viewer", example_of(ViewerRequest))
        self.answers["QuestionPage"] = self.ann.get("/me/turns")
        self.ann.put("/me/read", example_of(ReadMarkRequest))
        self.answers["ReadPosition"] = self.ann.get("/me/read")
        self.answers["MyGamePage"] = _shorten_page(self.ann.get("/me/games", page_size=2))
        self.answers["EventPage"] = self.ann.get(f"/games/{game}/events", page_size=10)
        self._play(game, stages=1)
        self.answers["Turn"] = self.ann.get(f"/games/{game}/turns/2")
        self.answers["StagePage"] = self.ann.get(f"/games/{game}/stages")
        self._play(game)
        record = self.ann.get(f"/games/{game}/record")
        events = record["log"]["events"]
        closings = [place for place, one in enumerate(events, 1) if one["type"] == "turn_closed"]
        log = {**record["log"], "events": events[: closings[RECORDED_TURNS - 1]]}
        turns = record["turns"][:RECORDED_TURNS]
        self.answers["Record"] = {**record, "turns": turns, "log": log}
        self.answers["Analysis"] = self._analysis(game)

    def _analysis(self, game: str) -> Json:
        """Return an analysis by a worker, cut to one seat of one stage with a few moves."""
        while (analysis := self.ann.get(f"/games/{game}/analysis"))["status"] == "pending":
            time.sleep(1)
        stage, *_ = analysis["stages"]
        seat, *_ = stage["seats"]
        seats = [{**seat, "moves": seat["moves"][:RECORDED_TURNS]}]
        return {**analysis, "stages": [{**stage, "seats": seats}]}

    def afterwards(self) -> None:
        self.answers["GamePage"] = _shorten_page(self.ann.get("/games", page_size=2))
        self.answers["Vacation"] = self.ann.post("/me/vacations", example_of(VacationRequest))
        self.answers["VacationPage"] = self.ann.get("/me/vacations")

    def leaving(self) -> None:
        """Export an account, and withdraw a request to delete one."""
        self.answers["AccountExport"] = made = self.ann.post("/me/exports", None)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.ann.get(f"/me/exports/{made['id']}")["status"] != "building":
                break
            time.sleep(0.5)
        self.answers["AccountExportPage"] = self.ann.get("/me/exports")
        self.answers["Deletion"] = self.cat.get("/me/deletion")
        self.answers["DeletionRequested"] = self.cat.delete("/me")
        self.cat.delete("/me/deletion")

    def notifications(self) -> None:
        """Read and change settings, and create a feed address."""
        path = "/me/notifications"
        self.answers["Preferences"] = self.ann.get(path)
        self.answers["PreferencesChanged"] = self.ann.patch(path, example_of(PreferencesRequest))
        made = self.ann.post("/me/subscriptions", example_of(SubscriptionRequest))
        self.answers["IssuedSubscription"] = made
        self.answers["SubscriptionPage"] = self.ann.get("/me/subscriptions")

    def webhooks(self) -> None:
        """Create a webhook and keep its messages: a ping, and the first turn of a game."""
        with receiving() as receiver:
            self.receiver = receiver.url
            phone = {"channel": "ntfy", "address": {"url": f"{self.receiver}/anns-long-topic"}}
            self.ann.post("/me/receivers", {**phone, "note": "my phone"})
            wish = example_of(ReceiverRequest)
            url = wish["address"]["url"].replace(RECEIVER_URL, self.receiver)
            made = self.ann.post("/me/receivers", {**wish, "address": {"url": url}})
            self.answers["IssuedReceiver"] = made
            hook = f"/me/receivers/{made['id']}"
            self.answers["Receiver"] = self.ann.get(hook)
            self.answers["ReceiverPage"] = self.ann.get("/me/receivers")
            self.answers["ReceiverChanged"] = self.ann.patch(
                hook, example_of(ReceiverChangeRequest)
            )
            self.answers["DeliveryOfPing"] = self.ann.post(f"{hook}/test")
            self.answers["ReceiverRenewed"] = self.ann.post(f"{hook}/secret")
            game = self._open(seats=3)
            self.bob.post(f"/games/{game}/join")
            self.cat.post(f"/games/{game}/join")
            log = f"{hook}/deliveries"
            end = time.monotonic() + 30
            while self.ann.get(log, state="waiting")["results"] and time.monotonic() < end:
                time.sleep(0.1)
            self.answers["DeliveryPage"] = page = self.ann.get(log)
            again = f"{log}/{page['results'][0]['id']}/redeliver"
            self.answers["DeliveryAgain"] = self.ann.post(again)
            self.ann.delete(hook)

    def _open(self, seats: int) -> str:
        wish = {"ruleset": "turn_the_tide", "options": {"edition": "amigo"}, "seat_count": seats}
        return str(self.ann.post("/games", wish)["id"])

    def _play(self, game: str, stages: int | None = None) -> None:
        """Play the fallback for every player: to the end, or until so many stages are over."""
        while (seen := self.ann.get(f"/games/{game}"))["status"] == "running":
            if stages is not None and seen["stage"] > stages:
                return
            number = seen["turn"]["number"]
            for person in (self.ann, self.bob, self.cat):
                mine = person.get(f"/games/{game}")["mine"]
                if mine["legal_actions"] and mine["submission"] is None:
                    address = f"/games/{game}/turns/{number}/submission"
                    person.put(address, {"action": mine["fallback"]})
