"""Rules for making a call again."""

import random
from dataclasses import dataclass

import httpx

from tideapi_client.call import ApiCall
from tideapi_client.problem import ConnectionLost, read_problem

NOTHING_DONE = {408, 429, 503}
"""Statuses of calls that were refused before anything was done."""
UNDER_WAY = "idempotency_key_in_use"
"""The first call with the same key is not answered yet."""
GATEWAY = {502, 504}
"""A proxy got no answer, so nobody knows what was done."""


@dataclass(frozen=True)
class Retries:
    """Number and pauses of the attempts at one call; `Retries(attempts=1)` makes one."""

    attempts: int = 7
    first_pause: float = 0.5
    """Seconds; each pause is twice as long as the one before, give or take a quarter."""
    max_pause: float = 30.0
    """Seconds. A call that has to wait longer fails at once; a stream that has begun waits all the same."""

    def find_pause(
        self, attempt: int, call: ApiCall, outcome: httpx.Response | ConnectionLost
    ) -> float:
        """Return the seconds until this call is made again; raise what it came to if it is not."""
        # A stream that has begun is resumed for as long as it is read.
        resumes = call.last_event_id is not None
        is_last = attempt >= self.attempts and not resumes
        if isinstance(outcome, ConnectionLost):
            if is_last or (outcome.may_have_arrived and not call.is_repeatable):
                raise outcome
            return self._back_off(attempt)
        problem = read_problem(outcome)
        nothing_done = problem.status in NOTHING_DONE or problem.code == UNDER_WAY
        wanted = problem.retry_after if nothing_done else None
        is_lost = problem.status in GATEWAY and call.is_repeatable
        is_too_long = (wanted or 0) > self.max_pause and not resumes
        if is_last or is_too_long or not (nothing_done or is_lost):
            raise problem
        return self._back_off(attempt) if wanted is None else wanted

    def _back_off(self, attempt: int) -> float:
        pause = min(self.first_pause * 2.0 ** min(attempt - 1, 16), self.max_pause)
        return pause * random.uniform(0.75, 1.25)
