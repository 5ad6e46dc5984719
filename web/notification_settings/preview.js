/** The time at which a notification would be sent, by the present settings. */

const MINUTE = 60_000;
const DAY = 24 * 60;

/** Minutes since midnight of "22:30". @param {string} hour */
function minutes(hour) {
  const [hours = 0, rest = 0] = hour.split(":").map(Number);
  return hours * 60 + rest;
}

/** The time of day in a zone, in minutes. @param {number} at @param {string} zone */
function ofDay(at, zone) {
  const form = new Intl.DateTimeFormat("en-GB", {timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23"});
  return minutes(form.format(at));
}

/** The next moment at which it is this hour there. @param {string} hour @param {number} at @param {string} zone */
export function next(hour, at, zone) {
  const wait = (minutes(hour) - ofDay(at, zone) + DAY) % DAY;
  return Math.floor(at / MINUTE) * MINUTE + wait * MINUTE;
}

/** Whether a moment is in the quiet hours. @param {{from: string, until: string}} quiet @param {number} at @param {string} zone */
function isQuiet(quiet, at, zone) {
  const now = ofDay(at, zone);
  const [from, until] = [minutes(quiet.from), minutes(quiet.until)];
  return from < until ? from <= now && now < until : now >= from || now < until;
}

/** Milliseconds of "PT4H" or "P1DT30M". @param {string} iso */
export function milliseconds(iso) {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?/.exec(iso);
  const [days = 0, hours = 0, rest = 0] = (found ?? []).slice(1).map((one) => Number(one ?? 0));
  return ((days * 24 + hours) * 60 + rest) * MINUTE;
}

/**
 * When one is told of a question that is asked now, in milliseconds since 1970.
 *
 * @param {Pick<Api.Schemas["Preferences"], "mode" | "digest_at" | "lead" | "zone"> & {quiet: {from: string, until: string} | null}} preferences
 * @param {number} now
 * @param {number} due its deadline
 * @param {boolean} [byMail] a digest is for mail alone
 */
export function toldAt({mode, digest_at: hour, lead, zone, quiet}, now, due, byMail = true) {
  let at = now;
  if (mode === "only_before_time_runs_out") at = Math.max(now, due - milliseconds(lead));
  if (mode === "digest" && byMail && next(hour, now, zone) < due) at = next(hour, now, zone);
  if (!quiet || !isQuiet(quiet, at, zone)) return at;
  const end = next(quiet.until, at, zone);
  return end < due ? end : at;
}
