"""The seed of a game and the draws that follow from it."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

from packages.verify.python.faults import Fault, Json, at, count, show
from packages.verify.python.hashes import digest, seed_commitment, written


def text_hash(text: str) -> str:
    """What stands for a player's text for the deal, which itself is shown nowhere."""
    return written(digest(text.encode("utf-8")))


def game_seed(server_seed: str, game: str, entropy: Sequence[str | None]) -> bytes:
    """The seed that every draw of the game comes from; `entropy` has a hash or None for each seat."""
    name = game.encode("utf-8")
    message = len(name).to_bytes(4, "big") + name
    for text in entropy:
        message += b"\0" if text is None else b"\1" + bytes.fromhex(text[len("sha256:") :])
    return hmac.digest(bytes.fromhex(server_seed), message, "sha256")


def words(seed: bytes, purpose: str) -> Iterator[int]:
    """The stream of 32-bit words that belongs to a purpose."""
    counter = 0
    while True:
        message = purpose.encode("utf-8") + b"\0" + counter.to_bytes(8, "big")
        block = hmac.digest(seed, message, "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    """The next number below `bound`, each as likely as the others."""
    limit = 2**32 - 2**32 % bound
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound


def roll(seed: bytes, purpose: str, sides: int) -> int:
    """What a die with so many sides shows."""
    return 1 + below(words(seed, purpose), sides)


def sample(seed: bytes, purpose: str, source: Sequence[Json], size: int) -> list[Json]:
    """So many items out of a list, in the order drawn; all of them are a shuffle."""
    items, stream = list(source), words(seed, purpose)
    for place in range(size):
        other = place + below(stream, len(items) - place)
        items[place], items[other] = items[other], items[place]
    return items[:size]


def all_draws(record: Json) -> Iterator[tuple[str, Json]]:
    """Every draw with its place, in the order in which they were made."""
    for number, draw in enumerate(record["setup"]["chance"]):
        yield f"/setup/chance/{number}", draw
    for number, turn in enumerate(record["turns"]):
        for place, draw in enumerate(turn["chance"]):
            yield f"/turns/{number}/chance/{place}", draw
    for number, draw in enumerate(record["end"]["chance"]):
        yield f"/end/chance/{number}", draw


def check_seed(record: Json) -> str:
    """The server's seed is the one that it had committed to."""
    fairness = record["fairness"]
    if seed_commitment(fairness["server_seed"]) != fairness["commitment"]:
        raise Fault("/fairness", "commitment is not the hash of server_seed")
    return f"the server's seed is the one of {fairness['commitment']}"


def check_draws(record: Json) -> str:
    """Every draw is what the seed gives for its purpose."""
    fairness = record["fairness"]
    seed = game_seed(fairness["server_seed"], record["game"], fairness["entropy"])
    used: set[str] = set()
    for place, draw in all_draws(record):
        purpose = draw["purpose"]
        if purpose in used:
            raise Fault(at(place, "purpose"), f"{show(purpose)} has been drawn before")
        used.add(purpose)
        if "sides" in draw:
            right: Json = roll(seed, purpose, draw["sides"])
        elif len(draw["value"]) <= len(draw["from"]):
            right = sample(seed, purpose, draw["from"], len(draw["value"]))
        else:
            raise Fault(place, "has more items in value than in from")
        if draw["value"] != right:
            given = f"{show(draw['value'])} is said, but {show(right)}"
            raise Fault(place, f"{given} is what /fairness and /game give for {show(purpose)}")
    texts = sum(1 for text in fairness["entropy"] if text is not None)
    return f"{count(len(used), 'draw')} from the seed, {count(texts, 'text')} of players in it"
