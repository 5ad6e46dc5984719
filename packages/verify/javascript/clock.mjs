/** The clock of a game and its hours of play. */

import { DAYS } from "./fields.mjs";
import {
  DAY,
  earlier,
  floored,
  later,
  lengthOf,
  MINUTE,
  moment,
  SECOND,
  stamp,
  THE_END,
} from "./moments.mjs";

const wallClocks = new Map();

/** What shows the time on the walls of a zone. Throws `RangeError` for a zone that is not known here. */
function wallClock(zone) {
  if (!wallClocks.has(zone)) {
    const day = { year: "numeric", month: "numeric", day: "numeric" };
    const time = { hour: "numeric", minute: "numeric", second: "numeric", hourCycle: "h23" };
    const plain = { calendar: "gregory", numberingSystem: "latn", timeZone: zone };
    wallClocks.set(zone, new Intl.DateTimeFormat("en-US", { ...plain, ...day, ...time }));
  }
  return wallClocks.get(zone);
}

/** How far the clocks of a zone are ahead of UTC. */
function aheadOf(zone, instant) {
  const seconds = floored(earlier(instant, THE_END - DAY), SECOND);
  const shown = {};
  for (const { type: kind, value } of wallClock(zone).formatToParts(Number(seconds * 1000n))) {
    shown[kind] = Number(value);
  }
  const there = new Date(0);
  there.setUTCFullYear(shown.year, shown.month - 1, shown.day);
  there.setUTCHours(shown.hour, shown.minute, shown.second);
  return BigInt(there.getTime()) * 1000n - seconds * SECOND;
}

/** Hours of play: the clock runs while a clock on the wall of their zone shows a time within them. */
class Hours {
  constructor(said) {
    this.zone = said.zone;
    wallClock(this.zone);
    this.days = said.days.map((day) => BigInt(DAYS.indexOf(day)));
    const ofDay = (time) => (BigInt(time.slice(0, 2)) * 60n + BigInt(time.slice(3))) * MINUTE;
    this.start = ofDay(said.from);
    this.end = ofDay(said.to);
    // Past midnight they belong to the day on which they began.
    if (this.end <= this.start) this.end += DAY;
  }

  /** The times within these two at which the clock runs, in their order. */
  *openings(begin, end) {
    for (const [since, until, ahead] of this.stretches(begin, end)) {
      // The hours of the day before may still last.
      let day = floored(since + ahead, DAY) - 1n;
      while (day * DAY + this.start - ahead < until) {
        const opens = later(since, day * DAY + this.start - ahead);
        const closes = earlier(until, day * DAY + this.end - ahead);
        // The first day of all days was a Thursday.
        const weekday = day + 3n - 7n * floored(day + 3n, 7n);
        if (this.days.includes(weekday) && opens < closes) yield [opens, closes];
        day += 1n;
      }
    }
  }

  /** The time between these two, in pieces in which the zone is as far ahead of UTC all the while. */
  *stretches(begin, end) {
    while (begin < end) {
      // No zone puts its clocks twice within a day.
      const ahead = aheadOf(this.zone, begin);
      let until = earlier(begin + DAY, end);
      if (aheadOf(this.zone, until) !== ahead) until = this.change(begin, until, ahead);
      yield [begin, until, ahead];
      begin = until;
    }
  }

  /** When the zone's clocks are put, which is at a full second. */
  change(before, after, ahead) {
    let low = floored(before, SECOND);
    let high = floored(after - 1n, SECOND) + 1n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (aheadOf(this.zone, middle * SECOND) === ahead) low = middle;
      else high = middle;
    }
    return earlier(high * SECOND, after);
  }
}

/** What `created` says of a game's clock. */
export class Clock {
  constructor(said) {
    this.perTurn = lengthOf(said.per_turn);
    this.bank = lengthOf(said.bank);
    this.increment = lengthOf(said.increment);
    this.grace = lengthOf(said.grace);
    this.zone = said.hours?.zone;
    /** Whether this machine knows the time zone of the hours, if there are any. */
    this.known = true;
    this.hours = null;
    try {
      if (said.hours !== null) this.hours = new Hours(said.hours);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.known = false;
    }
  }

  /** The times between these two at which the clock runs. */
  *running(begin, end, stops) {
    for (const [since, until] of [...stops.toSorted(bySpan), [end, end]]) {
      const stop = earlier(since, end);
      if (begin < stop) {
        if (this.hours === null) yield [begin, stop];
        else yield* this.hours.openings(begin, stop);
      }
      begin = later(begin, until);
    }
  }

  /** When the clock has run for so long: the earliest such moment. */
  due(since, allowed, stops) {
    if (allowed <= 0n) return since;
    for (const [opens, closes] of this.running(since, THE_END, stops)) {
      if (closes - opens >= allowed) return opens + allowed;
      allowed -= closes - opens;
    }
    return THE_END;
  }

  /** For how long the clock runs between these two. */
  used(since, until, stops) {
    let passed = 0n;
    for (const [opens, closes] of this.running(since, until, stops)) passed += closes - opens;
    return passed;
  }
}

/** A deadline, all written as in records. */
export function dueAt(clock, since, allowed, stops) {
  const spans = stops.map((stop) => [moment(stop.from), moment(stop.until)]);
  return stamp(new Clock(clock).due(moment(since), lengthOf(allowed), spans));
}

/** The order of spans: by their beginnings, then by their ends. */
export function bySpan([one, oneEnds], [other, otherEnds]) {
  if (one !== other) return one < other ? -1 : 1;
  return Number(oneEnds > otherEnds) - Number(oneEnds < otherEnds);
}

export function isSpan([one, oneEnds], [other, otherEnds]) {
  return one === other && oneEnds === otherEnds;
}
