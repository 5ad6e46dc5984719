/** The reader of JSON, stricter than JavaScript's own. */

import { at, Fault, Unreadable } from "./faults.mjs";
import { isWhole, kindOf } from "./values.mjs";

// JSON.parse would take 1.0, members that stand twice, and numbers that it cannot hold.

/** No record nests so many objects and lists in one another. */
const DEEPEST = 32;
/** Whole numbers up to this one are the same in every language. */
export const LARGEST = Number.MAX_SAFE_INTEGER;

const SPACES = new Set([" ", "\t", "\n", "\r"]);
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WHOLE = /^(?:0|-?[1-9][0-9]{0,15})$/;
const WORDS = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const NOT_WHOLE = "is not a whole number, or not written as one, or too large";

/** The JSON of a record. Throws `Unreadable` for what is none, `Fault` for what has two meanings. */
export function readJson(raw) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw new Unreadable("it is not UTF-8");
  }
  return new Reader(text).read();
}

/** Reads one JSON text from its beginning to its end. */
class Reader {
  constructor(text) {
    this.text = text;
    this.here = 0;
  }

  read() {
    const value = this.value("", 0);
    this.skipSpace();
    if (this.here < this.text.length) this.giveUp();
    return value;
  }

  giveUp() {
    const line = this.text.slice(0, this.here).split("\n").length;
    throw new Unreadable(`it is no JSON, see line ${line}`);
  }

  skipSpace() {
    while (SPACES.has(this.text[this.here])) this.here += 1;
  }

  /** The next character that is no space, "" at the end. */
  next() {
    this.skipSpace();
    return this.text[this.here] ?? "";
  }

  take(character) {
    if (this.next() !== character) this.giveUp();
    this.here += 1;
  }

  value(place, depth) {
    const first = this.next();
    if (first === "{" || first === "[") {
      if (depth === DEEPEST) throw new Fault(place, "is nested too deeply");
      return first === "{" ? this.members(place, depth) : this.items(place, depth);
    }
    if (first === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.here)) {
        this.here += word.length;
        return value;
      }
    }
    return this.number(place);
  }

  members(place, depth) {
    // Without a prototype, so that no name means anything of its own.
    const found = Object.create(null);
    let first = true;
    this.take("{");
    while (this.next() !== "}") {
      if (!first) this.take(",");
      first = false;
      if (this.next() !== '"') this.giveUp();
      const name = this.string();
      if (name in found) throw new Fault(at(place, name), "stands here twice");
      this.take(":");
      found[name] = this.value(at(place, name), depth + 1);
    }
    this.take("}");
    return found;
  }

  items(place, depth) {
    const found = [];
    this.take("[");
    while (this.next() !== "]") {
      if (found.length > 0) this.take(",");
      found.push(this.value(at(place, found.length), depth + 1));
    }
    this.take("]");
    return found;
  }

  string() {
    let end = this.here + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    let value;
    try {
      value = JSON.parse(this.text.slice(this.here, end + 1));
    } catch {
      this.giveUp();
    }
    this.here = end + 1;
    return value;
  }

  number(place) {
    NUMBER.lastIndex = this.here;
    const match = NUMBER.exec(this.text);
    if (match === null) this.giveUp();
    this.here += match[0].length;
    if (!WHOLE.test(match[0]) || !Number.isSafeInteger(Number(match[0]))) {
      throw new Fault(place, NOT_WHOLE);
    }
    return Number(match[0]);
  }
}

/** Only what canonical JSON can hold: objects, lists, texts, whole numbers, true, false and null. */
export function checkPlain(value, place = "", depth = 0) {
  const kind = kindOf(value);
  if (kind === "string") {
    if (/\p{Surrogate}/u.test(value)) throw new Fault(place, "is a text that cannot be UTF-8");
  } else if (kind === "list" || kind === "object") {
    if (depth === DEEPEST) throw new Fault(place, "is nested too deeply");
    const steps = kind === "list" ? value.keys() : Object.keys(value).sort();
    for (const step of steps) {
      if (kind === "object" && !/^[\0-\x7f]*$/.test(step)) {
        throw new Fault(at(place, step), "is a name that is not ASCII");
      }
      checkPlain(value[step], at(place, step), depth + 1);
    }
  } else if (kind === "null" || kind === "boolean") {
    return;
  } else if (!isWhole(value)) {
    throw new Fault(place, NOT_WHOLE);
  }
}
