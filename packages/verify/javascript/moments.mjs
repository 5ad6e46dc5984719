/** Moments and lengths of time, in microseconds. */

export const DURATION =
  /^P(?=.)(?:([0-9]{1,6})D)?(?:T(?=[0-9])(?:([0-9]{1,8})H)?(?:([0-9]{1,8})M)?(?:([0-9]{1,8})S)?)?$/;

// In microseconds: of moments since 1970, of lengths, and of what a bank holds. Only BigInt holds so many.

export const SECOND = 1_000_000n;
export const MINUTE = 60n * SECOND;
export const DAY = 24n * 60n * MINUTE;
/** The year 9999 is over. */
export const THE_END = 253402300800n * SECOND;

/** The moment that a time in UTC tells; of one that no calendar has, another or null. */
export function moment(time) {
  const [seconds, rest = "0"] = time.slice(0, -1).split(".");
  const read = Date.parse(`${seconds}Z`);
  return Number.isNaN(read) ? null : BigInt(read) * 1000n + BigInt(rest);
}

/** A moment as the server writes it. */
export function stamp(instant) {
  const seconds = floored(instant, SECOND);
  const rest = instant - seconds * SECOND;
  const written = new Date(Number(seconds * 1000n)).toISOString().slice(0, 19);
  return rest === 0n ? `${written}Z` : `${written}.${String(rest).padStart(6, "0")}Z`;
}

/** A length of time such as PT24H or P2DT90S; null is none. */
export function lengthOf(said) {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(said ?? "PT0S");
  const rest = BigInt(hours) * 60n * MINUTE + BigInt(minutes) * MINUTE + BigInt(seconds) * SECOND;
  return BigInt(days) * DAY + rest;
}

export const earlier = (one, other) => (one < other ? one : other);
export const later = (one, other) => (one > other ? one : other);

/** The quotient rounded down, also below 0. */
export function floored(number, divisor) {
  const rest = ((number % divisor) + divisor) % divisor;
  return (number - rest) / divisor;
}
