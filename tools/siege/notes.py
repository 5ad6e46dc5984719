"""What the other player writes down of her calls."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from time import monotonic

from tools.siege.caller import Answer, Caller, Json, Unanswered

PATIENT = 10.0
"""Seconds in which she comes again where she is told to."""


@dataclass(frozen=True)
class Call:
    """One call of hers; `fault` is what was wrong with the answer."""

    kind: str
    ended: float
    seconds: float
    fault: str | None


@dataclass
class Notes:
    """All of them, and how long bots have taken to answer after her card (seconds)."""

    calls: list[Call] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    sealed_at: float | None = None
    """Since when she waits for bots, if she does."""
    stopped_at: float | None = None
    """When she stopped looking whether they have answered."""

    def note(self, kind: str, began: float, fault: str | None) -> None:
        now = monotonic()
        self.calls.append(Call(kind, now, now - began, fault))

    async def calls_for(
        self, kind: str, caller: Caller, method: str, path: str, body: Json | None = None
    ) -> Answer | None:
        """Make a call and note it; the answer where it was a good one."""
        began = monotonic()
        try:
            said = await caller.call(method, path, body)
            while said.refusal == "503 busy" and monotonic() < began + PATIENT:
                # As docs/clients.md tells her to. All of it is one call of hers, for as long as it takes.
                await asyncio.sleep(int(said.headers["retry-after"]))
                said = await caller.call(method, path, body)
        except Unanswered as error:
            self.note(kind, began, str(error))
            return None
        self.note(kind, began, said.refusal)
        return said if said.refusal is None else None

    def since(self, moment: float) -> "Notes":
        """What came to an end after this moment; what she still waits for is among it."""
        until = monotonic() if self.stopped_at is None else self.stopped_at
        waiting = [] if self.sealed_at is None else [until - self.sealed_at]
        return Notes([call for call in self.calls if call.ended >= moment], self.bots + waiting)

    @property
    def seconds(self) -> list[float]:
        return sorted(call.seconds for call in self.calls)

    @property
    def faults(self) -> Counter[str]:
        return Counter(f"{call.kind}: {call.fault}" for call in self.calls if call.fault)

    def worst(self) -> Call | None:
        """The call that took longest."""
        return max(self.calls, key=lambda call: call.seconds, default=None)
