/** Times in words, in the viewer's own zone. */

import {serverNow} from "./connection.js";
import {spoken, t, tn} from "./words.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long until then, in the one unit that matters. @param {string} due @param {number} [now]
 */
export function left(due, now = serverNow()) {
  const ms = Date.parse(due) - now;
  if (ms <= 0) return t("time is up");
  return t("{span} left", {span: span(ms)});
}

/** @param {number} ms */
function span(ms) {
  if (ms >= 2 * DAY) return tn(Math.floor(ms / DAY), "{n} day", "{n} days");
  if (ms >= 2 * HOUR) return tn(Math.floor(ms / HOUR), "{n} hour", "{n} hours");
  if (ms >= 2 * MINUTE) return tn(Math.floor(ms / MINUTE), "{n} minute", "{n} minutes");
  const seconds = Math.max(1, Math.floor(ms / 1000));
  return tn(seconds, "{n} second", "{n} seconds");
}

/** How long ago: "3 hours ago". @param {number} at milliseconds since 1970 @param {number} [now] */
export function ago(at, now = serverNow()) {
  const form = new Intl.RelativeTimeFormat(spoken());
  const ms = Math.max(0, now - at);
  if (ms >= 2 * DAY) return form.format(-Math.floor(ms / DAY), "day");
  if (ms >= 2 * HOUR) return form.format(-Math.floor(ms / HOUR), "hour");
  if (ms >= 2 * MINUTE) return form.format(-Math.floor(ms / MINUTE), "minute");
  return form.format(-Math.max(1, Math.floor(ms / 1000)), "second");
}

/** Whether less than three hours are left. @param {string} due @param {number} [now] */
export const urgent = (due, now = serverNow()) => Date.parse(due) - now < 3 * HOUR;

/** A moment on the viewer's clock: "Tue 14:05". @param {string} at */
export function moment(at) {
  const form = new Intl.DateTimeFormat(spoken(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return form.format(new Date(at));
}

/** An ISO 8601 duration of days, hours, minutes and seconds in words. @param {string} iso */
export function duration(iso) {
  const length = seconds(iso);
  return length === null ? iso : span(length * 1000);
}

/** How many seconds an ISO 8601 duration lasts; null if it is none. @param {string} iso */
export function seconds(iso) {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso);
  if (!found) return null;
  const [days = 0, hours = 0, minutes = 0, rest = 0] = found.slice(1).map((one) => Number(one ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + rest;
}
