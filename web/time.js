/** Times in words, in the viewer's own zone and as the browser writes them. */

import {serverNow} from "./connection.js";
import {locale, t, tn} from "./words.js";

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
  const {n, unit} = rounded(ms);
  if (unit === "day") return tn(n, "{n} day", "{n} days");
  if (unit === "hour") return tn(n, "{n} hour", "{n} hours");
  if (unit === "minute") return tn(n, "{n} minute", "{n} minutes");
  return tn(n, "{n} second", "{n} seconds");
}

const UNITS = /** @type {const} */ ([["day", DAY], ["hour", HOUR], ["minute", MINUTE]]);

/**
 * A span in the largest unit of which it has two. It is rounded up by a fiftieth at most: a clock of 24 hours begins
 * with 24 and not with 23, and who comes back in the time that is named is not late.
 *
 * @param {number} ms
 * @returns {{n: number, unit: "day" | "hour" | "minute" | "second"}}
 */
function rounded(ms) {
  for (const [unit, size] of UNITS) {
    const n = Math.floor(ms / size + Math.min(ms / size / 50, 0.5));
    if (n >= 2) return {n, unit};
  }
  return {n: Math.max(1, Math.floor(ms / 1000)), unit: "second"};
}

/** How long ago: "3 hours ago". @param {number} at milliseconds since 1970 @param {number} [now] */
export function ago(at, now = serverNow()) {
  const {n, unit} = rounded(Math.max(0, now - at));
  return new Intl.RelativeTimeFormat(locale()).format(-n, unit);
}

/** Whether less than three hours are left. @param {string} due @param {number} [now] */
export const urgent = (due, now = serverNow()) => Date.parse(due) - now < 3 * HOUR;

/** A moment on the viewer's clock: "Tue, 24 Nov, 14:05". @param {string} at */
export const moment = (at) => written(new Date(at), {weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit"});

/** A day on the viewer's calendar: "24 November 2026". @param {string} at */
export const day = (at) => written(new Date(at), {dateStyle: "long"});

/** A day of the week; the first is Monday. @param {number} n @param {"short" | "long"} form */
export const weekday = (n, form) => written(new Date(Date.UTC(1970, 0, 5 + n)), {weekday: form, timeZone: "UTC"});

/** Every date and time that the page shows is written here. @param {Date} at @param {Intl.DateTimeFormatOptions} form */
const written = (at, form) => new Intl.DateTimeFormat(locale(), form).format(at);

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
