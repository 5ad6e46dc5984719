/** Faults, their places, and the comparison that finds most of them. */

import { canonicalText, kindOf } from "./values.mjs";

/** Something in the record that cannot be, with its place as a JSON pointer (RFC 6901). */
export class Fault extends Error {
  constructor(place, what) {
    super(what);
    this.place = place;
    this.what = what;
    /** Which check has found it. */
    this.check = "form";
  }

  toString() {
    const place = asciiOnly(this.place) || "the whole";
    return `${this.check.padEnd(8)} FAULT at ${place}: ${this.what}`;
  }
}

/** What was given is no JSON at all. */
export class Unreadable extends Error {}

/** The place of a member, or of an item by its number. */
export function at(place, step) {
  return `${place}/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The text as it can be printed anywhere, on one line. */
export function asciiOnly(text) {
  return escapeAll(JSON.stringify(text)).slice(1, -1);
}

function escapeAll(json) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(/[^ -~]/g, escape);
}

/** A value in a message, cut short if it is long. */
export function show(value) {
  const text = escapeAll(canonicalText(value));
  return text.length <= 100 ? text : `${text.slice(0, 97)}...`;
}

/** A number of things in words. */
export function count(number, what) {
  return number === 1 ? `${number} ${what}` : `${number} ${what}s`;
}

/** Throw a `Fault` at the first place where what is said differs from what is right. */
export function same(said, right, place, source) {
  const kind = kindOf(said);
  if (kind === kindOf(right)) {
    if (kind === "object") {
      for (const name of [...new Set([...Object.keys(said), ...Object.keys(right)])].sort()) {
        if (!Object.hasOwn(right, name)) throw new Fault(at(place, name), `is not known to ${source}`);
        if (!Object.hasOwn(said, name)) throw new Fault(at(place, name), `is missing, see ${source}`);
        same(said[name], right[name], at(place, name), source);
      }
      return;
    }
    if (kind === "list" && said.length === right.length) {
      for (const [number, one] of said.entries()) same(one, right[number], at(place, number), source);
      return;
    }
    if (said === right) return;
  }
  throw new Fault(place, `${show(said)} is said, but ${show(right)} by ${source}`);
}
