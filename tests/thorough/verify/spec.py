"""docs/fairness.md said once more, as a third program would: it shares no line with verifiers or server."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]


def canonical(value: Any) -> str:
    """C(x), before it is written as UTF-8."""
    if isinstance(value, dict):
        members = (f"{canonical(name)}:{canonical(value[name])}" for name in sorted(value))
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        raise TypeError("whole numbers only")
    return json.dumps(value, ensure_ascii=False)


def hashed(*parts: bytes | str) -> bytes:
    """H of these parts, one after the other."""
    return hashlib.sha256(b"".join(_bytes(part) for part in parts)).digest()


def written(hash_: bytes) -> str:
    return "sha256:" + hash_.hex()


def seed_commitment(server_seed: str) -> str:
    return written(hashed(bytes.fromhex(server_seed)))


def text_hash(text: str) -> str:
    """What stands for a text that a player gives for the deal."""
    return written(hashed(text))


def game_seed(server_seed: str, game: str, entropy: Iterable[str | None]) -> bytes:
    """The game seed from the server's, in hexadecimal digits, and the hash of each seat's text."""
    message = len(game.encode()).to_bytes(4, "big") + game.encode()
    for text in entropy:
        message += bytes(1) if text is None else bytes([1]) + bytes.fromhex(text[7:])
    return hmac.new(bytes.fromhex(server_seed), message, hashlib.sha256).digest()


def commitment(nonce: str, action: Json, game: str, seat: int, turn: int) -> str:
    """Of a sealed answer."""
    content = {"action": action, "game": game, "seat": seat, "turn": turn}
    return written(hashed(bytes.fromhex(nonce), canonical(content)))


def private(salt: str, told: list[Json]) -> str:
    """What binds a private list."""
    return written(hashed(bytes.fromhex(salt), canonical(told)))


def record_hash(record: Json) -> str:
    bound = {name: record[name] for name in record if name not in ("log", "players")}
    return written(hashed(canonical(bound)))


def chained(game: str, events: list[Json]) -> str:
    """Number the events, put in their hashes, and return the head of the chain."""
    head = bytes(32)
    for number, event in enumerate(events, start=1):
        event["number"] = number
        bound = {name: event[name] for name in ("at", "data", "number", "type")}
        head = hashed(head, hashed(canonical({**bound, "game": game})))
        event["hash"] = written(head)
    return written(head)


class Draws:
    """Chance for the rules: every draw from the seed, kept as records show them."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._made: list[Json] = []

    def take(self) -> list[Json]:
        """What was drawn since the last call."""
        made, self._made = self._made, []
        return made

    def roll(self, purpose: str, sides: int) -> int:
        value = 1 + next(self._numbers(purpose, [sides]))
        self._made.append({"purpose": purpose, "sides": sides, "value": value})
        return value

    def sample(self, purpose: str, items: Sequence[Any], count: int) -> tuple[Any, ...]:
        lying = list(items)
        sizes = [len(lying) - place for place in range(count)]
        for place, more in enumerate(self._numbers(purpose, sizes)):
            lying[place], lying[place + more] = lying[place + more], lying[place]
        value = lying[:count]
        self._made.append({"purpose": purpose, "from": list(items), "value": value})
        return tuple(value)

    def shuffle(self, purpose: str, items: Sequence[Any]) -> tuple[Any, ...]:
        return self.sample(purpose, items, len(items))

    def _numbers(self, purpose: str, bounds: Iterable[int]) -> Iterator[int]:
        words = self._words(purpose)
        for bound in bounds:
            limit = 2**32 // bound * bound
            yield next(word for word in words if word < limit) % bound

    def _words(self, purpose: str) -> Iterator[int]:
        counter = 0
        while True:
            message = purpose.encode() + bytes(1) + counter.to_bytes(8, "big")
            block = hmac.new(self._seed, message, hashlib.sha256).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
            counter += 1


def _bytes(part: bytes | str) -> bytes:
    return part.encode() if isinstance(part, str) else part
