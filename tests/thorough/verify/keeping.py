"""What players have kept of a game that was played in this process: receipts, and proofs at any moment."""

from typing import Any

from tests.thorough.verify import spec

Json = dict[str, Any]


def receipts_of(record: Json) -> list[Json]:
    """The receipt of every answer that a player had standing when its turn closed."""
    sealed_at = {
        event["data"]["commitment"]: event["at"]
        for event in record["log"]["events"]
        if event["type"] == "sealed"
    }
    receipts: list[Json] = []
    for turn in record["turns"]:
        for played in turn["actions"]:
            parts = (played["nonce"], played["action"], record["game"], played["seat"])
            commitment = spec.commitment(*parts, turn["number"])
            if played["by"] in ("player", "order"):
                receipts.append(
                    {
                        **played,
                        "game": record["game"],
                        "turn": turn["number"],
                        "commitment": commitment,
                        "receipt": "zEm0nQ-1YWDNm0v1",
                        # What was played at the deadline has no event of its own.
                        "sealed_at": sealed_at.get(commitment, turn["closed_at"]),
                    }
                )
    return receipts


def withdrawals_of(record: Json) -> list[Json]:
    """The receipt of every answer that was taken back."""
    return [
        {"game": record["game"], **event["data"], "withdrawn_at": event["at"]}
        for event in record["log"]["events"]
        if event["type"] == "withdrawn"
    ]


def text_receipts_of(record: Json) -> list[Json]:
    """The receipt of every text that was given for the deal."""
    receipts, holders = [], {}
    for event in record["log"]["events"]:
        data = event["data"]
        if event["type"] == "joined":
            holders[data["seat"]] = data["player"]
        if event["type"] in ("joined", "entropy_given") and data["entropy"]:
            receipts.append(
                {
                    "game": record["game"],
                    "seat": data["seat"],
                    "participant": holders[data["seat"]],
                    "entropy": data["entropy"],
                    "given_at": event["at"],
                }
            )
    return receipts


def proof_of(record: Json, events: int) -> Json:
    """The proof as it was shown after so many events."""
    told = record["log"]["events"][:events]
    over, started = (kind in [event["type"] for event in told] for kind in ("finished", "started"))
    fairness = record["fairness"]
    return {
        "game": record["game"],
        "status": "finished" if over else "running" if started else "open",
        "commitment": fairness["commitment"],
        "entropy": [*fairness["entropy"]] if started else None,
        "algorithm": fairness["algorithm"],
        "server_seed": fairness["server_seed"] if over else None,
        "log": {"events": events, "head": told[-1]["hash"]},
    }


CANCELLED: Json = {
    "game": "yrh8-1H3-fTs70kV",
    "status": "cancelled",
    "commitment": spec.seed_commitment("ab" * 32),
    "entropy": None,
    "algorithm": "hmac-sha256-fisher-yates/1",
    "server_seed": "ab" * 32,
    "log": {"events": 3, "head": "sha256:" + "cd" * 32},
}
"""The proof of a game that was called off before it began."""
