/** Rules for making a call again. */

import { type Answer, type Call, isRepeatable } from "./call.js";
import { ConnectionLost, readProblem } from "./problem.js";

/** Calls were refused before anything was done. */
const NOTHING_DONE = [408, 429, 503];
/** The first call with the same key is not answered yet. */
const UNDER_WAY = "idempotency_key_in_use";
/** A proxy got no answer, so nobody knows what was done. */
const GATEWAY = [502, 504];

/** Number and pauses of the attempts at one call; `new Retries(1)` makes one. */
export class Retries {
  constructor(
    readonly attempts = 7,
    /** Seconds; each pause is twice as long as the one before, give or take a quarter. */
    readonly firstPause = 0.5,
    /** Seconds. A call that has to wait longer fails at once; a stream that has begun waits all the same. */
    readonly maxPause = 30,
  ) {}

  /** Seconds until this call is made again; throws what it came to if it is not. */
  findPause(attempt: number, call: Call, outcome: Answer | ConnectionLost): number {
    // A stream that has begun is resumed for as long as it is read.
    const resumes = call.lastEventId !== undefined;
    const isLast = attempt >= this.attempts && !resumes;
    if (outcome instanceof ConnectionLost) {
      if (isLast || !isRepeatable(call)) throw outcome;
      return this.backOff(attempt);
    }
    const problem = readProblem(outcome);
    const nothingDone = NOTHING_DONE.includes(problem.status) || problem.code === UNDER_WAY;
    const wanted = nothingDone ? problem.retryAfter : undefined;
    const isLost = GATEWAY.includes(problem.status) && isRepeatable(call);
    const isTooLong = (wanted ?? 0) > this.maxPause && !resumes;
    if (isLast || isTooLong || !(nothingDone || isLost)) throw problem;
    return wanted ?? this.backOff(attempt);
  }

  private backOff(attempt: number): number {
    const pause = Math.min(this.firstPause * 2 ** (attempt - 1), this.maxPause);
    return pause * (0.75 + Math.random() / 2);
  }
}
