#!/usr/bin/env node
// Put together from verify/javascript/ by `python -m verify.build`: change it there.
/**
 * Check the record of a finished game, offline and without the server that it was played on.
 *
 *     node verify.mjs record.json        or: node verify.mjs - < record.json
 *     node verify.mjs record.json receipts.json game-1.json       with what a player has kept of it
 *     node verify.mjs --all-of 2 record.json receipts.json        where she has kept everything of seat 2
 *
 * docs/fairness.md says what is checked and what that proves. This file needs Node 20 or later and nothing
 * else, and all but its last section runs in a browser as well: `import { readJson, verify } from "./verify.mjs"`.
 * verify.py is the same program in Python, function by function, and prints the same lines.
 *
 * It exits with 0 if everything fits together, with 1 at the first fault, which it names with its place in
 * the record as a JSON pointer (behind the file's name and a # if it is in something kept), with 2 if
 * there is nothing to check: no such file, or no JSON in it, and with 3 if everything fits together but the
 * rules of the game are not known here, so that nothing was checked by them.
 */

// ============ Values of JSON: of which type they are, and their canonical text

/** Of which of JSON's types a value is. */
function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

const isObject = (value) => kindOf(value) === "object";
const isWhole = (value) => Number.isSafeInteger(value);
const isText = (value) => typeof value === "string";

function canonicalText(value) {
  switch (kindOf(value)) {
    case "list":
      return `[${value.map(canonicalText).join(",")}]`;
    case "object": {
      const member = (name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`;
      return `{${Object.keys(value).sort().map(member).join(",")}}`;
    }
    default:
      return JSON.stringify(value);
  }
}

// ============ Faults, their places, and the comparison that finds most of them

/** Something in the record that cannot be, with its place as a JSON pointer (RFC 6901). */
class Fault extends Error {
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
class Unreadable extends Error {}

/** The place of a member, or of an item by its number. */
function at(place, step) {
  return `${place}/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The text as it can be printed anywhere, on one line. */
function asciiOnly(text) {
  return escapeAll(JSON.stringify(text)).slice(1, -1);
}

function escapeAll(json) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replace(/[^ -~]/g, escape);
}

/** A value in a message, cut short if it is long. */
function show(value) {
  const text = escapeAll(canonicalText(value));
  return text.length <= 100 ? text : `${text.slice(0, 97)}...`;
}

/** A number of things in words. */
function count(number, what) {
  return number === 1 ? `${number} ${what}` : `${number} ${what}s`;
}

/** Throw a `Fault` at the first place where what is said differs from what is right. */
function same(said, right, place, source) {
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

// ============ The reader of JSON, stricter than JavaScript's own

// JSON.parse would take 1.0, members that stand twice, and numbers that it cannot hold.

/** No record nests so many objects and lists in one another. */
const DEEPEST = 32;
/** Whole numbers up to this one are the same in every language. */
const LARGEST = Number.MAX_SAFE_INTEGER;

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
function readJson(raw) {
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
function checkPlain(value, place = "", depth = 0) {
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

// ============ Forms: functions that take a value and its place, and throw a `Fault` unless the value fits

// A form takes a value and its place, and throws a `Fault` unless the value is of that form.

/** A whole number within these bounds. */
function whole(least, most = LARGEST) {
  const upTo = most === LARGEST ? "" : ` to ${most}`;
  return (value, place) => {
    if (!isWhole(value) || value < least || value > most) {
      throw new Fault(place, `${show(value)} is no whole number from ${least}${upTo}`);
    }
  };
}

/** A text of this pattern. */
function text(pattern, what) {
  return (value, place) => {
    if (!isText(value) || !pattern.test(value)) throw new Fault(place, `${show(value)} is no ${what}`);
  };
}

/** One of these words. */
function oneOf(...values) {
  return (value, place) => {
    if (!values.includes(value)) throw new Fault(place, `${show(value)} is none of: ${values.join(", ")}`);
  };
}

/** Of this form, or null. */
function optional(form) {
  return (value, place) => {
    if (value !== null) form(value, place);
  };
}

/** A list of so many items of this form; `like` is the place of a list that is as long. */
function array(form, least = 0, most = LARGEST, like = "") {
  const wrong = like === "" ? "too long or too short" : `not as long as ${like}`;
  return (value, place) => {
    if (!Array.isArray(value)) throw new Fault(place, `${show(value)} is no list`);
    if (value.length < least || value.length > most) {
      throw new Fault(place, `a list of ${value.length} is ${wrong}`);
    }
    for (const [number, item] of value.entries()) form(item, at(place, number));
  };
}

/** Of this form, a list, and in the order that `order` brings it into. */
function inOrder(form, order) {
  return (value, place) => {
    form(value, place);
    if (canonicalText(value) !== canonicalText(order(value))) {
      throw new Fault(place, `${show(value)} is not in order, or something stands there twice`);
    }
  };
}

/** An object with all of these members, and no others unless there may be `more`. */
function members(forms, { more = false } = {}) {
  return (value, place) => {
    anyObject(value, place);
    for (const name of Object.keys(value).sort()) {
      if (!Object.hasOwn(forms, name) && !more) throw new Fault(at(place, name), "is not known here");
    }
    for (const [name, form] of Object.entries(forms)) {
      if (!Object.hasOwn(value, name)) throw new Fault(at(place, name), "is missing");
      form(value[name], at(place, name));
    }
  };
}

/** An object with at least one of these members and all that are needed, and no others. */
function someMembers(forms, needed = []) {
  return (value, place) => {
    anyObject(value, place);
    for (const name of Object.keys(value).sort()) {
      if (!Object.hasOwn(forms, name)) throw new Fault(at(place, name), "is not known here");
    }
    for (const name of needed) {
      if (!Object.hasOwn(value, name)) throw new Fault(at(place, name), "is missing");
    }
    if (Object.keys(value).length === 0) throw new Fault(place, "is empty");
    for (const [name, form] of Object.entries(forms)) {
      if (Object.hasOwn(value, name)) form(value[name], at(place, name));
    }
  };
}

/** This word, or of this form. */
function either(word, form) {
  return (value, place) => {
    if (value !== word) form(value, place);
  };
}

/** An object whose members, under whatever names, are all of this form. */
function byName(form) {
  return (value, place) => {
    anyObject(value, place);
    for (const name of Object.keys(value).sort()) form(value[name], at(place, name));
  };
}

/** Any JSON: it is bound by hashes alone, or a later check says more. */
function anything() {}

/** Any object. */
function anyObject(value, place) {
  if (!isObject(value)) throw new Fault(place, `${show(value)} is no object`);
}

/** True or false. */
function flag(value, place) {
  if (typeof value !== "boolean") throw new Fault(place, `${show(value)} is neither true nor false`);
}

/** What can be drawn: a number or a word. */
function thing(value, place) {
  if (!isWhole(value) && !isText(value)) {
    throw new Fault(place, `${show(value)} is neither a number nor a word`);
  }
}

// ============ Lists of numbers and of other things

/** The object without the members of these names. */
function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The numbers from `first` on that are below `end`. */
function range(first, end) {
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
}

/** Take one such item out of a list. */
function remove(items, item) {
  items.splice(items.indexOf(item), 1);
}

/** Below 0 if the first list of numbers comes before the second, above 0 if after it. */
function ranked(one, other) {
  for (const [place, number] of one.entries()) {
    if (number !== other[place]) return number - other[place];
  }
  return 0;
}

function ascending(numbers) {
  return [...numbers].sort((one, other) => one - other);
}

// ============ Moments and lengths of time, in microseconds

const DURATION =
  /^P(?=.)(?:([0-9]{1,6})D)?(?:T(?=[0-9])(?:([0-9]{1,8})H)?(?:([0-9]{1,8})M)?(?:([0-9]{1,8})S)?)?$/;

// In microseconds: of moments since 1970, of lengths, and of what a bank holds. Only BigInt holds so many.

const SECOND = 1_000_000n;
const MINUTE = 60n * SECOND;
const DAY = 24n * 60n * MINUTE;
/** The year 9999 is over. */
const THE_END = 253402300800n * SECOND;

/** The moment that a time in UTC tells; of one that no calendar has, another or null. */
function moment(time) {
  const [seconds, rest = "0"] = time.slice(0, -1).split(".");
  const read = Date.parse(`${seconds}Z`);
  return Number.isNaN(read) ? null : BigInt(read) * 1000n + BigInt(rest);
}

/** A moment as the server writes it. */
function stamp(instant) {
  const seconds = floored(instant, SECOND);
  const rest = instant - seconds * SECOND;
  const written = new Date(Number(seconds * 1000n)).toISOString().slice(0, 19);
  return rest === 0n ? `${written}Z` : `${written}.${String(rest).padStart(6, "0")}Z`;
}

/** A length of time such as PT24H or P2DT90S; null is none. */
function lengthOf(said) {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(said ?? "PT0S");
  const rest = BigInt(hours) * 60n * MINUTE + BigInt(minutes) * MINUTE + BigInt(seconds) * SECOND;
  return BigInt(days) * DAY + rest;
}

const earlier = (one, other) => (one < other ? one : other);
const later = (one, other) => (one > other ? one : other);

/** The quotient rounded down, also below 0. */
function floored(number, divisor) {
  const rest = ((number % divisor) + divisor) % divisor;
  return (number - rest) / divisor;
}

// ============ Forms of the values that occur in records of every game

const ANY_TEXT = text(/^/, "text");
const WORD = text(/[^]/, "text, or an empty one");
const HASH = text(/^sha256:[0-9a-f]{64}$/, "hash");
const NONCE = text(/^[0-9a-f]{32}$/, "16 bytes in hexadecimal digits");
const SEED = text(/^[0-9a-f]{64}$/, "32 bytes in hexadecimal digits");

const LENGTH = text(DURATION, "length of time");
const OF_DAY = text(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, "time of the day");
const UTC = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z$/;

/** A time in UTC as the server writes it: with six digits of a second, or with none. */
function TIME(value, place) {
  const time = isText(value) && UTC.test(value) ? moment(value) : null;
  // Before 1970 machines do not agree about zones, and there was no such game.
  const real = time !== null && time >= 0n && stamp(time) === value;
  if (!real) throw new Fault(place, `${show(value)} is no time in UTC`);
}

const CHOSEN_BY = oneOf("player", "bot", "order", "clock");
const ALGORITHM = oneOf("hmac-sha256-fisher-yates/1");

const ROLL = members({ purpose: WORD, sides: whole(1, 2 ** 32), value: whole(1) });
const SAMPLE = members({ purpose: WORD, from: array(thing), value: array(thing) });

/** A roll or a sample. */
function drawn(value, place) {
  anyObject(value, place);
  const isRoll = Object.hasOwn(value, "sides");
  if (!isRoll && !Object.hasOwn(value, "from")) throw new Fault(place, "has neither sides nor from");
  (isRoll ? ROLL : SAMPLE)(value, place);
}

const CHANCE = array(drawn);

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Days of the week in their order, each once. */
function week(days) {
  return DAYS.filter((day) => days.includes(day));
}

const CLOCK = members({
  per_turn: LENGTH,
  bank: optional(LENGTH),
  increment: optional(LENGTH),
  grace: optional(LENGTH),
  hours: optional(
    members({
      zone: text(/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/, "time zone"),
      days: inOrder(array(oneOf(...DAYS), 1), week),
      from: OF_DAY,
      to: OF_DAY,
    }),
  ),
});
const ABSENCE = members({
  bot_after: whole(1),
  vacations: flag,
  least_reliability: optional(whole(0, 100)),
  most_stopped: LENGTH,
});

// Standing orders: each entry says what it fits, or what is done.
/** Bounds of a number that can be from `least` to `most`. */
function bounds(least, most) {
  const number = whole(least, most);
  return someMembers({ least: number, most: number });
}

const NOT_MET = "condition_not_met";

/** Whether a number is within the bounds of a standing order. */
function holds({ least: low = -Infinity, most: high = Infinity } = {}, number) {
  return low <= number && number <= high;
}

// ============ Bytes, and what they are made from

const encoder = new TextEncoder();

function utf8(text) {
  return encoder.encode(text);
}

/** Bytes one after the other. */
function join(...parts) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    joined.set(part, start);
    start += part.length;
  }
  return joined;
}

function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A number as so many bytes, the highest first. */
function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  for (let place = size - 1; place >= 0; place -= 1) {
    bytes[place] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}

// ============ SHA-256 (FIPS 180-4). The one of browsers is asynchronous, and missing where a page is not served safely

/** The first primes, whose roots the constants of SHA-256 come from. */
function primes(many) {
  const found = [];
  for (let number = 2; found.length < many; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** The first 32 bits behind the point. */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** H(x): SHA-256. */
function digest(data) {
  const size = Math.ceil((data.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  padded.set(bigEndian(data.length * 8, 8), size - 8);
  const blocks = new DataView(padded.buffer);
  const state = Int32Array.from(START);
  const schedule = new Int32Array(64);
  for (let start = 0; start < size; start += 64) {
    for (let place = 0; place < 16; place += 1) {
      schedule[place] = blocks.getInt32(start + 4 * place);
    }
    for (let place = 16; place < 64; place += 1) {
      const early = schedule[place - 15];
      const late = schedule[place - 2];
      const mixedEarly = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const mixedLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      schedule[place] = schedule[place - 16] + mixedEarly + schedule[place - 7] + mixedLate;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let place = 0; place < 64; place += 1) {
      const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const first = (h + mixedE + chosen + ROUNDS[place] + schedule[place]) | 0;
      const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      state[place] += word;
    });
  }
  return join(...Array.from(state, (word) => bigEndian(word >>> 0, 4)));
}

/** HMAC-SHA256 (RFC 2104). */
function keyed(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? digest(key) : key);
  const inner = digest(join(block.map((byte) => byte ^ 0x36), message));
  return digest(join(block.map((byte) => byte ^ 0x5c), inner));
}

// ============ Canonical JSON, hashes and commitments

/** C(x): UTF-8 without white space, members sorted by name, whole numbers only. */
function canonical(value) {
  return utf8(canonicalText(value));
}

/** A hash as it stands in records. */
function written(hash) {
  return `sha256:${toHex(hash)}`;
}

/** What is published before anybody joins; the seed in hexadecimal digits. */
function seedCommitment(serverSeed) {
  return written(digest(fromHex(serverSeed)));
}

/** What a sealed answer is committed to by. */
function answerCommitment(nonce, action, game, seat, turn) {
  return written(digest(join(fromHex(nonce), canonical({ action, game, seat, turn }))));
}

/** The head of the chain after one more event; before the first it is 32 zero bytes. */
function nextHead(head, game, event) {
  const { at: time, data, number, type } = event;
  return digest(join(head, digest(canonical({ at: time, data, game, number, type }))));
}

/** What binds that which players alone were told since the last turn closed. */
function privateCommitment(salt, told) {
  return written(digest(join(fromHex(salt), canonical(told))));
}

/** What the last event says of all the rest, but for the names that players have now. */
function recordHash(record) {
  const { log: _, players: __, ...bound } = record;
  return written(digest(canonical(bound)));
}

// ============ Proofs: what the server tells of the seed and the log of a game

// Answers of the API, which may tell more one day.
const PROOF = members(
  {
    game: WORD,
    status: oneOf("open", "running", "finished", "cancelled"),
    commitment: HASH,
    entropy: optional(array(optional(HASH))),
    algorithm: ALGORITHM,
    server_seed: optional(SEED),
    log: members({ events: whole(1), head: HASH }, { more: true }),
  },
  { more: true },
);

/** Whether this is a proof: what a record tells within /fairness, it tells at the top. */
function isProof(document) {
  return isObject(document) && Object.hasOwn(document, "algorithm") && !Object.hasOwn(document, "format");
}

/** The proof that a game holds as the API shows it; anything else as it is. */
function asProof(document) {
  const isGame = isObject(document) && ["id", "status", "fairness", "log"].every((name) => Object.hasOwn(document, name));
  if (!isGame || !isObject(document.fairness)) return document;
  const { id: game, status, log } = document;
  return { game, status, log, ...document.fairness };
}

/** It is the proof of a game that is over. */
function checkProofForm(proof) {
  checkPlain(proof);
  PROOF(proof, "");
  if (!["finished", "cancelled"].includes(proof.status)) {
    throw new Fault("/status", "is not that of a game that is over");
  }
  if (proof.server_seed === null) {
    throw new Fault("/server_seed", "is not shown before the game is over");
  }
  return `the proof of a game that is ${proof.status}; what was played is not in it`;
}

/** The seed that is shown is the one that the server had committed to. */
function checkProofSeed(proof) {
  if (seedCommitment(proof.server_seed) !== proof.commitment) {
    throw new Fault("/server_seed", "is not what /commitment is the hash of");
  }
  return `the server's seed is the one of ${proof.commitment}`;
}

const PROOF_CHECKS = [
  ["form", checkProofForm],
  ["seed", checkProofSeed],
];

/** Seed, texts and log are those that were shown before, as far as they were. */
function checkKeptProof(document, kept, place) {
  const proof = isProof(document);
  const now = proof ? document : { ...document.fairness, game: document.game };
  const newest = proof ? document.log.events : document.log.events.length;
  const heads = proof
    ? new Map([[newest, document.log.head]])
    : new Map(document.log.events.map((event) => [event.number, event.hash]));
  for (const name of ["game", "commitment", "algorithm", "server_seed"]) {
    if (kept[name] !== null) same(kept[name], now[name], at(place, name), "what is told now");
  }
  // Before the start texts come, are replaced and go.
  if (kept.entropy !== null && kept.status !== "open") {
    same(kept.entropy, now.entropy, at(place, "entropy"), "what is told now");
  }
  const { events: number, head } = kept.log;
  const log = at(place, "log");
  if (number > newest) {
    throw new Fault(at(log, "events"), `${number} is said, but the log has ${newest} by now`);
  }
  if (heads.has(number)) same(head, heads.get(number), at(log, "head"), "the log as it is told now");
}

// ============ The check `kept`: receipts, proofs and texts beside a record

/** What a player has kept of the game is what the document tells now; without a record, only proofs. */
function checkKept(document, kept, content) {
  checkPlain(content);
  const several = Array.isArray(content);
  const counts = { receipt: 0, proof: 0, text: 0 };
  for (const [number, one] of (several ? content : [content]).map(asProof).entries()) {
    const place = several ? at("", number) : "";
    if (kept !== null) {
      kept.check(one, place);
    } else {
      anyObject(one, place);
      if (!isProof(one)) {
        throw new Fault(place, "is no proof, and only the record can tell of anything else");
      }
      PROOF(one, place);
      checkKeptProof(document, one, place);
    }
    if (isProof(one)) counts.proof += 1;
    else counts[Object.hasOwn(one, "text") ? "text" : "receipt"] += 1;
  }
  const [receipts, proofs, texts] = Object.entries(counts).map(([what, many]) => count(many, what));
  const agree = sum(Object.values(counts)) === 1 ? "agrees" : "agree";
  return `${receipts}, ${proofs} and ${texts} ${agree}`;
}

/** What the work gives; a fault in it is one in something kept, and says in which file. */
function inFile(name, work) {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof Fault) {
      fault.check = "kept";
      fault.place = `${name}#${fault.place}`;
    }
    throw fault;
  }
}

// ============ High Tide: beaches, dice and the track

const BEACHES = ["black", "purple", "blue", "orange", "yellow", "white"];
const TILES = range(1, 10).map((number) => `B${number}`);
const SIDES = ["left", "right"];
const BAR = 0;
const FACES = 6;
const COIN_SPACES = 8;
const LAST_ROUND = 6;
const PASS = { type: "pass" };
/** Which dice of a pair may be re-rolled, by the space that it was taken from; lower down, none. */
const REROLLS = { 1: [[], ["left"], ["right"], ["left", "right"]], 2: [[], ["left"], ["right"]] };
const HIGH_TIDE_TELLS = [
  "round_began",
  "go_began",
  "rolled",
  "declined",
  "taken",
  "rerolled",
  "tile_used",
  "open_dice",
  "chair_moved",
  "coin_taken",
  "towel_placed",
  "last_pair_rolled",
  "shark_came",
  "wave_laid",
  "tile_gained",
  "point_gained",
  "surfers_revealed",
  "game_ended",
];

/** One beach. Chairs stand in `order` as they came to their spaces, the last one rightmost. */
class Beach {
  constructor(length, seats) {
    this.dry = length;
    this.space = range(0, seats).map(() => BAR);
    this.order = range(0, seats);
    /** Values by space. */
    this.coins = new Map();
  }

  /** The same chairs on another beach, where they may move. Its coins do not matter. */
  copy() {
    const beach = new Beach(this.dry, this.space.length);
    beach.space = [...this.space];
    beach.order = [...this.order];
    return beach;
  }

  swims(seat) {
    return this.space[seat] > this.dry;
  }

  get flooded() {
    return this.order.filter((seat) => this.swims(seat));
  }

  /** The seats on sand, nearest to the water first, of one space the rightmost first. */
  get ranking() {
    const onSand = (seat) => this.space[seat] > BAR && this.space[seat] <= this.dry;
    const sand = [...this.order].reverse().filter(onSand);
    return sand.sort((one, other) => this.space[other] - this.space[one]);
  }

  /** Where so many steps lead, those below 0 away from the water; out of it none do. */
  goal(seat, steps) {
    const start = this.space[seat];
    return start > this.dry ? start : Math.max(BAR, Math.min(start + steps, this.dry + 1));
  }

  /** Whether the chair has left its space. */
  move(seat, steps) {
    const goal = this.goal(seat, steps);
    if (goal === this.space[seat]) return false;
    this.space[seat] = goal;
    remove(this.order, seat);
    this.order.push(seat);
    return true;
  }

  /** Spaces with coins where these steps, in either order, bring the chair to. */
  coinsOnTheWay(seat, steps) {
    const stops = new Set([sum(steps), ...steps].map((one) => this.goal(seat, one)));
    return ascending(stops).filter((stop) => this.coins.has(stop) && stop !== this.space[seat]);
  }

  flood(length) {
    this.dry = Math.max(BAR, this.dry - length);
    this.coins = new Map([...this.coins].filter(([space]) => space <= this.dry));
  }

  /** Points by seat; `surfer` is the seat whose surfer tile shows this beach. */
  points(places, surfer) {
    const atBar = this.order.filter((seat) => this.space[seat] === BAR);
    const worth = new Map(atBar.map((seat) => [seat, 1]));
    if (worth.has(surfer)) worth.set(surfer, 2);
    const left = [...places];
    if (surfer !== null && this.swims(surfer)) {
      worth.set(surfer, 6);
      left.shift();
    }
    const ranked = this.ranking.filter((seat) => seat !== surfer);
    for (const seat of ranked.slice(0, left.length)) worth.set(seat, left.shift());
    return worth;
  }
}

/** A die: `beach` is the one that it counts for, `change` and `back` are what B6 and B9 made of it. */
class Die {
  constructor(colour, face) {
    this.colour = colour;
    this.face = face;
    this.beach = colour;
    this.change = 0;
    this.back = false;
  }

  get number() {
    return Math.min(Math.max(this.face + this.change, 1), FACES);
  }

  get steps() {
    return this.back ? -this.number : this.number;
  }

  get shown() {
    return { colour: this.colour, face: this.face };
  }
}

/** Two dice side by side: the higher one left, equal ones in the order of the beaches. */
class Pair {
  constructor(one, other) {
    const place = (die) => BEACHES.indexOf(die.colour);
    [this.left, this.right] = [one, other].sort(
      (first, second) => second.face - first.face || place(first) - place(second),
    );
  }

  get total() {
    return this.left.face + this.right.face;
  }

  get shown() {
    return { left: this.left.shown, right: this.right.shown };
  }

  /** By beach the steps of its chair: those of two dice for one beach are one move. */
  get moves() {
    const { left, right } = this;
    if (left.beach === right.beach) return [[left.beach, left.steps, right.steps]];
    return [left, right].map((die) => [die.beach, die.steps]);
  }

  /** The same pair once more, each die on its side. */
  copy() {
    const again = (die) => Object.assign(new Die(die.colour, die.face), die);
    return Object.assign(Object.create(Pair.prototype), {
      left: again(this.left),
      right: again(this.right),
    });
  }

  /** What B6, B7 and B9 make of dice. */
  changeBy({ tile, left, right, die, colour }) {
    if (tile === "B6") {
      this.left.change = left;
      this.right.change = right;
    }
    if (tile === "B7") this[die].beach = colour;
    if (tile === "B9") this[die].back = true;
  }
}

/** The dice track: a towel (the number of its seat), a pair or nothing on each space. */
class Track {
  constructor(length, rental) {
    this.spaces = range(0, length).map(() => null);
    this.rental = rental <= length ? rental : null;
    /** The rental does not move before the next go (B1). */
    this.rests = false;
  }

  /** The spaces, which count from 1, that pairs lie on. */
  get pairs() {
    return range(1, this.spaces.length + 1).filter((space) => this.spaces[space - 1] instanceof Pair);
  }

  get towels() {
    return this.spaces.filter(isWhole);
  }

  /** How many free spaces lie above the rental. */
  get free() {
    const available = this.rental === null ? this.spaces.length : this.rental - 1;
    return this.spaces.slice(0, available).filter((lies) => lies === null).length;
  }

  /** Lay a towel or a pair on the topmost free space, and say which that is. */
  put(what) {
    const place = this.spaces.indexOf(null);
    this.spaces[place] = what;
    return place + 1;
  }

  take(space) {
    const pair = this.spaces[space - 1];
    this.spaces[space - 1] = null;
    return pair;
  }

  pushRental() {
    if (this.rental !== null) this.rental = this.rental < this.spaces.length ? this.rental + 1 : null;
  }

  nextGo() {
    if (!this.rests) this.pushRental();
    this.rests = false;
  }
}

// ============ High Tide: the fallback, and what standing orders play

/** In which decision each tile can be used. */
const USED_IN = {
  B1: "choose",
  B2: "interrupt",
  B3: "interrupt",
  B4: "tiles",
  B5: "tiles",
  B6: "tiles",
  B7: "tiles",
  B8: "accept",
  B9: "tiles",
};

/** What time plays for a seat, and what its order says, to a question as things stand. */
class Adviser {
  constructor(game, decision, seat, legal) {
    this.game = game;
    this.decision = decision;
    this.seat = seat;
    this.legal = legal;
  }

  /** All that may be answered with an action of this type. */
  ways(kind) {
    return this.legal.filter((action) => action.type === kind);
  }

  /** What the clock plays: a dry move, no tile, the best coin. */
  fallback() {
    const { pair } = this.game;
    switch (this.decision) {
      case "coin":
        return best(this.ways("coin"), (coin) => [this.valueOf(coin)]);
      case "choose":
        return this.dryPair() ?? this.legal[0];
      case "accept": {
        const [decline] = this.ways("decline");
        return decline !== undefined && this.drowns(pair) ? decline : { type: "accept" };
      }
      case "reroll":
        return this.wetDice(pair);
      case "tiles":
        return { type: "move" };
      default:
        return PASS;
    }
  }

  valueOf({ beach, space }) {
    return this.game.beaches.get(beach).coins.get(space);
  }

  /** The best pair on the track that keeps all chairs dry, if it gains something or she cannot roll. */
  dryPair() {
    const { track } = this.game;
    const dry = this.ways("take").filter(({ space }) => !this.drowns(track.spaces[space - 1]));
    if (dry.length === 0) return null;
    const found = best(dry, (take) => [this.worth(take).points]);
    const gains = this.worth(found).points > this.worth(PASS).points;
    return gains || this.ways("roll").length === 0 ? found : null;
  }

  /** Only dice that would carry a chair into the water are re-rolled. */
  wetDice(pair) {
    const none = { type: "reroll", dice: [] };
    if (!this.drowns(pair)) return none;
    const wet = SIDES.filter((side) => this.entersWater(pair[side].colour, pair[side].face));
    for (const dice of [wet, wet.slice(0, 1), SIDES.slice(0, 1)]) {
      const isThis = (way) => canonicalText(way.dice) === canonicalText(dice);
      if (dice.length > 0 && this.legal.some(isThis)) return { type: "reroll", dice };
    }
    return none;
  }

  // -- standing orders

  /** What an order answers: part after part, the first entry that fits. */
  follow(order) {
    const skipped = [];
    for (const tried of this.tries(order)) {
      if (tried.pointer === undefined) return { action: tried, skipped };
      skipped.push(tried);
    }
    return { action: null, skipped };
  }

  /** Entries that fall through, up to an answer if there is one. */
  *tries(order) {
    switch (this.decision) {
      case "coin":
        yield* this.tryCoins(order.coins);
        return;
      case "choose":
        yield* this.tryTiles(order.tiles);
        yield* this.tryTake(order.take);
        return;
      case "accept":
        // B8 is not spent on a roll that is wanted, but comes before a new roll.
        yield* this.tryAccept(order.accept);
        yield* this.tryTiles(order.tiles);
        yield* this.tryDecline(order.accept);
        return;
      case "reroll":
        yield* this.tryReroll(order.reroll);
        return;
      default:
        yield* this.tryTiles(order.tiles);
    }
  }

  *tryTake(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      const pointer = `/take/${place}`;
      if (wish === "roll") {
        yield this.ways("roll")[0] ??
          skip(pointer, "not_on_offer");
        continue;
      }
      const { spaces } = this.game.track;
      const fitting = this.ways("take").filter(({ space }) => this.fits(wish, spaces[space - 1]));
      // Of equal pairs the topmost, which can be re-rolled most freely.
      if (fitting.length > 0) yield best(fitting, (take) => this.rank(take));
      yield skip(pointer, NOT_MET);
    }
  }

  *tryAccept(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      if (this.fits(wish, this.game.pair)) yield { type: "accept" };
      yield skip(`/accept/${place}`, NOT_MET);
    }
  }

  *tryDecline(wishes) {
    if (wishes === undefined) return;
    yield this.ways("decline")[0] ??
      skip("/accept", "must_accept");
  }

  *tryReroll(wishes) {
    if (wishes === undefined) return;
    const most = Math.max(...this.legal.map((way) => way.dice.length));
    const chosen = [];
    for (const [place, wish] of wishes.entries()) {
      if (chosen.length >= most) break;
      // The right die, which is never the higher one, before the left one.
      const fitting = [...SIDES].reverse().filter((side) => this.fitsDie(wish, side));
      if (fitting.length === 0) yield skip(`/reroll/${place}`, NOT_MET);
      chosen.push(...fitting.filter((side) => !chosen.includes(side)));
    }
    const rerolled = chosen.slice(0, most);
    yield { type: "reroll", dice: SIDES.filter((side) => rerolled.includes(side)) };
  }

  *tryCoins(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      if (wish === "pass") {
        yield PASS;
        return;
      }
      const { beaches, value } = wish;
      const wanted = (coin) => beaches === undefined || beaches.includes(coin.beach);
      const fitting = this.ways("coin").filter((one) => wanted(one) && holds(value, this.valueOf(one)));
      if (fitting.length > 0) yield best(fitting, (coin) => [this.valueOf(coin)]);
      yield skip(`/coins/${place}`, NOT_MET);
    }
  }

  /** Tiles of other decisions are passed over without a word. */
  *tryTiles(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      if (USED_IN[wish.tile] === this.decision) yield this.use(wish, `/tiles/${place}`);
    }
  }

  /** The best way of using the tile, if it can be used and gains what it must. */
  use({ tile, gain }, pointer) {
    if (this.game.held.get(tile) !== this.seat) {
      return skip(pointer, "tile_not_held");
    }
    const ways = this.legal.filter((action) => action.tile === tile);
    if (ways.length === 0) return skip(pointer, "not_on_offer");
    const found = best(ways, (use) => this.rank(use));
    const enough = gain === undefined ? -Infinity : gain * FACES;
    if (this.worth(found).points - this.worth(PASS).points < enough) {
      return skip(pointer, NOT_MET);
    }
    return found;
  }

  /** Whether a pair is as it is wished for; what is left open fits anything. */
  fits({ total, beaches, avoid = [], dry }, pair) {
    const colours = [pair.left.colour, pair.right.colour];
    const within = (some) => colours.some((colour) => some.includes(colour));
    return (
      holds(total, pair.total) &&
      (beaches === undefined || within(beaches)) &&
      !within(avoid) &&
      (dry === undefined || dry === !this.drowns(pair))
    );
  }

  fitsDie({ face, beaches, dry }, side) {
    const { pair } = this.game;
    const die = pair[side];
    // Two dice of one colour move their chair together.
    const steps = stepsOf(pair).get(die.colour);
    return (
      holds(face, die.face) &&
      (beaches === undefined || beaches.includes(die.colour)) &&
      (dry === undefined || dry === !this.entersWater(die.colour, steps))
    );
  }

  // -- what an answer would be worth

  /** Whether a pair carries a chair of the seat into water where it is worth nothing. */
  drowns(pair) {
    return [...stepsOf(pair)].some(([colour, steps]) => this.entersWater(colour, steps));
  }

  entersWater(colour, steps) {
    const beach = this.game.beaches.get(colour);
    if (beach.swims(this.seat) || this.surfs(colour)) return false;
    return beach.goal(this.seat, steps) > beach.dry;
  }

  surfs(colour) {
    const { surfers } = this.game;
    return surfers !== null && surfers[this.seat] === colour;
  }

  /** Of two answers the drier one is worth more, then the one with more points. */
  rank(action) {
    const { dry, points } = this.worth(action);
    return [dry, points];
  }

  /**
   * What taking a pair, using a tile or moving without one is worth if the game ended with it.
   *
   * `dry` and `points` are sums over what the six faces of a die that is re-rolled make of it: so often no
   * chair of the seat is carried into water where it is worth nothing, and so many points it would have.
   */
  worth(action) {
    const { game, seat } = this;
    let [dry, points] = [0, 0];
    for (const face of range(1, FACES + 1)) {
      const beaches = new Map([...game.beaches].map(([name, beach]) => [name, beach.copy()]));
      this.carryOut(action, beaches, face);
      const drowned = (name) =>
        beaches.get(name).swims(seat) && !game.beaches.get(name).swims(seat) && !this.surfs(name);
      dry += BEACHES.some(drowned) ? 0 : 1;
      points += game.points(null, beaches, seat)[seat];
    }
    return { dry, points };
  }

  /** Move the chairs of these beaches as the answer and the dice then before the player do. */
  carryOut(action, beaches, face) {
    const { game } = this;
    const { spaces } = game.track;
    const fresh = action.type === "take" || action.tile === "B8";
    const taken = fresh ? spaces[action.space - 1] : game.pair;
    // Whatever a tile makes of dice, it makes of copies.
    const pair = taken?.copy();
    switch (action.tile) {
      case "B3":
        beaches.get(action.beach).move(this.seat, action.steps);
        break;
      case "B4":
        beaches.get(action.beach).move(this.seat, pair[action.die].number);
        break;
      case "B5":
        pair[action.die].face = face;
        break;
      default:
        if (pair !== undefined) pair.changeBy(action);
    }
    if (pair === undefined) return;
    for (const [colour, ...steps] of pair.moves) beaches.get(colour).move(game.pile[0], sum(steps));
  }
}

function skip(pointer, code) {
  return { pointer, code };
}

/** The first of the items whose rank, a list of numbers, is highest. */
function best(items, rank) {
  return items.reduce((found, item) => (ranked(rank(item), rank(found)) > 0 ? item : found));
}

/** How far a pair, as it fell, moves chairs, by beach. */
function stepsOf({ left, right, total }) {
  if (left.colour === right.colour) return new Map([[left.colour, total]]);
  return new Map([left, right].map((die) => [die.colour, die.face]));
}

// ============ Seats, holders and the open turn, while the log is read

/** What only a deed of a player leads to. While a game is played a turn is always open. */
const IN_A_TURN = new Set([
  ...["returned", "seat_offered", "offer_ended", "seat_taken"],
  ...["pause_agreed", "pause_dropped", "pause_ended", "go_on_voted", "going_on", "vacation"],
]);

/** Who holds which seat, and which turn is open, while the log is read. */
class Table {
  constructor() {
    /** By seat, whose it is: a participant's id, null for a bot's from the start. */
    this.seats = [];
    /** By seat, the bot that plays in it now. */
    this.bots = [];
    /** By seat, whether its player has given it up. */
    this.resigned = [];
    /** Who has sat down before the start, by seat: a participant, a bot, and a text's hash. */
    this.came = new Map();
    this.host = null;
    /** Who the next event has to make the host; null where the host stays. */
    this.nextHost = null;
    /** By vacant seat, the participant to whom it is offered. */
    this.offers = new Map();
    /** The seat that was taken by the last event, and is given back by the next. */
    this.arriving = null;
    this.size = 0;
    /** Whether the game starts as soon as all seats are taken. */
    this.whenFull = true;
    this.opened = 0;
    this.closed = 0;
  }

  /** The number of the open turn, 0 if none is open. */
  get turn() {
    return this.opened > this.closed ? this.opened : 0;
  }

  /** The participant whose seat it is, here or absent; null of a bot's, or one that was given up. */
  owner(seat) {
    return this.resigned[seat] ? null : this.seats[seat];
  }

  /** Take an event into account. Throws `Fault` where it cannot come now. */
  read(event, place) {
    const { type: kind, data, number } = event;
    const started = this.seats.length > 0;
    if ((kind === "created") !== (number === 1)) {
      throw new Fault(at(place, "type"), "created is the first event, and no other is");
    }
    if (["joined", "left", "entropy_given", "started"].includes(kind) && started) {
      throw new Fault(at(place, "type"), "comes after the start");
    }
    if (["stand_in", "paused", "turn_opened"].includes(kind) && !started) {
      throw new Fault(at(place, "type"), "comes before the start");
    }
    this.checkWhen(kind, at(place, "type"));
    const full = this.came.size === this.size && !started && number > 1;
    if (full && this.whenFull && kind !== "started") {
      throw new Fault(
        at(place, "type"),
        "comes where all seats are taken, so that the game starts",
      );
    }
    if (Object.hasOwn(Table.handlers, kind)) Table.handlers[kind](this, data, at(place, "data"));
    if (number === 2) this.seatHost(kind, data, place);
  }

  /** Throw a `Fault` where the last event leaves no room for this one. */
  checkWhen(kind, place) {
    if (IN_A_TURN.has(kind) && !this.turn) throw new Fault(place, "comes where no turn is open");
    if (kind === "cancelled") {
      throw new Fault(place, "comes in a game that was played to its end");
    }
    if ((kind === "host_changed") !== (this.nextHost !== null)) {
      const due = this.nextHost === null ? "is not due" : "is due";
      throw new Fault(place, `comes where host_changed ${due}`);
    }
    if (this.arriving !== null && kind !== "returned") {
      throw new Fault(place, "comes before the returned of who has taken a seat");
    }
  }

  /** Whether a player sits in a seat herself. */
  isThere(seat) {
    return seat < this.seats.length && this.owner(seat) !== null && this.bots[seat] === null;
  }

  /** The participant whose seat it is by now, also before the start; null if it is nobody's. */
  playerOf(seat) {
    if (this.seats.length > 0) return seat < this.seats.length ? this.owner(seat) : null;
    return this.came.get(seat)?.player ?? null;
  }

  /** Have the first of those who are there be the host; where nobody is, the host stays. */
  passOn(players) {
    this.nextHost = players.find((player) => player !== null) ?? null;
  }

  there() {
    return this.seats.filter((_, seat) => this.isThere(seat));
  }

  /** Whoever opens a game is seated by the same call, which is the first to show the commitment. */
  seatHost(kind, data, place) {
    if (kind !== "joined") throw new Fault(at(place, "type"), "is not the joined of the host");
    place = at(place, "data");
    same(data.player, this.host, at(place, "player"), "/log/events/0/data/host");
    if (data.entropy !== null) {
      throw new Fault(at(place, "entropy"), "was given before the commitment was shown");
    }
  }

  /** What each type of event changes. */
  static handlers = {
    created(table, data) {
      table.host = data.host;
      table.size = data.seats;
      table.whenFull = data.start === "full";
      const first = data.seats - data.bots.length;
      const holder = (bot) => ({ player: null, bot, text: null });
      table.came = new Map(data.bots.map((bot, number) => [first + number, holder(bot)]));
    },

    joined(table, data, place) {
      if (data.seat >= table.size) throw new Fault(at(place, "seat"), `is none of ${table.size}`);
      if (table.came.has(data.seat)) throw new Fault(at(place, "seat"), "is taken");
      const players = [...table.came.values()].map((one) => one.player);
      table.refuseSecondSeat(players, data, place);
      table.came.set(data.seat, { player: data.player, bot: null, text: data.entropy });
    },

    left(table, data, place) {
      const player = table.came.get(data.seat)?.player ?? null;
      if (player !== data.player) throw new Fault(place, "has not sat there");
      table.came.delete(data.seat);
      const left = ascending(table.came.keys()).map((seat) => table.came.get(seat).player);
      if (left.every((one) => one === null)) {
        throw new Fault(place, "is the last player, with whom the game is called off");
      }
      if (player === table.host) table.passOn(left);
    },

    host_changed(table, data, place) {
      same(data.host, table.nextHost, at(place, "host"), "who is there");
      table.host = data.host;
      table.nextHost = null;
    },

    entropy_given(table, data, place) {
      const holder = table.came.get(data.seat);
      if ((holder?.player ?? null) === null) throw new Fault(at(place, "seat"), "is no player's");
      table.came.set(data.seat, { ...holder, text: data.entropy });
    },

    started(table, data, place) {
      const taken = ascending(table.came.keys());
      const holders = taken.map((seat) => table.came.get(seat));
      const right = holders.map(({ player, bot }, seat) => ({ seat, player, bot }));
      same(data.seats, right, at(place, "seats"), "who had sat down");
      const texts = holders.map((one) => one.text);
      same(data.entropy, texts, at(place, "entropy"), "what they had given");
      table.seats = holders.map((one) => one.player);
      table.bots = holders.map((one) => one.bot);
      table.resigned = holders.map(() => false);
    },

    stand_in(table, data, place) {
      same(data.player, table.owner(data.seat), at(place, "player"), "whose seat it was");
      table.bots[data.seat] = data.bot;
      table.resigned[data.seat] = data.away === "resigned";
      if (data.player === table.host) table.passOn(table.there());
    },

    seat_offered(table, data, place) {
      table.vacant(data, place);
      const others = table.seats.filter((_, seat) => seat !== data.seat);
      table.refuseSecondSeat(others, data, place);
      if (!table.seats.some((_, seat) => table.owner(seat) === table.host)) {
        throw new Fault(place, "comes where the host has no seat");
      }
      table.offers.set(data.seat, data.player);
    },

    offer_ended(table, data, place) {
      table.offered(data, place);
      table.offers.delete(data.seat);
    },

    seat_taken(table, data, place) {
      table.vacant(data, place);
      table.refuseSecondSeat(table.seats, data, place);
      table.offered(data, place);
      table.seats[data.seat] = data.player;
      table.arriving = data.seat;
    },

    returned(table, data, place) {
      table.vacant(data, place);
      same(data.player, table.seats[data.seat], at(place, "player"), "who held the seat");
      if (table.arriving !== null) {
        same(data.seat, table.arriving, at(place, "seat"), "the seat that was taken");
      } else if (table.resigned[data.seat]) {
        // What was given up for good is had again as others have it.
        table.offered(data, place);
      }
      table.arriving = null;
      table.offers.delete(data.seat);
      table.bots[data.seat] = null;
      table.resigned[data.seat] = false;
      if (!table.there().includes(table.host)) table.passOn(table.there());
    },

    turn_opened(table, data, place) {
      if (table.turn) throw new Fault(at(place, "turn"), `turn ${table.turn} is still open`);
      table.opened += 1;
      same(data.turn, table.opened, at(place, "turn"), "the turns before");
    },

    turn_closed(table, data, place) {
      same(data.turn, table.turn, at(place, "turn"), "the open turn");
      table.closed += 1;
    },
  };

  offered(data, place) {
    if (this.offers.get(data.seat) !== data.player) {
      throw new Fault(at(place, "player"), "is not who the seat is offered to");
    }
  }

  vacant(data, place) {
    if (this.bots[data.seat] === null || this.seats[data.seat] === null) {
      throw new Fault(at(place, "seat"), "is not vacant");
    }
  }

  refuseSecondSeat(holders, data, place) {
    if (holders.includes(data.player)) throw new Fault(at(place, "player"), "has a seat already");
  }
}

/** Each event with its place, and the table as it stands right after it. */
function* readLog(record) {
  const table = new Table();
  for (const [number, event] of record.log.events.entries()) {
    const place = `/log/events/${number}`;
    table.read(event, place);
    if (table.seats.length > 0 && table.seats.length !== record.seats.length) {
      throw new Fault("/seats", `are not ${table.seats.length} as at ${place}`);
    }
    yield [place, event, table];
  }
}

// ============ The check `sealed`: answers between their seal and the end of the turn

/** What stands sealed in the open turn, by seat, and the deadlines of those who are asked. */
class Seals {
  constructor(record) {
    this.game = record.game;
    this.turns = record.turns;
    /**
     * By seat: where, as what and when it was sealed, whether in the place of another answer, whether time
     * was up, and whether a bot held the seat.
     */
    this.standing = new Map();
    this.due = new Map();
    /** By seat, when its player came back last. */
    this.returned = new Map();
    /** By turn and seat, the first deadline that was told of. */
    this.earliest = new Map();
    /** By turn and seat, the answer that was shown, sealed before or only then. */
    this.answered = new Map();
    /** By turn and seat, when something was sealed, or shown without a seal. */
    this.moments = new Map();
    this.opened = 0;
    this.replaced = 0;
    this.withdrawn = 0;
    this.unsealed = 0;
  }

  read(place, event, table) {
    const { type: kind, data } = event;
    if (kind === "turn_closed") {
      for (const [number, played] of data.actions.entries()) {
        this.open(played, `/turns/${data.turn - 1}/actions/${number}`, event);
      }
      this.standing = new Map();
      this.due = new Map();
      return;
    }
    if (kind === "returned") this.returned.set(data.seat, moment(event.at));
    if (!["turn_opened", "deadlines_moved", "sealed", "withdrawn"].includes(kind)) return;
    place = at(place, "data");
    same(data.turn, table.turn, at(place, "turn"), "the open turn");
    if (kind === "turn_opened" || kind === "deadlines_moved") this.tell(place, data, table);
    else this.change(place, event, table);
  }

  /** Deadlines are told: they are those of the seats that are asked. */
  tell(place, data, table) {
    this.due = new Map(data.deadlines.map((one) => [one.seat, moment(one.due_at)]));
    const seats = ascending(this.due.keys());
    if (canonicalText(seats) !== canonicalText(this.turns[table.turn - 1].asked)) {
      throw new Fault(at(place, "deadlines"), "are not those of the seats asked");
    }
    for (const [seat, due] of this.due) {
      const known = this.earliest.get(inTurn(table.turn, seat)) ?? due;
      this.earliest.set(inTurn(table.turn, seat), earlier(known, due));
    }
  }

  /** An answer is sealed or withdrawn: what stood is named, and there was time to change it. */
  change(place, event, table) {
    const { type: kind, data } = event;
    const { seat } = data;
    if (!this.due.has(seat)) throw new Fault(at(place, "seat"), "is not asked in this turn");
    const stood = this.standing.get(seat)?.commitment ?? null;
    this.standing.delete(seat);
    const time = moment(event.at);
    // A deadline is over at its own moment.
    const late = time >= this.due.get(seat);
    // Who answers and is back by that was asked until when before that moved her deadline.
    if (stood !== null && late && this.returned.get(seat) !== time) {
      throw new Fault(at(place, "seat"), "changes what stood sealed when its time was up");
    }
    if (kind === "withdrawn") {
      same(data.commitment, stood, at(place, "commitment"), "what stood sealed");
      this.withdrawn += 1;
      return;
    }
    same(data.replaces, stood, at(place, "replaces"), "what stood sealed");
    this.replaced += stood === null ? 0 : 1;
    const bot = table.bots[seat] !== null;
    const replaced = stood !== null;
    this.noteMoment(table.turn, seat, time);
    this.standing.set(seat, { place, commitment: data.commitment, time, replaced, late, bot });
  }

  noteMoment(turn, seat, time) {
    const key = inTurn(turn, seat);
    this.moments.set(key, [...(this.moments.get(key) ?? []), time]);
  }

  /** An action is shown: it is the one that was sealed, and by whom it is said to be. */
  open(played, place, event) {
    const { seat, by, nonce, action } = played;
    const sealed = this.standing.get(seat);
    const said = `${show(by)} is said, but`;
    const { turn } = event.data;
    const time = moment(event.at);
    this.answered.set(inTurn(turn, seat), sealed ?? { time, late: true });
    if (sealed === undefined) {
      this.noteMoment(turn, seat, time);
      this.unsealed += 1;
      if (by === "player" || by === "bot") {
        throw new Fault(at(place, "by"), `${said} nothing stood sealed in /log/events`);
      }
      if (time < (this.due.get(seat) ?? time)) {
        throw new Fault(at(place, "by"), `${said} in /log/events there was time left`);
      }
      return;
    }
    if (sealed.commitment !== answerCommitment(nonce, action, this.game, seat, turn)) {
      throw new Fault(place, `action and nonce are not what was sealed, see ${sealed.place}`);
    }
    if (by !== "player" && sealed.replaced) {
      // Clock, orders and bots answer where nothing lies.
      throw new Fault(at(place, "by"), `${said} it replaced another, see ${sealed.place}`);
    }
    if (by === "clock" && !sealed.late) {
      throw new Fault(at(place, "by"), `${said} there was time left, see ${sealed.place}`);
    }
    if ((by === "bot") !== sealed.bot && (by === "player" || by === "bot" || !sealed.late)) {
      throw new Fault(at(place, "by"), `${said} who held the seat was another, see ${sealed.place}`);
    }
    this.opened += 1;
  }
}

/** What stands for a turn and a seat together. */
function inTurn(turn, seat) {
  return `${turn} ${seat}`;
}

/** Every answer is what it was when it was sealed, and who played herself had sealed. */
function checkSealed(record) {
  const seals = new Seals(record);
  for (const [place, event, table] of readLog(record)) seals.read(place, event, table);
  return (
    `${count(seals.opened, "sealed answer")} opened,` +
    ` ${seals.replaced} replaced and ${seals.withdrawn} withdrawn before;` +
    ` ${count(seals.unsealed, "answer")} of clock or orders without a seal`
  );
}

// ============ Standing orders, from the private lists

const THE_RULES = "the rules, from /options, /setup and /turns";

/** All orders of a game from its private lists, and what they have led to. */
class Orders {
  constructor(record) {
    const seats = () => record.seats.map(() => []);
    /** By seat: where, by whom and when it was given and taken back, what it says, whether at once. */
    this.given = seats();
    /** By turn, in the order in which they were told: that an order was followed, or failed. */
    this.uses = new Map();
    /** By seat, when it was given up or became another's: orders end with that. */
    this.lost = seats();
    /** By seat, when an order was given or taken back. */
    this.changed = seats();
    this.seals = new Seals(record);
    /** By seat, whose it was from when on. */
    this.owners = seats();
    for (const [place, event, table] of readLog(record)) {
      this.seals.read(place, event, table);
      const { type: kind, data } = event;
      if (kind === "seat_taken" || (kind === "stand_in" && data.away === "resigned")) {
        this.lost[data.seat].push(moment(event.at));
      }
      for (const seat of table.seats.keys()) {
        this.owners[seat].push({ since: moment(event.at), owner: table.owner(seat) });
      }
    }
    const standing = new Map();
    for (const { number: turn, private: list } of record.turns) {
      for (const [number, item] of list.told.entries()) {
        this.read(turn, item, `/turns/${turn - 1}/private/told/${number}`, standing);
      }
    }
  }

  read(turn, item, place, standing) {
    const { type: kind, data, player } = item;
    if (!["order_given", "order_taken_back", "order_followed", "order_failed"].includes(kind)) return;
    const { seat } = data;
    const time = moment(item.at);
    if (kind === "order_given") {
      if (!this.ownersAt(seat, time).includes(player)) {
        throw new Fault(at(place, "player"), `did not hold seat ${seat} then in /log/events`);
      }
      const { order: wishes, at_once: atOnce } = data;
      const given = { place, player, given: time, takenBack: null, wishes, atOnce };
      standing.set(seat, given);
      this.given[seat].push(given);
      this.changed[seat].push(time);
      return;
    }
    const order = standing.get(seat);
    if (order === undefined) throw new Fault(place, `comes where no order of seat ${seat} stands`);
    same(player, order.player, at(place, "player"), order.place);
    if (this.lost[seat].some((lost) => order.given < lost && lost < time)) {
      throw new Fault(place, `comes where the order of ${order.place} had ended with the seat`);
    }
    if (kind === "order_taken_back") {
      order.takenBack = time;
      this.changed[seat].push(time);
      standing.delete(seat);
      return;
    }
    same(data.turn, turn, `${place}/data/turn`, "the turn that it is bound to");
    const use = { place, followed: kind === "order_followed", time, data, order };
    this.uses.set(turn, [...(this.uses.get(turn) ?? []), use]);
  }

  /** Whose seat it was at this time; what happened at one moment may be either way. */
  ownersAt(seat, time) {
    const before = this.owners[seat].findLast(({ since }) => since < time);
    const then = this.owners[seat].filter(({ since }) => since === time);
    return [...(before === undefined ? [] : [before]), ...then].map(({ owner }) => owner);
  }

  /**
   * What was played by orders in this turn, and by the clock in spite of them.
   *
   * Without `rules`, which are `{ fallback, follow }`, it stays open whether an order says what was played.
   */
  check({ number: turn, asked, actions }, rules) {
    const uses = this.uses.get(turn) ?? [];
    for (const use of uses) {
      const { place, time, order } = use;
      const { seat } = use.data;
      if (!asked.includes(seat)) {
        throw new Fault(`${place}/data/seat`, `is not asked in turn ${turn}`);
      }
      if (rules !== undefined) this.follow(use, rules);
      if (!this.seals.moments.get(inTurn(turn, seat))?.includes(time)) {
        throw new Fault(`${place}/at`, "is not when an answer of the seat was sealed");
      }
      if (time < this.seals.earliest.get(inTurn(turn, seat)) && !order.atOnce) {
        throw new Fault(place, `comes before the deadline, see ${order.place}/data/at_once`);
      }
    }
    for (const [number, played] of actions.entries()) {
      const place = `/turns/${turn - 1}/actions/${number}`;
      const own = uses.filter((use) => use.data.seat === played.seat);
      if (played.by === "order") this.byOrder(turn, played, place, own);
      if (played.by === "clock") this.byClock(turn, played, place, own);
    }
  }

  /** The order gives what it is said to have given, or nothing. */
  follow({ place, followed, data, order }, { fallback, follow }) {
    const { seat } = data;
    const source = `${order.place} and ${THE_RULES}`;
    const { action, skipped } = follow(seat, order.wishes);
    if ((action !== null) !== followed) {
      const said = action === null ? "gives nothing" : `gives ${show(action)}`;
      throw new Fault(at(place, "type"), `the order of ${order.place} ${said} by ${THE_RULES}`);
    }
    same(data.action, action ?? fallback(seat), `${place}/data/action`, source);
    const fell = data.skipped.map(({ pointer, code }) => ({ pointer, code }));
    same(fell, skipped, `${place}/data/skipped`, source);
  }

  byOrder(turn, { seat, action }, place, uses) {
    const use = uses.at(-1);
    if (use === undefined || !use.followed) {
      const list = `/turns/${turn - 1}/private/told`;
      throw new Fault(at(place, "by"), `${show("order")} is said, but ${list} has none followed`);
    }
    same(action, use.data.action, at(place, "action"), use.place);
    if (!this.seals.answered.get(inTurn(turn, seat)).late && !use.order.atOnce) {
      throw new Fault(
        at(place, "by"),
        `${show("order")} is said, but there was time left, see ${use.order.place}`,
      );
    }
  }

  byClock(turn, { seat }, place, uses) {
    const order = this.standingAt(seat, this.seals.answered.get(inTurn(turn, seat)).time);
    if (order !== null && uses.every((use) => use.followed)) {
      const said = `${show("clock")} is said, but the order of ${order.place} stood`;
      throw new Fault(at(place, "by"), said);
    }
  }

  /** The order that stood for certain at this time; what happened at one moment may be either way. */
  standingAt(seat, time) {
    const order = this.given[seat].findLast((one) => one.given < time);
    if (order === undefined || this.changed[seat].includes(time)) return null;
    const ended = [...this.lost[seat], ...(order.takenBack === null ? [] : [order.takenBack])];
    return ended.some((end) => order.given <= end && end <= time) ? null : order;
  }
}

// ============ A game read from its record, draw by draw and answer by answer

const DEALT = "/options and the draws in /setup/chance";

/**
 * A record read from its first draw to its last: each draw and each answer must be the one due.
 *
 * What happens by the rules is told as well, and in the end compared with the log.
 */
class Tape {
  constructor(record) {
    this.record = record;
    this.turns = record.turns;
    this.read = 0;
    this.chance = record.setup.chance;
    this.place = "/setup/chance";
    this.taken = 0;
    this.told = [];
    this.stages = [];
    this.orders = new Orders(record);
  }

  // -- draws

  /** So many things out of what the box still holds. */
  sample(purpose, source, size) {
    const [place, draw] = this.nextDraw(purpose);
    if (draw.from === undefined) {
      throw new Fault(place, `is a roll, but ${THE_RULES} draw from ${show(source)}`);
    }
    same(draw.from, source, at(place, "from"), THE_RULES);
    if (draw.value.length !== size) {
      throw new Fault(at(place, "value"), `is not of ${size} as by ${THE_RULES}`);
    }
    return [...draw.value];
  }

  roll(purpose, sides) {
    const [place, draw] = this.nextDraw(purpose);
    if (draw.sides === undefined) throw new Fault(place, `is no roll of a die as by ${THE_RULES}`);
    same(draw.sides, sides, at(place, "sides"), THE_RULES);
    return draw.value;
  }

  nextDraw(purpose) {
    if (this.taken === this.chance.length) {
      throw new Fault(this.place, `end before ${show(purpose)}, which is due by ${THE_RULES}`);
    }
    const place = at(this.place, this.taken);
    const draw = this.chance[this.taken];
    same(draw.purpose, purpose, at(place, "purpose"), THE_RULES);
    this.taken += 1;
    return [place, draw];
  }

  /** Nothing was drawn here that is not accounted for: on to what was drawn afterwards. */
  allDrawn() {
    this.nothingLeft();
    const goesOn = this.read < this.turns.length;
    this.chance = goesOn ? this.turns[this.read].chance : this.record.end.chance;
    this.place = goesOn ? `/turns/${this.read}/chance` : "/end/chance";
    this.taken = 0;
  }

  nothingLeft() {
    if (this.taken < this.chance.length) {
      throw new Fault(at(this.place, this.taken), `is not due by ${THE_RULES}`);
    }
  }

  // -- answers

  /**
   * What each of these seats plays. All that have a choice were asked at once; where no seat has one
   * there was no turn.
   *
   * `legal` says what they may, `fallback` what the clock plays for one, `follow` what comes of an order.
   */
  ask(heading, legal, fallback, follow) {
    const isFree = (seat) => legal.get(seat).length > 1;
    const seats = ascending(legal.keys()).filter(isFree);
    const only = [...legal].filter(([seat]) => !isFree(seat)).map(([seat, [way]]) => [seat, way]);
    if (seats.length === 0) return new Map(only);
    if (this.read === this.turns.length) {
      throw new Fault("/turns", `end before ${show(heading)}, which is due by ${THE_RULES}`);
    }
    this.nothingLeft();
    const turn = this.turns[this.read];
    const place = `/turns/${this.read}`;
    for (const [name, right] of Object.entries(heading)) {
      same(turn[name], right, at(place, name), THE_RULES);
    }
    same(turn.asked, seats, at(place, "asked"), THE_RULES);
    if (canonicalText(turn.actions.map((played) => played.seat)) !== canonicalText(seats)) {
      throw new Fault(at(place, "actions"), `are not those of the seats asked by ${THE_RULES}`);
    }
    for (const [number, played] of turn.actions.entries()) {
      this.judge(played, legal.get(played.seat), fallback, `${place}/actions/${number}`);
    }
    this.orders.check(turn, { fallback, follow });
    this.tell("turn_opened", { turn: turn.number });
    this.tell("turn_closed", { turn: turn.number });
    this.read += 1;
    this.allDrawn();
    return new Map([...only, ...turn.actions.map((played) => [played.seat, played.action])]);
  }

  judge(played, legal, fallback, place) {
    const action = canonicalText(played.action);
    if (legal.every((one) => canonicalText(one) !== action)) {
      throw new Fault(at(place, "action"), `${show(played.action)} is not legal by ${THE_RULES}`);
    }
    if (played.by === "clock" && canonicalText(fallback(played.seat)) !== action) {
      const right = `${show(fallback(played.seat))} is what the clock plays by ${THE_RULES}`;
      throw new Fault(at(place, "action"), `${show(played.action)} is said, but ${right}`);
    }
  }

  // -- what happens

  tell(kind, data) {
    this.told.push([kind, data]);
  }

  endStage(scores) {
    this.stages.push({ stage: this.stages.length + 1, scores });
  }

  /** Whether turns, stages, result and log are those that the rules lead to. */
  compare(kinds) {
    if (this.read < this.turns.length) {
      throw new Fault(`/turns/${this.read}`, `comes after the end by ${THE_RULES}`);
    }
    this.nothingLeft();
    same(this.record.stages, this.stages, "/stages", THE_RULES);
    const scores = this.record.seats.map((_, seat) => sum(this.stages.map((one) => one.scores[seat])));
    const best = Math.max(...scores);
    const winners = [...scores.keys()].filter((seat) => scores[seat] === best);
    same(this.record.result, { scores, winners }, "/result", THE_RULES);
    this.compareLog(["turn_opened", "turn_closed", ...kinds]);
  }

  compareLog(kinds) {
    let next = 0;
    for (const [number, event] of this.record.log.events.entries()) {
      if (!kinds.includes(event.type)) continue;
      const place = `/log/events/${number}`;
      const [kind, data] = this.told[next] ?? ["finished", {}];
      next += 1;
      same(event.type, kind, at(place, "type"), THE_RULES);
      // The rest of what is told of turns has been compared with the record.
      const ofTurn = kind === "turn_opened" || kind === "turn_closed";
      same(ofTurn ? { turn: event.data.turn } : event.data, data, at(place, "data"), THE_RULES);
    }
    if (next < this.told.length) {
      const [kind] = this.told[next];
      throw new Fault("/log/events", `do not tell of a last ${show(kind)} as by ${THE_RULES}`);
    }
  }
}

// ============ High Tide: the course of a game

/** A game of High Tide played again, with whichever expansions. */
class HighTide {
  constructor(record) {
    this.tape = new Tape(record);
    this.options = record.options;
    this.expansions = this.options.expansions;
    this.seats = record.seats.length;
    this.places = this.seats <= 4 ? [4, 2] : [4, 2, 1];
    this.beaches = new Map(
      BEACHES.map((name) => [name, new Beach(this.options.beach_length, this.seats)]),
    );
    /** The coins of each seat: values by colour. */
    this.owned = range(0, this.seats).map(() => new Map());
    /** Coins that a seat's chair has come to: seat, beach, spaces. */
    this.offers = [];
    this.round = 0;
    this.place = 1;
    this.track = new Track(0, 0);
    this.bag = [];
    this.draws = 0;
    this.rolls = 0;
    this.alert = null;
    this.sharks = [...this.options.shark_distances];
    this.stack = [...TILES];
    this.faceUp = null;
    /** Baywatch tiles and the seats that hold them. */
    this.held = new Map();
    /** Their total, and the seat that they lie before. */
    this.openDice = null;
    this.surfers = null;
    this.hidesSurfers = Object.hasOwn(this.options, "surfers");
    /** The pair before the player whose turn it is. */
    this.pair = null;
    this.setUp(record.setup);
  }

  setUp(said) {
    this.pile = this.tape.sample("start order", range(0, this.seats), this.seats);
    let coins = null;
    if (this.expansions.includes("coins")) {
      const values = this.options.coin_values;
      coins = BEACHES.map((name) => this.tape.sample(`${name} coins`, values, COIN_SPACES));
      for (const [number, row] of coins.entries()) {
        const bySpace = row.map((value, place) => [place + 1, value]);
        this.beaches.get(BEACHES[number]).coins = new Map(bySpace);
      }
    }
    if (this.expansions.includes("surfer")) {
      this.surfers = this.tape.sample("surfer tiles", BEACHES, this.seats);
    }
    if (this.expansions.includes("baywatch")) this.revealTile();
    const laid = {
      start_order: this.pile,
      coins,
      surfers: this.surfers,
      baywatch_tile: this.faceUp,
    };
    for (const [name, right] of Object.entries(laid)) {
      same(said[name], right, at("/setup", name), DEALT);
    }
    this.tape.allDrawn();
  }

  play() {
    let over = false;
    while (!over) {
      this.round += 1;
      over = this.playRound();
    }
    this.tape.compare(HIGH_TIDE_TELLS);
  }

  tell(kind, data) {
    this.tape.tell(kind, { round: this.round, ...data });
  }

  ask(decision, legal) {
    const heading = { stage: this.round, round: this.round, place: this.place, decision };
    const adviser = (seat) => new Adviser(this, decision, seat, legal.get(seat));
    const fallback = (seat) => adviser(seat).fallback();
    return this.tape.ask(heading, legal, fallback, (seat, order) => adviser(seat).follow(order));
  }

  /** What the seat plays. */
  decide(seat, decision, legal) {
    return this.ask(decision, new Map([[seat, legal]])).get(seat);
  }

  // -- rounds

  /** Play one round; whether the game is over with it. */
  playRound() {
    this.track = new Track(this.seats + 1, this.options.rental_start);
    const dice = this.seats <= 4 ? 2 : 3;
    this.bag = BEACHES.flatMap((name) => range(0, dice).map(() => name));
    this.draws = 0;
    this.rolls = 0;
    this.openDice = null;
    if (this.expansions.includes("shark_alert")) {
      const others = BEACHES.filter((name) => name !== this.alert);
      [this.alert] = this.tape.sample(`round ${this.round} alert`, others, 1);
    }
    this.tell("round_began", { order: [...this.pile], alert: this.alert });
    for (const place of range(1, this.seats + 1)) {
      this.place = place;
      this.interrupts();
      if (place > 1) this.track.nextGo();
      this.tell("go_began", { place, seat: this.pile[0], rental: this.track.rental });
      this.playGo(this.pile[0]);
    }
    return this.endRound();
  }

  endRound() {
    if (this.track.pairs.length === 0) {
      const pair = this.drawPair();
      this.tell("last_pair_rolled", { space: this.track.put(pair), pair: pair.shown });
    }
    if (this.alert !== null) this.sharkComes(this.alert);
    const last = this.track.spaces[this.track.pairs[0] - 1];
    this.waveComes(last.left.colour, "large");
    this.waveComes(last.right.colour, "small");
    const flood = [...this.beaches.values()].some((beach) => beach.flooded.length > 0);
    const over = flood || this.round === LAST_ROUND;
    const point = this.awardOpenDice(over);
    if (over) {
      if (this.hidesSurfers) this.tell("surfers_revealed", { surfers: this.surfers });
      const scores = this.points(point);
      this.tell("game_ended", { ended_by: flood ? "flood" : "last_round", scores });
      this.tape.endStage(scores);
      return true;
    }
    this.tape.endStage(range(0, this.seats).map(() => 0));
    this.pile = this.track.towels.reverse();
    return false;
  }

  /** The foremost chair on sand, the leftmost of its space, flees from the water. */
  sharkComes(alert) {
    const [distance] = this.tape.sample(`round ${this.round} shark`, [...this.sharks], 1);
    remove(this.sharks, distance);
    const beach = this.beaches.get(alert);
    let [seat, start, end] = [null, null, null];
    if (beach.ranking.length > 0) {
      start = beach.space[beach.ranking[0]];
      seat = beach.order.find((one) => beach.space[one] === start);
      beach.move(seat, -distance);
      end = beach.space[seat];
    }
    this.tell("shark_came", { beach: alert, distance, seat, start, end });
  }

  waveComes(colour, size) {
    const beach = this.beaches.get(colour);
    beach.flood(this.options[`${size}_wave`]);
    const water = beach.dry + 1;
    this.tell("wave_laid", { beach: colour, size, water, flooded: beach.flooded });
  }

  /** Who has the open dice gains the tile that lies face up, or at the end a point. */
  awardOpenDice(over) {
    if (this.openDice === null) return null;
    const { seat } = this.openDice;
    if (over) {
      this.tell("point_gained", { seat, points: 1 });
      return seat;
    }
    const gained = this.faceUp;
    this.held.set(gained, seat);
    this.revealTile();
    this.tell("tile_gained", { seat, tile: gained, next: this.faceUp });
    return null;
  }

  revealTile() {
    const number = TILES.length - this.stack.length + 1;
    [this.faceUp] = this.tape.sample(`baywatch tile ${number}`, [...this.stack], 1);
    remove(this.stack, this.faceUp);
  }

  // -- a go

  playGo(seat) {
    const pair = this.settlePair(seat);
    if (this.expansions.includes("baywatch")) {
      this.useTiles(seat, pair);
      if (this.openDice === null || pair.total <= this.openDice.total) {
        this.openDice = { total: pair.total, seat };
        this.tell("open_dice", { seat, pair: pair.shown });
      }
    }
    for (const [colour, ...steps] of pair.moves) this.moveChair(seat, colour, ...steps);
    this.takeCoins();
    this.pair = null;
    remove(this.pile, seat);
    this.tell("towel_placed", { seat, space: this.track.put(seat) });
  }

  /** Roll or take, accept or decline, re-roll: the pair before tiles change what it does. */
  settlePair(seat) {
    for (;;) {
      const ways = this.track.free > 0 ? [{ type: "roll" }] : [];
      ways.push(...this.track.pairs.map((space) => ({ type: "take", space })));
      if (this.track.rental !== null) ways.push(...this.tile(seat, "B1"));
      const answer = this.decide(seat, "choose", ways);
      if (answer.type === "roll") return this.rollPair(seat);
      if (answer.type === "take") return this.takePair(seat, answer.space);
      this.spend(seat, answer);
      this.track.pushRental();
      this.track.rests = true;
    }
  }

  rollPair(seat) {
    for (;;) {
      const pair = this.drawPair();
      this.pair = pair;
      this.tell("rolled", { seat, pair: pair.shown });
      const ways = [{ type: "accept" }];
      if (this.track.free > 1) ways.push({ type: "decline" });
      for (const space of this.track.pairs) ways.push(...this.tile(seat, "B8", { space }));
      const answer = this.decide(seat, "accept", ways);
      if (answer.type === "accept") return pair;
      if (answer.type === "tile") this.spend(seat, answer);
      this.tell("declined", { seat, space: this.track.put(pair), pair: pair.shown });
      if (answer.type === "tile") return this.takePair(seat, answer.space);
    }
  }

  takePair(seat, space) {
    const pair = this.track.take(space);
    this.pair = pair;
    this.tell("taken", { seat, space, pair: pair.shown });
    const ways = (REROLLS[space] ?? [[]]).map((dice) => ({ type: "reroll", dice }));
    this.reroll(seat, pair, this.decide(seat, "reroll", ways).dice);
    return pair;
  }

  reroll(seat, pair, dice) {
    for (const side of dice) pair[side].face = this.rollDie();
    if (dice.length > 0) this.tell("rerolled", { seat, dice, pair: pair.shown });
  }

  /** Two dice from the bag, rolled. */
  drawPair() {
    this.draws += 1;
    const colours = this.tape.sample(`round ${this.round} draw ${this.draws}`, [...this.bag], 2);
    for (const colour of colours) remove(this.bag, colour);
    const [one, other] = colours.map((colour) => new Die(colour, this.rollDie()));
    return new Pair(one, other);
  }

  rollDie() {
    this.rolls += 1;
    return this.tape.roll(`round ${this.round} roll ${this.rolls}`, FACES);
  }

  // -- chairs and coins

  moveChair(seat, colour, ...steps) {
    const beach = this.beaches.get(colour);
    const coins = this.owned[seat].has(colour) ? [] : beach.coinsOnTheWay(seat, steps);
    const start = beach.space[seat];
    if (beach.move(seat, sum(steps))) {
      const end = beach.space[seat];
      this.tell("chair_moved", { seat, beach: colour, start, end, in_water: beach.swims(seat) });
    }
    if (coins.length > 0) this.offers.push([seat, colour, coins]);
  }

  /** Ask for each coin that a chair has come to whether it is taken. */
  takeCoins() {
    while (this.offers.length > 0) {
      const [seat, beach, spaces] = this.offers.shift();
      const ways = spaces.map((space) => ({ type: "coin", beach, space }));
      const answer = this.decide(seat, "coin", [...ways, PASS]);
      if (answer.type === "pass") continue;
      const { space } = answer;
      const { coins } = this.beaches.get(beach);
      const value = coins.get(space);
      coins.delete(space);
      this.owned[seat].set(beach, value);
      this.tell("coin_taken", { seat, beach, space, value });
    }
  }

  // -- Baywatch

  /** The use of a tile, if the seat holds it. */
  tile(seat, tile, how = {}) {
    return this.held.get(tile) === seat ? [{ type: "tile", tile, ...how }] : [];
  }

  spend(seat, use) {
    this.held.delete(use.tile);
    this.tell("tile_used", { seat, action: use });
  }

  /** B2 and B3 before a go, until nobody holds one that she has not passed on. */
  interrupts() {
    const passed = new Set();
    for (;;) {
      const legal = new Map();
      for (const seat of range(0, this.seats)) {
        const uses = this.pile.slice(1).includes(seat) ? this.tile(seat, "B2") : [];
        if (this.place === 1) {
          for (const beach of BEACHES) {
            uses.push(...this.tile(seat, "B3", { beach, steps: 1 }));
            uses.push(...this.tile(seat, "B3", { beach, steps: 2 }));
          }
        }
        if (uses.length > 0 && !passed.has(seat)) legal.set(seat, [PASS, ...uses]);
      }
      if (legal.size === 0) return;
      // Actions stand in the order of the seats.
      for (const [seat, answer] of this.ask("interrupt", legal)) {
        if (answer.type === "pass") {
          passed.add(seat);
          continue;
        }
        this.spend(seat, answer);
        if (answer.tile === "B2") {
          remove(this.pile, seat);
          this.pile.unshift(seat);
        } else {
          this.moveChair(seat, answer.beach, answer.steps);
        }
      }
      this.takeCoins();
    }
  }

  /** B4 to B7 and B9, until she uses no more. */
  useTiles(seat, pair) {
    for (;;) {
      const answer = this.decide(seat, "tiles", [{ type: "move" }, ...this.waysWithDice(seat, pair)]);
      if (answer.type === "move") return;
      this.spend(seat, answer);
      switch (answer.tile) {
        case "B4":
          this.moveChair(seat, answer.beach, pair[answer.die].number);
          this.takeCoins();
          break;
        case "B5":
          this.reroll(seat, pair, [answer.die]);
          break;
        default:
          pair.changeBy(answer);
      }
    }
  }

  /** All uses of B4 to B7 and B9 that would change something. */
  waysWithDice(seat, pair) {
    const ashore = BEACHES.filter((name) => !this.beaches.get(name).swims(seat));
    const ways = [];
    for (const die of SIDES) {
      for (const beach of ashore) ways.push(...this.tile(seat, "B4", { die, beach }));
      ways.push(...this.tile(seat, "B5", { die }));
      for (const colour of BEACHES) {
        if (colour !== pair[die].beach) ways.push(...this.tile(seat, "B7", { die, colour }));
      }
      if (ashore.includes(pair[die].beach)) ways.push(...this.tile(seat, "B9", { die }));
    }
    const isFace = (number) => number >= 1 && number <= FACES;
    for (const left of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) {
        const within = isFace(pair.left.face + left) && isFace(pair.right.face + right);
        if (within && (left !== 0 || right !== 0)) ways.push(...this.tile(seat, "B6", { left, right }));
      }
    }
    return ways;
  }

  // -- the end

  /** By seat, for beaches, coins and the open dice; of surfer tiles those that the viewer, a seat, can see. */
  points(point, beaches = this.beaches, viewer = null) {
    const points = range(0, this.seats).map(() => 0);
    for (const [name, beach] of beaches) {
      const surfer = this.surferOn(name, viewer);
      for (const [seat, worth] of beach.points(this.places, surfer)) points[seat] += worth;
    }
    const rich = range(0, this.seats).filter((seat) => this.owned[seat].size > 0);
    rich.sort((one, other) => ranked(this.wealth(other), this.wealth(one)));
    for (const [place, seat] of rich.slice(0, this.places.length).entries()) {
      points[seat] += this.places[place];
    }
    if (point !== null) points[point] += 1;
    return points;
  }

  /** The seat that surfs on a beach, unless the viewer cannot see its tile. */
  surferOn(name, viewer) {
    if (this.surfers === null || !this.surfers.includes(name)) return null;
    const seat = this.surfers.indexOf(name);
    const isHidden = this.hidesSurfers && viewer !== null && viewer !== seat;
    return isHidden ? null : seat;
  }

  /** By this collectors are ranked: the total, then each coin in the order of the beaches. */
  wealth(seat) {
    const coins = this.owned[seat];
    return [sum([...coins.values()]), ...BEACHES.map((name) => coins.get(name) ?? 0)];
  }
}

// ============ High Tide: what its records and standing orders look like

const EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"];

/** Expansions in their order, each once. */
function chosen(expansions) {
  return EXPANSIONS.filter((name) => expansions.includes(name));
}

const COLOUR = oneOf("black", "purple", "blue", "orange", "yellow", "white");
const COLOURS = inOrder(array(COLOUR, 1), (colours) => [...new Set(colours)]);
const PAIR_WISH = someMembers({
  total: bounds(2, 12),
  beaches: COLOURS,
  avoid: COLOURS,
  dry: flag,
});
const DIE_WISH = someMembers({ face: bounds(1, 6), beaches: COLOURS, dry: flag });
const COIN_WISH = someMembers({ beaches: COLOURS, value: bounds(1, 99) });
const TILE_WISH = someMembers({ tile: text(/^B[1-9]$/, "tile"), gain: whole(1, 12) }, ["tile"]);
const MOST_WISHES = 20;

/** The form of a standing order: a game without coins or Baywatch has no wishes for them. */
function orderForm({ expansions }) {
  const wishes = {
    take: array(either("roll", PAIR_WISH), 1, MOST_WISHES),
    accept: array(PAIR_WISH, 0, MOST_WISHES),
    reroll: array(DIE_WISH, 0, MOST_WISHES),
  };
  if (expansions.includes("coins")) {
    wishes.coins = array(either("pass", COIN_WISH), 1, MOST_WISHES);
  }
  if (expansions.includes("baywatch")) wishes.tiles = array(TILE_WISH, 1, MOST_WISHES);
  return someMembers(wishes);
}

const OPTIONS = {
  expansions: inOrder(array(oneOf(...EXPANSIONS)), chosen),
  beach_length: whole(8, 40),
  rental_start: whole(2, 7),
  large_wave: whole(1, 10),
  small_wave: whole(1, 10),
  // All coins of a colour are different.
  coin_values: inOrder(array(whole(1, 99), 8, 8), (coins) => ascending(new Set(coins))),
  shark_distances: inOrder(array(whole(1, 10), 7, 7), ascending),
};
/** There where surfer tiles are hidden, and missing in every other game. */
const HIDDEN_SURFERS = { surfers: oneOf("hidden") };

function nameVariant(options) {
  const hidden = Object.hasOwn(options, "surfers") ? ", surfers hidden" : "";
  return ["base", ...options.expansions].join("+") + hidden;
}

function checkOptions(value, place) {
  someMembers({ ...OPTIONS, ...HIDDEN_SURFERS }, Object.keys(OPTIONS))(value, place);
  if (Object.hasOwn(value, "surfers") && !value.expansions.includes("surfer")) {
    throw new Fault(at(place, "surfers"), "is of no game without surfers");
  }
}

const HIGH_TIDE = {
  version: 1,
  seats: [3, 6],
  variant: nameVariant,
  options: checkOptions,
  bots: ["random", "careful", "strong"],
  setup: {
    start_order: array(whole(0)),
    coins: optional(array(array(whole(1)))),
    surfers: optional(array(WORD)),
    baywatch_tile: optional(WORD),
  },
  heading: { stage: whole(1), round: whole(1), place: whole(1), decision: WORD },
  order: orderForm,
  sittingBegins: ["round_began", "go_began", "towel_placed"],
};

// ============ Turn the Tide: its forms and its rules

const TIDE_BOUNDS = bounds(1, 12);
const CARD_WISH = someMembers(
  { card: whole(1, 60), when: someMembers({ lower_tide: TIDE_BOUNDS, higher_tide: TIDE_BOUNDS }) },
  ["card"],
);

const TURN_THE_TIDE = {
  version: 1,
  seats: [3, 6],
  variant: (options) => options.edition,
  options: members({ edition: oneOf("amigo", "gamewright", "bga", "bga_modified") }),
  bots: ["random", "careful", "strong", "expert"],
  setup: { hands: array(array(whole(1, 60))) },
  heading: { stage: whole(1), round: whole(1), tides: array(whole(1)) },
  order: () => members({ plays: array(CARD_WISH, 1, 60) }),
  sittingBegins: ["tides_revealed"],
};

/** By edition, whether the next highest pays too after an elimination. */
const CASCADE = { amigo: true, gamewright: false, bga: true, bga_modified: false };
const MOST_SEATS = { amigo: 5, gamewright: 5, bga: 6, bga_modified: 6 };
/** Half life preservers on each of the cards 1-12, 13-24, 25-36, 37-48 and 49-60. */
const HALVES = [0, 1, 2, 1, 0];
const WEATHER_CARDS = 60;
/** With so many players left, a stage is over at once. */
const STAGE_ENDS_AT = 2;
const TURN_THE_TIDE_TELLS = [
  "stage_began",
  "tides_revealed",
  "cards_revealed",
  "tides_taken",
  "preserver_lost",
  "eliminated",
  "stage_ended",
];

/** What a hand is worth: the sum printed on it, rounded down. */
function preservers(hand) {
  return Math.floor(sum(hand.map((card) => HALVES[Math.floor((card - 1) / 12)])) / 2);
}

/** A game of Turn the Tide played again. Everything is listed by seat. */
class TurnTheTide {
  constructor(record) {
    this.tape = new Tape(record);
    const { edition } = record.options;
    this.seats = record.seats.length;
    if (this.seats > MOST_SEATS[edition]) {
      throw new Fault("/options/edition", `${show(edition)} is not for ${this.seats} as in /seats`);
    }
    this.cascade = CASCADE[edition];
    this.rounds = this.seats === 6 ? 10 : 12;
    const deck = this.tape.sample("deal", range(1, WEATHER_CARDS + 1), WEATHER_CARDS);
    this.dealt = range(0, this.seats).map((seat) =>
      ascending(deck.slice(seat * this.rounds, (seat + 1) * this.rounds)),
    );
    same(record.setup.hands, this.dealt, "/setup/hands", DEALT);
    this.tape.allDrawn();
  }

  play() {
    for (const stage of range(1, this.seats + 1)) this.playStage(stage);
    this.tape.compare(TURN_THE_TIDE_TELLS);
  }

  playStage(stage) {
    this.hands = range(0, this.seats).map((seat) => [...this.dealt[this.dealtTo(seat, stage)]]);
    this.left = this.hands.map(preservers);
    this.level = this.hands.map(() => 0);
    this.inside = range(0, this.seats);
    this.tape.tell("stage_began", { stage, preservers: [...this.left] });
    const box = range(1, this.rounds + 1).flatMap((tide) => [tide, tide]);
    for (const round of range(1, this.rounds + 1)) {
      this.playRound({ stage, round }, box);
      if (this.inside.length <= STAGE_ENDS_AT) break;
    }
    this.score(stage);
  }

  /** Whose hand the seat plays in a stage: each has gone to the left as often as stages are over. */
  dealtTo(seat, stage) {
    return (seat - stage + 1 + this.seats) % this.seats;
  }

  playRound(where, box) {
    const purpose = `stage ${where.stage} round ${where.round} tides`;
    const tides = this.tape.sample(purpose, [...box], 2);
    for (const tide of tides) remove(box, tide);
    this.tape.tell("tides_revealed", { ...where, tides });
    const plays = (seat) => this.hands[seat].map((card) => ({ type: "play", card }));
    const legal = new Map(this.inside.map((seat) => [seat, plays(seat)]));
    const fallback = (seat) => ({ type: "play", card: this.lowestOrHighest(seat, tides) });
    const follow = (seat, order) => this.follow(seat, order, where.stage, tides);
    const answers = this.tape.ask({ ...where, tides }, legal, fallback, follow);
    const cards = this.inside.map((seat) => ({ seat, card: answers.get(seat).card }));
    for (const { seat, card } of cards) remove(this.hands[seat], card);
    this.tape.tell("cards_revealed", { ...where, cards });
    const [first, second] = [...cards].sort((one, other) => other.card - one.card);
    this.level[first.seat] = Math.min(...tides);
    this.level[second.seat] = Math.max(...tides);
    const taken = [first, second].map(({ seat }) => ({ seat, tide: this.level[seat] }));
    this.tape.tell("tides_taken", { ...where, taken });
    this.pay(where);
  }

  /** The lowest card, but who shows the highest tide and could take a lower one plays her highest. */
  lowestOrHighest(seat, tides) {
    const level = this.level[seat];
    const inDanger = level === Math.max(...this.level);
    return this.hands[seat].at(inDanger && Math.min(...tides) < level ? -1 : 0);
  }

  /** The first card of an order that is in the hand and fits the tides. */
  follow(seat, { plays }, stage, tides) {
    const skipped = [];
    for (const [place, { card, when = {} }] of plays.entries()) {
      let code = NOT_MET;
      if (!this.dealt[this.dealtTo(seat, stage)].includes(card)) code = "not_your_card";
      else if (!this.hands[seat].includes(card)) code = "card_not_in_hand";
      else if (
        holds(when.lower_tide, Math.min(...tides)) &&
        holds(when.higher_tide, Math.max(...tides))
      ) {
        return { action: { type: "play", card }, skipped };
      }
      skipped.push({ pointer: `/plays/${place}`, code });
    }
    return { action: null, skipped };
  }

  /** The highest tide costs a preserver, or the place in the stage. */
  pay(where) {
    for (;;) {
      const height = Math.max(...this.level);
      if (height === 0) return;
      const highest = range(0, this.seats).filter((seat) => this.level[seat] === height);
      const drowned = highest.filter((seat) => this.left[seat] === 0);
      for (const seat of highest) {
        if (drowned.includes(seat)) {
          remove(this.inside, seat);
          this.level[seat] = 0;
          this.tape.tell("eliminated", { ...where, seat });
        } else {
          this.left[seat] -= 1;
          this.tape.tell("preserver_lost", { ...where, seat, left: this.left[seat] });
        }
      }
      // Who has paid is highest still and does not pay again.
      const somebodyPaid = drowned.length < highest.length;
      if (somebodyPaid || !this.cascade || this.inside.length <= STAGE_ENDS_AT) return;
    }
  }

  score(stage) {
    const out = range(0, this.seats).map((seat) => !this.inside.includes(seat));
    const lowest = Math.min(...this.inside.map((seat) => this.level[seat]));
    const bonus = out.map((isOut, seat) => (!isOut && this.level[seat] === lowest ? 1 : 0));
    const scores = out.map((isOut, seat) => (isOut ? -1 : this.left[seat] + bonus[seat]));
    const preserversLeft = [...this.left];
    const ended = { stage, scores, preservers: preserversLeft, eliminated: out, bonus };
    this.tape.tell("stage_ended", ended);
    this.tape.endStage(scores);
  }
}

// ============ The games whose rules are known here

/**
 * The games whose rules are known here, by id, with what is known of each beside its rules, which stand further
 * down. Of any other the forms below leave open what only its rules say.
 *
 * `seats` are the fewest and the most, `variant` says in words how it is played by its options, `order` gives the
 * form of a standing order by them, `bots` are those that may sit at its tables. Turns belong to
 * one sitting, and share a deadline, while none of the events `sittingBegins` comes in between.
 */
const KNOWN = new Map([
  ["turn_the_tide", TURN_THE_TIDE],
  ["high_tide", HIGH_TIDE],
]);

/** The same games as in `KNOWN`. */
const RULESETS = new Map([
  ["turn_the_tide", TurnTheTide],
  ["high_tide", HighTide],
]);

/** The games whose rules are known here, and which version of each. */
function known() {
  const both = [...KNOWN].filter(([ruleset]) => RULESETS.has(ruleset));
  return Object.fromEntries(both.map(([ruleset, { version }]) => [ruleset, version]));
}

/** Whether all of this document can be checked here: it is a proof, or a record of a game that is known. */
function isKnown(document) {
  return isProof(document) || Object.hasOwn(known(), document.ruleset);
}

// ============ The seed of a game and the draws that follow from it

/** What stands for a player's text for the deal, which itself is shown nowhere. */
function textHash(text) {
  return written(digest(utf8(text)));
}

/** The seed that every draw of the game comes from; `entropy` has a hash or null for each seat. */
function gameSeed(serverSeed, game, entropy) {
  const name = utf8(game);
  const text = (hash) => (hash === null ? "00" : `01${hash.slice("sha256:".length)}`);
  const message = join(bigEndian(name.length, 4), name, ...entropy.map(text).map(fromHex));
  return keyed(fromHex(serverSeed), message);
}

/** The stream of 32-bit words that belongs to a purpose. */
function* words(seed, purpose) {
  for (let counter = 0; ; counter += 1) {
    const block = keyed(seed, join(utf8(purpose), bigEndian(0, 1), bigEndian(counter, 8)));
    for (let start = 0; start < block.length; start += 4) {
      yield new DataView(block.buffer).getUint32(start);
    }
  }
}

/** The next number below `bound`, each as likely as the others. */
function below(stream, bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % bound;
}

/** What a die with so many sides shows. */
function roll(seed, purpose, sides) {
  return 1 + below(words(seed, purpose), sides);
}

/** So many items out of a list, in the order drawn; all of them are a shuffle. */
function sample(seed, purpose, source, size) {
  const items = [...source];
  const stream = words(seed, purpose);
  for (let place = 0; place < size; place += 1) {
    const other = place + below(stream, items.length - place);
    [items[place], items[other]] = [items[other], items[place]];
  }
  return items.slice(0, size);
}

/** Every draw with its place, in the order in which they were made. */
function* allDraws(record) {
  for (const [number, draw] of record.setup.chance.entries()) yield [`/setup/chance/${number}`, draw];
  for (const [number, turn] of record.turns.entries()) {
    for (const [place, draw] of turn.chance.entries()) yield [`/turns/${number}/chance/${place}`, draw];
  }
  for (const [number, draw] of record.end.chance.entries()) yield [`/end/chance/${number}`, draw];
}

/** The server's seed is the one that it had committed to. */
function checkSeed(record) {
  const { server_seed: serverSeed, commitment } = record.fairness;
  if (seedCommitment(serverSeed) !== commitment) {
    throw new Fault("/fairness", "commitment is not the hash of server_seed");
  }
  return `the server's seed is the one of ${commitment}`;
}

/** Every draw is what the seed gives for its purpose. */
function checkDraws(record) {
  const { server_seed: serverSeed, entropy } = record.fairness;
  const seed = gameSeed(serverSeed, record.game, entropy);
  const used = new Set();
  for (const [place, draw] of allDraws(record)) {
    const { purpose, sides, from, value } = draw;
    if (used.has(purpose)) {
      throw new Fault(at(place, "purpose"), `${show(purpose)} has been drawn before`);
    }
    used.add(purpose);
    let right;
    if (sides !== undefined) right = roll(seed, purpose, sides);
    else if (value.length <= from.length) right = sample(seed, purpose, from, value.length);
    else throw new Fault(place, "has more items in value than in from");
    if (canonicalText(value) !== canonicalText(right)) {
      const given = `${show(value)} is said, but ${show(right)}`;
      throw new Fault(place, `${given} is what /fairness and /game give for ${show(purpose)}`);
    }
  }
  const texts = entropy.filter((text) => text !== null).length;
  return `${count(used.size, "draw")} from the seed, ${count(texts, "text")} of players in it`;
}

// ============ What a player has kept, compared with the record

const RECEIPT = members(
  {
    game: WORD,
    turn: whole(1),
    seat: whole(0),
    action: anyObject,
    by: CHOSEN_BY,
    commitment: HASH,
    nonce: NONCE,
    sealed_at: TIME,
  },
  { more: true },
);
const WITHDRAWAL = members(
  { game: WORD, turn: whole(1), seat: whole(0), commitment: HASH, withdrawn_at: TIME },
  { more: true },
);
const TEXT_RECEIPT = members(
  { game: WORD, seat: whole(0), participant: WORD, entropy: HASH, given_at: TIME },
  { more: true },
);
const OWN_TEXT = members({
  game: WORD,
  seat: whole(0),
  text: text(/^[^]{1,200}$/u, "text for a deal"),
});

/** What the log says that a player has done in her seat: sealed, withdrawn, or given a text. */
class Deed {
  constructor(place, event, player) {
    this.place = place;
    this.kind = event.type;
    this.data = event.data;
    this.at = event.at;
    this.player = player;
    this.seat = event.data.seat;
    /** The seat as it is numbered since the start; null if she had left it by then. */
    this.now = this.seat;
    /** Whether something kept is about it. */
    this.covered = false;
    /** Whether it was not her own doing, or may not have been: a bot's, the clock's, an order's. */
    this.others = false;
  }

  get isText() {
    return this.kind === "joined" || this.kind === "entropy_given";
  }
}

/** What a player has kept of a game, compared with the record as it is read. */
class Kept {
  constructor(record) {
    this.record = record;
    this.deeds = [];
    /** The seats in which something was kept. */
    this.claimed = new Set();
    /** The participants as whom something was kept. */
    this.keepers = new Set();
    /** By seat, whoever has held it. */
    this.held = record.seats.map(() => new Set());
    const seals = new Seals(record);
    for (const [place, event, table] of readLog(record)) {
      seals.read(place, event, table);
      this.note(place, event, table, seals);
      for (const [seat, player] of table.seats.entries()) this.held[seat].add(player);
    }
    this.excuse(seals);
  }

  note(place, event, table, seals) {
    const { type: kind, data } = event;
    if (kind === "sealed" || kind === "withdrawn") {
      const deed = new Deed(place, event, table.seats[data.seat]);
      if (kind === "sealed") {
        deed.others = table.bots[data.seat] !== null || seals.standing.get(data.seat).late;
      }
      this.deeds.push(deed);
    } else if (kind === "entropy_given" || (kind === "joined" && data.entropy !== null)) {
      this.deeds.push(new Deed(place, event, table.came.get(data.seat).player));
    } else if (kind === "started") {
      for (const deed of this.deeds) {
        const seat = table.seats.indexOf(deed.player);
        deed.now = seat === -1 ? null : seat;
      }
    }
  }

  /** Seals that are known to be somebody else's doing: of orders, and of who chose what was shown. */
  excuse(seals) {
    const shown = new Map();
    const followed = new Set();
    for (const { number: turn, actions, private: list } of this.record.turns) {
      for (const { seat, by } of actions) shown.set(inTurn(turn, seat), by);
      for (const { type: kind, data, at: time } of list.told) {
        if (kind === "order_followed") followed.add(`${inTurn(data.turn, data.seat)} ${time}`);
      }
    }
    for (const deed of this.deeds) {
      if (deed.kind !== "sealed") continue;
      if (deed.data.replaces !== null) {
        deed.others = false;
        continue;
      }
      const where = inTurn(deed.data.turn, deed.data.seat);
      if (seals.answered.get(where).commitment === deed.data.commitment) {
        deed.others = shown.get(where) !== "player";
      } else if (followed.has(`${where} ${deed.at}`)) {
        deed.others = true;
      }
    }
  }

  // -- each of the things kept

  /** Throw a `Fault` unless the record tells of it alike. */
  check(one, place) {
    anyObject(one, place);
    const kinds = [
      ["algorithm", PROOF, this.proof],
      ["withdrawn_at", WITHDRAWAL, this.withdrawal],
      ["given_at", TEXT_RECEIPT, this.textReceipt],
      ["text", OWN_TEXT, this.ownText],
      ["nonce", RECEIPT, this.receipt],
    ];
    const [, form, check] = kinds.find(([name]) => Object.hasOwn(one, name)) ?? kinds.at(-1);
    form(one, place);
    same(one.game, this.record.game, at(place, "game"), "the record");
    check.call(this, one, place);
  }

  proof(proof, place) {
    checkKeptProof(this.record, proof, place);
  }

  /** The answer that the receipt is for stands in the log, or was opened with its turn. */
  receipt(receipt, place) {
    const { nonce, action, seat, turn: number } = receipt;
    const commitment = answerCommitment(nonce, action, receipt.game, seat, number);
    same(receipt.commitment, commitment, at(place, "commitment"), "its nonce and action");
    const found = this.find(receipt, "sealed");
    if (found !== undefined) {
      same(receipt.sealed_at, found.at, at(place, "sealed_at"), found.place);
      this.cover(found);
    }
    // What the clock answered when it closed the turn was not told of before.
    for (const played of this.record.turns[number - 1]?.actions ?? []) {
      if (played.seat !== seat || played.nonce !== nonce) continue;
      const source = `/turns/${number - 1}/actions`;
      same(action, played.action, at(place, "action"), source);
      same(receipt.by, played.by, at(place, "by"), source);
      return;
    }
    if (found === undefined) throw new Fault(at(place, "commitment"), "is nowhere in /log/events");
  }

  withdrawal(receipt, place) {
    const found = this.find(receipt, "withdrawn");
    if (found === undefined || found.data.turn !== receipt.turn) {
      throw new Fault(at(place, "commitment"), "is withdrawn nowhere in /log/events");
    }
    same(receipt.withdrawn_at, found.at, at(place, "withdrawn_at"), found.place);
    this.cover(found);
  }

  textReceipt({ seat, participant, entropy, given_at: time }, place) {
    const isThis = (deed) =>
      deed.isText &&
      deed.player === participant &&
      deed.data.entropy === entropy &&
      deed.at === time;
    const deed = this.deeds.find(isThis);
    if (deed === undefined) {
      throw new Fault(
        at(place, "entropy"),
        "was given nowhere in /log/events by this participant then",
      );
    }
    if (seat !== deed.now) same(seat, deed.seat, at(place, "seat"), deed.place);
    this.cover(deed);
  }

  ownText({ seat, text: own }, place) {
    const bound = this.record.fairness.entropy[seat] ?? null;
    const hash = textHash(own);
    if (bound !== hash) {
      const said = `is the text of ${hash}, but ${show(bound)} by /fairness/entropy`;
      throw new Fault(at(place, "text"), said);
    }
    for (const deed of this.deeds) {
      if (deed.isText && deed.now === seat && deed.data.entropy === hash) this.cover(deed);
    }
  }

  /** The event that a receipt is for. */
  find({ seat, commitment }, kind) {
    const isThis = (deed) =>
      deed.kind === kind && deed.seat === seat && deed.data.commitment === commitment;
    return this.deeds.find(isThis);
  }

  cover(deed) {
    deed.covered = true;
    if (deed.now === null) return;
    this.claimed.add(deed.now);
    this.keepers.add(deed.player);
  }

  // -- what nothing kept is about

  /**
   * For each seat of which something was kept, a line with what else the log tells of her there.
   *
   * Throws a `Fault` for the first such thing of a seat of which all has been kept.
   */
  *uncovered(allOf) {
    for (const seat of ascending(new Set([...this.claimed, ...allOf]))) {
      const keepers = [...this.held[seat]].filter((player) => this.keepers.has(player));
      const players = keepers.length > 0 ? keepers : [this.record.seats[seat]];
      const own = this.deeds.filter((deed) => deed.now === seat && players.includes(deed.player));
      const missing = own.filter((deed) => !deed.covered && !deed.others);
      if (missing.length > 0 && allOf.includes(seat)) {
        const [{ place, kind }] = missing;
        throw new Fault(place, `${kind} in seat ${seat}, and nothing that was kept tells`);
      }
      yield missing.length > 0
        ? `not covered  seat ${seat}: ${missing.map((deed) => deed.place).join(", ")}`
        : `covered  seat ${seat}: all that its player has sealed, withdrawn and given`;
    }
  }
}

// ============ The checks `chain` and `log`

/** The events follow one another without a gap, each bound to those before it. */
function checkChain(record) {
  const { head: newest, events } = record.log;
  let head = new Uint8Array(32);
  for (const [number, event] of events.entries()) {
    const place = `/log/events/${number}`;
    if (event.number !== number + 1) {
      throw new Fault(at(place, "number"), `${event.number} is not ${number + 1}`);
    }
    head = nextHead(head, record.game, event);
    if (written(head) !== event.hash) {
      throw new Fault(place, "its hash does not follow from it, the events before it and /game");
    }
    if ((event.type === "finished") !== (number === events.length - 1)) {
      throw new Fault(at(place, "type"), "finished is the last event, and no other is");
    }
  }
  if (newest !== events.at(-1).hash) throw new Fault("/log/head", "is not the hash of the last event");
  return `${count(events.length, "event")} in one chain, its head ${newest}`;
}

/** The log tells the same as the record, from the first seat taken to the result. */
function checkLog(record) {
  const { turns } = record;
  let table = new Table();
  for (const [place, event, now] of readLog(record)) {
    const { type: kind, data } = event;
    table = now;
    if (kind === "created") {
      same(record.ruleset, data.ruleset, "/ruleset", place);
      same(record.options, data.options, "/options", place);
      same(record.fairness.commitment, data.commitment, "/fairness/commitment", place);
    } else if (kind === "started") {
      same(record.fairness.entropy, data.entropy, "/fairness/entropy", place);
    } else if (kind === "turn_opened" || kind === "turn_closed") {
      if (data.turn > turns.length) {
        throw new Fault("/turns", `end before turn ${data.turn}, see ${place}`);
      }
      checkTurnTold(turns[data.turn - 1], event, `/turns/${data.turn - 1}`, place);
    } else if (kind === "finished") {
      const { scores, winners } = data;
      same(record.result, { scores, winners }, "/result", place);
    }
  }
  if (table.turn || table.closed !== turns.length) {
    throw new Fault("/turns", `are not ${table.closed}, as many as the log tells the end of`);
  }
  same(record.seats, table.seats, "/seats", "/log/events");
  same(record.bots, table.bots, "/bots", "/log/events");
  return `it tells of the same seats, ${count(turns.length, "turn")} and result`;
}

/** What the log tells of a turn that opens or closes stands in the record as well. */
function checkTurnTold(turn, event, place, source) {
  const opened = event.type === "turn_opened";
  const own = ["due_at", "deadlines", "continues", "turn", "private"];
  const later = ["number", "chance", "actions", "opened_at", "closed_at", "private"];
  const ofOpening = without(turn, later);
  same(opened ? ofOpening : { actions: turn.actions }, without(event.data, own), place, source);
  const time = opened ? "opened_at" : "closed_at";
  same(turn[time], event.at, at(place, time), source);
}

// ============ The check `names`: participants and the names beside the record

/** By these members data name participants, in whichever types of events. */
const NAMED = {
  created: "host",
  joined: "player",
  left: "player",
  host_changed: "host",
  stand_in: "player",
  returned: "player",
  seat_offered: "player",
  offer_ended: "player",
  seat_taken: "player",
  offered_to_you: "host",
  seat_lost: "player",
};

/** Every participant that the record names, with the place. */
function* participants(record) {
  const told = record.log.events.map((one, number) => [`/log/events/${number}`, one]);
  for (const [number, turn] of record.turns.entries()) {
    for (const [item, one] of turn.private.told.entries()) {
      const place = `/turns/${number}/private/told/${item}`;
      yield [at(place, "player"), one.player];
      told.push([place, one]);
    }
  }
  for (const [place, { type: kind, data }] of told) {
    if (Object.hasOwn(NAMED, kind)) {
      yield [`${place}/data/${NAMED[kind]}`, data[NAMED[kind]]];
    } else if (kind === "started") {
      for (const [seat, { player }] of data.seats.entries()) {
        if (player !== null) yield [`${place}/data/seats/${seat}/player`, player];
      }
    }
  }
}

/** Every participant has a name beside the record, and nobody else has. */
function checkNames(record) {
  const { players } = record;
  const named = new Set();
  for (const [place, one] of participants(record)) {
    if (!Object.hasOwn(players, one)) {
      throw new Fault("/players", `have no name for ${show(one)}, see ${place}`);
    }
    named.add(one);
  }
  const names = Object.keys(players).sort();
  for (const one of names) {
    if (!named.has(one)) throw new Fault(at("/players", one), "is named nowhere in the record");
  }
  return `${count(names.length, "participant")}, whose names stand beside the record`;
}

// ============ The check `private`

/** What players alone were told is what the log had bound when each turn closed. */
function checkPrivate(record) {
  let entries = 0;
  let before = 0n;
  const publicOnes = new Counterparts();
  for (const [place, event, table] of readLog(record)) {
    const closed = moment(event.at);
    publicOnes.read(event, table);
    if (event.type === "started") before = closed;
    if (event.type !== "turn_closed") continue;
    const turn = event.data.turn - 1;
    const { salt, told } = record.turns[turn].private;
    if (privateCommitment(salt, told) !== event.data.private) {
      throw new Fault(`/turns/${turn}/private`, `salt and list are not those of ${place}`);
    }
    for (const [number, item] of told.entries()) {
      const where = `/turns/${turn}/private/told/${number}`;
      const time = moment(item.at);
      if (time < before) {
        throw new Fault(at(where, "at"), `${item.at} is before what had come before it`);
      }
      if (time > closed) throw new Fault(at(where, "at"), `${item.at} is after the turn had closed`);
      publicOnes.match(item, where);
      before = time;
    }
    publicOnes.close(place);
    entries += told.length;
    before = closed;
  }
  const lists = count(record.turns.length, "private list");
  return `${lists} with ${entries} ${entries === 1 ? "entry" : "entries"}`;
}

/** What one player has to be told alone of an event that all are told of. */
class Counterparts {
  constructor() {
    /** Private entries that follow from the events since the last turn closed. */
    this.due = [];
    /** By seat, whose it was before the event. */
    this.holders = [];
  }

  read(event, table) {
    const { type: kind, data } = event;
    if (kind === "seat_offered") {
      this.expect("offered_to_you", data.player, event, { seat: data.seat, host: table.host });
    } else if (kind === "seat_taken") {
      this.expect("seat_lost", this.holders[data.seat], event, data);
    }
    this.holders = [...table.seats];
  }

  expect(type, player, event, data) {
    this.due.push({ player, type, at: event.at, data });
  }

  /** Refuse what tells of something that the log does not know. */
  match(item, place) {
    if (!["offered_to_you", "seat_lost"].includes(item.type)) return;
    const own = canonicalText(item);
    const found = this.due.findIndex((one) => canonicalText(one) === own);
    if (found < 0) throw new Fault(place, "follows from nothing in /log/events");
    this.due.splice(found, 1);
  }

  /** Refuse a list that lacks whose seat was lost; an offer by who is blocked may be withheld. */
  close(place) {
    const lost = this.due.find((item) => item.type === "seat_lost");
    if (lost !== undefined) throw new Fault(place, `binds no ${show(lost)} in its private list`);
    this.due = [];
  }
}

// ============ The form of a whole record

const RULESET = text(/^[a-z][a-z0-9_]{0,39}$/, "id of a ruleset");
const ANY_HEADING = { stage: whole(1), round: whole(1) };
const MOST_SEATS_OF_ANY = 99;

function optionsForm(known) {
  return known === undefined ? anyObject : known.options;
}

/** The form of a whole record of this game for so many; undefined is a game that is not known here. */
function recordForm(known, seats, options) {
  const { heading, setup } = known ?? { heading: ANY_HEADING, setup: {} };
  const more = known === undefined;
  const seat = whole(0, seats - 1);
  const scores = array(whole(-LARGEST), seats, seats, "/seats");
  const action = members({ seat, action: anyObject, by: CHOSEN_BY, nonce: NONCE });
  const told = privateForm(known, seat, options);
  const turn = members(
    {
      number: whole(1),
      ...heading,
      asked: array(seat, 1),
      chance: CHANCE,
      actions: array(action, 1),
      opened_at: TIME,
      closed_at: TIME,
      private: members({ salt: NONCE, told: array(told) }),
    },
    { more },
  );
  const fairness = {
    commitment: HASH,
    server_seed: SEED,
    entropy: array(optional(HASH), seats, seats, "/seats"),
    algorithm: ALGORITHM,
  };
  return members({
    format: oneOf("tideapi-record/1"),
    game: WORD,
    ruleset: RULESET,
    rules_version: known === undefined ? whole(1) : whole(known.version, known.version),
    options: optionsForm(known),
    seats: array(optional(WORD), seats, seats),
    bots: array(optional(WORD), seats, seats, "/seats"),
    players: byName(WORD),
    fairness: members(fairness),
    setup: members({ ...setup, chance: CHANCE }, { more }),
    turns: array(turn),
    end: members({ chance: CHANCE }),
    stages: array(members({ stage: whole(1), scores }), 1),
    result: members({ scores, winners: array(seat, 1) }),
    log: members({ head: HASH, events: array(eventForm(known, seats, action), 1) }),
  });
}

/**
 * The form of an event: its data are looked at where one of the checks reads them.
 *
 * Events of other types may come in time; they are bound by the chain alone.
 */
function eventForm(known, seats, action) {
  const seat = whole(0, seats - 1);
  const turn = whole(1);
  const bot = known === undefined ? WORD : oneOf(...known.bots);
  const size = known === undefined ? whole(1) : whole(...known.seats);
  const atTable = { seat: whole(0), player: WORD };
  const ofSeat = { seat, player: WORD };
  const holder = members({ seat, player: optional(WORD), bot: optional(WORD) });
  const stop = members({ from: TIME, until: TIME });
  const deadlines = array(members({ seat, due_at: TIME, stops: array(stop) }));
  const data = {
    created: {
      host: WORD,
      ruleset: WORD,
      options: optionsForm(known),
      seats: size,
      bots: array(bot),
      commitment: HASH,
      start: oneOf("full", "host"),
      clock: CLOCK,
      absence: ABSENCE,
    },
    joined: { ...atTable, entropy: optional(HASH) },
    left: atTable,
    entropy_given: { seat: whole(0), entropy: HASH },
    host_changed: { host: WORD },
    started: { seats: array(holder), entropy: array(optional(HASH), seats, seats, "/seats") },
    stand_in: { ...ofSeat, bot, away: oneOf("absent", "resigned") },
    returned: ofSeat,
    seat_offered: ofSeat,
    offer_ended: ofSeat,
    seat_taken: ofSeat,
    pause_agreed: { seat, length: LENGTH, agreed: array(seat) },
    pause_dropped: { seat },
    paused: { from: TIME, until: TIME },
    pause_ended: { seat },
    vacation: { seat, from: TIME, until: TIME },
    go_on_voted: { seat, votes: array(seat), of: whole(1) },
    going_on: { seats: array(seat) },
    clock_moved: { seat: whole(0), by: LENGTH, ahead: LENGTH },
    turn_opened: {
      turn,
      asked: array(seat),
      due_at: TIME,
      deadlines,
      continues: flag,
      ...(known?.heading ?? ANY_HEADING),
    },
    deadlines_moved: { turn, deadlines },
    time_given: { turn, seat, by: seat, length: LENGTH },
    sealed: { turn, seat, commitment: HASH, replaces: optional(HASH) },
    withdrawn: { turn, seat, commitment: HASH },
    turn_closed: { turn, actions: array(action), private: HASH },
    finished: { scores: array(whole(-LARGEST)), winners: array(seat), record: HASH },
  };
  const openEnded = known === undefined ? ["turn_opened"] : [];
  const form = ([kind, one]) => [kind, members(one, { more: openEnded.includes(kind) })];
  const forms = new Map(Object.entries(data).map(form));
  const envelope = members({ number: whole(1), type: WORD, at: TIME, data: anyObject, hash: HASH });
  return (value, place) => {
    envelope(value, place);
    (forms.get(value.type) ?? anything)(value.data, at(place, "data"));
  };
}

/** The form of what one player alone was told. Other types may come in time. */
function privateForm(known, seat, options) {
  const order = (value, place) => (known?.order(options) ?? anyObject)(value, place);
  const used = {
    turn: whole(1),
    seat,
    action: anyObject,
    skipped: array(members({ pointer: ANY_TEXT, code: WORD, detail: ANY_TEXT })),
  };
  const data = {
    order_given: { seat, order, at_once: flag },
    order_taken_back: { seat },
    order_followed: used,
    order_failed: used,
    offered_to_you: { seat, host: WORD },
    seat_lost: { seat, player: WORD },
  };
  const forms = new Map(Object.entries(data).map(([kind, one]) => [kind, members(one)]));
  const envelope = members({ player: WORD, type: WORD, at: TIME, data: anyObject });
  return (value, place) => {
    envelope(value, place);
    (forms.get(value.type) ?? anything)(value.data, at(place, "data"));
  };
}

/** Everything is there that belongs into a record of this game, and nothing else. */
function checkForm(record) {
  checkPlain(record);
  anyObject(record, "");
  for (const name of ["ruleset", "seats"]) {
    if (!Object.hasOwn(record, name)) throw new Fault(at("", name), "is missing");
  }
  RULESET(record.ruleset, "/ruleset");
  const known = KNOWN.get(record.ruleset);
  const [least, most] = known?.seats ?? [1, MOST_SEATS_OF_ANY];
  array(anything, least, most)(record.seats, "/seats");
  const seats = record.seats.length;
  recordForm(known, seats, record.options)(record, "");
  for (const [number, turn] of record.turns.entries()) {
    if (turn.number !== number + 1) {
      throw new Fault(`/turns/${number}/number`, `${turn.number} is not ${number + 1}`);
    }
  }
  const variant = known === undefined ? "not known here" : known.variant(record.options);
  const game = `${record.ruleset} (${variant})`;
  return `${record.format}, ${game}, ${seats} seats, ${count(record.turns.length, "turn")}`;
}

// ============ The check `rules`

/** The game by its rules, from setup, draws and actions alone: scores, winners and the log. */
function checkRules(record) {
  const { scores, winners } = record.result;
  const ended = `result: ${inWords(scores)}; winners: ${inWords(winners)}`;
  if (!isKnown(record)) {
    checkAnyRules(record);
    return `NOT CHECKED: the rules of ${record.ruleset} are not known here: ${OPEN} stay open; ${ended}`;
  }
  const Rules = RULESETS.get(record.ruleset);
  new Rules(record).play();
  const stages = record.stages.map((one) => `stage ${one.stage}: ${inWords(one.scores)}`).join("; ");
  return `${stages}; ${ended}`;
}

const OPEN = "moves, which draws were due, what clock and orders play, sittings, events and points";

/** What is so in every game: who is asked answers, points add up, and the most points win. */
function checkAnyRules(record) {
  const orders = new Orders(record);
  for (const turn of record.turns) {
    const seats = turn.actions.map((played) => played.seat);
    if (canonicalText(seats) !== canonicalText(turn.asked)) {
      throw new Fault(`/turns/${turn.number - 1}/actions`, "are not those of the seats asked");
    }
    orders.check(turn);
  }
  for (const [number, { stage }] of record.stages.entries()) {
    same(stage, number + 1, `/stages/${number}/stage`, "the stages before");
  }
  // In between, a sum may be larger than the numbers that JavaScript counts with.
  const sum = (numbers) => Number(numbers.reduce((before, one) => before + BigInt(one), 0n));
  const scores = record.seats.map((_, seat) => sum(record.stages.map((one) => one.scores[seat])));
  const most = Math.max(...scores);
  const winners = [...scores.keys()].filter((seat) => scores[seat] === most);
  same(record.result, { scores, winners }, "/result", "/stages");
}

function inWords(numbers) {
  return numbers.join(" ");
}

// ============ Missed sittings, and the bots that are due because of them

/** Who misses so many turns in a row that a bot takes her seat, as `created` has it. */
class Absences {
  constructor() {
    this.sitting = 0;
    this.botAfter = 0;
    this.stoodIn = 0;
    this.missed = [];
    this.missedSitting = [];
    /** Seats that a bot takes before the next turn opens. */
    this.due = [];
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    if (kind === "created") {
      this.botAfter = data.absence.bot_after;
    } else if (kind === "started") {
      this.missed = table.seats.map(() => 0);
      this.missedSitting = table.seats.map(() => -1);
    } else if (kind === "turn_closed") {
      this.count(data.actions, table);
    } else if (kind === "returned") {
      this.missed[data.seat] = 0;
      this.missedSitting[data.seat] = -1;
    } else if (kind === "stand_in" && data.away === "absent") {
      if (!this.due.includes(data.seat)) {
        const rule = `${count(this.botAfter, "turn")} missed in a row as in /log/events/0/data/absence`;
        throw new Fault(at(place, "data"), `does not come after ${rule}`);
      }
      remove(this.due, data.seat);
      this.stoodIn += 1;
    } else if (kind === "turn_opened" && this.due.length > 0) {
      throw new Fault(place, `comes before the bot that is due in seat ${this.due[0]}`);
    }
    if (kind === "turn_opened" && !data.continues) this.sitting += 1;
  }

  count(actions, table) {
    for (const { seat, by } of actions) {
      const present = table.bots[seat] === null;
      if (table.owner(seat) === null || (by === "bot" && present)) continue;
      if (by === "player" || by === "order") {
        this.missed[seat] = 0;
        this.missedSitting[seat] = -1;
      } else if (this.missedSitting[seat] !== this.sitting) {
        this.missed[seat] += 1;
        this.missedSitting[seat] = this.sitting;
      }
    }
    const isDue = (seat) =>
      this.missed[seat] >= this.botAfter && table.owner(seat) !== null && table.bots[seat] === null;
    this.due = range(0, this.missed.length).filter(isDue);
  }
}

// ============ Pauses, vacations and votes: what players agree to, and what stops a clock

/** The shortest pause that can be proposed. */
const SHORTEST_PAUSE = MINUTE;

/** What the players of a game have proposed, agreed to and voted for. */
class Agreements {
  constructor() {
    this.vacations = false;
    /** How long the pause is that is proposed, 0 where none is, and the seats that have agreed to it. */
    this.length = 0n;
    this.agreed = [];
    /** The end of the last pause. */
    this.until = 0n;
    /** The seats that have voted to go on in this turn. */
    this.votes = new Set();
    /** The seats whose answer is missing. */
    this.missing = new Set();
    /** The type of the next event, where the last one leaves no other. */
    this.next = "";
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    const time = moment(event.at);
    if (kind === "turn_opened" && this.allAgree(table)) this.next = "paused";
    if (this.next !== "" && this.next !== kind) {
      throw new Fault(at(place, "type"), `comes where ${this.next} is due`);
    }
    this.next = "";
    place = at(place, "data");
    if (kind === "vacation") this.vacation(data, place, table);
    else if (kind === "pause_agreed") this.agree(data, time, place, table);
    else if (kind === "paused") this.pause(data, time, place, table);
    else if (["pause_dropped", "pause_ended"].includes(kind)) this.end(kind, data, time, place, table);
    else if (kind === "go_on_voted") this.vote(data, place, table);
    else if (kind === "going_on") this.goOn(data, place);
    else this.note(kind, data);
  }

  /** What the agreements depend on. */
  note(kind, data) {
    if (kind === "created") this.vacations = data.absence.vacations;
    // Who comes new has agreed to nothing.
    if (kind === "seat_taken") this.agreed = this.agreed.filter((seat) => seat !== data.seat);
    if (kind === "turn_opened") {
      this.missing = new Set(data.asked);
      this.votes = new Set();
    }
    if (kind === "sealed") this.missing.delete(data.seat);
    if (kind === "withdrawn") this.missing.add(data.seat);
  }

  vacation(data, place, table) {
    if (!this.vacations) throw new Fault(place, "comes in a game without vacations");
    this.refuseStranger(data, place, table);
    if (moment(data.until) < moment(data.from)) {
      throw new Fault(at(place, "until"), "is before its beginning");
    }
  }

  refuseStranger(data, place, table) {
    if (table.owner(data.seat) === null) throw new Fault(at(place, "seat"), "is no player's");
  }

  // -- pauses

  agree(data, time, place, table) {
    this.refuseStranger(data, place, table);
    if (time < this.until) throw new Fault(place, "comes in a pause");
    const length = lengthOf(data.length);
    if (length < SHORTEST_PAUSE) throw new Fault(at(place, "length"), "is too short for a pause");
    if (length !== this.length) {
      // Another length is another proposal.
      this.length = length;
      this.agreed = [];
    }
    if (this.agreed.includes(data.seat)) throw new Fault(at(place, "seat"), "has agreed already");
    this.agreed = ascending([...this.agreed, data.seat]);
    same(data.agreed, this.agreed, at(place, "agreed"), "who had agreed to this length");
    if (this.allAgree(table)) this.next = "paused";
  }

  /** Whether a pause is proposed, and all who are there have agreed to it. */
  allAgree(table) {
    const there = range(0, table.seats.length).filter((seat) => table.isThere(seat));
    return this.length > 0n && there.length > 0 && there.every((seat) => this.agreed.includes(seat));
  }

  pause(data, time, place, table) {
    if (!this.allAgree(table)) {
      throw new Fault(place, "comes where not all who are there have agreed to a pause");
    }
    this.until = time + this.length;
    same(data.until, stamp(this.until), at(place, "until"), "the length agreed to");
    this.drop();
  }

  end(kind, data, time, place, table) {
    this.refuseStranger(data, place, table);
    // Of a pause that ends it is checked with the deadlines that there was one.
    if (kind === "pause_ended") this.until = time;
    else if (this.length === 0n) throw new Fault(place, "comes where no pause is proposed");
    else this.drop();
  }

  drop() {
    this.length = 0n;
    this.agreed = [];
  }

  // -- the vote to go on

  vote({ seat, votes, of }, place, table) {
    if (!table.isThere(seat) || this.votes.has(seat)) {
      throw new Fault(at(place, "seat"), "has no vote");
    }
    this.votes.add(seat);
    const there = ascending(this.votes).filter((one) => table.isThere(one));
    // Who is on vacation by now has no vote, and not all vacations are in the log.
    const right = there.filter((one) => votes.includes(one));
    if (!votes.includes(seat) || canonicalText(votes) !== canonicalText(right)) {
      throw new Fault(at(place, "votes"), `are not of ${showSeats(there)}`);
    }
    const all = range(0, table.seats.length).filter((one) => table.isThere(one)).length;
    if (of < votes.length || of > all) throw new Fault(at(place, "of"), "is not how many have a vote");
    if (2 * votes.length > of) this.next = "going_on";
  }

  goOn({ seats }, place) {
    if (this.votes.size === 0) throw new Fault(place, "comes where nobody has voted for it");
    const missing = ascending(this.missing);
    const right = missing.filter((seat) => seats.includes(seat));
    if (seats.length === 0 || canonicalText(seats) !== canonicalText(right)) {
      throw new Fault(at(place, "seats"), `are not of ${showSeats(missing)}`);
    }
    this.votes = new Set();
  }
}

function showSeats(seats) {
  return `seats ${seats.join(", ")}`;
}

// ============ The clock of a game and its hours of play

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
class Clock {
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
function dueAt(clock, since, allowed, stops) {
  const spans = stops.map((stop) => [moment(stop.from), moment(stop.until)]);
  return stamp(new Clock(clock).due(moment(since), lengthOf(allowed), spans));
}

/** The order of spans: by their beginnings, then by their ends. */
function bySpan([one, oneEnds], [other, otherEnds]) {
  if (one !== other) return one < other ? -1 : 1;
  return Number(oneEnds > otherEnds) - Number(oneEnds < otherEnds);
}

function isSpan([one, oneEnds], [other, otherEnds]) {
  return one === other && oneEnds === otherEnds;
}

// ============ Deadlines, banks and stops, worked out again from the log

const PROMISED = "the clock in /log/events/0/data/clock, the stops, and the answers before";

/** How long each seat has, worked out again from what the game promised and what the log tells. */
class Deadlines {
  constructor(known) {
    /** Undefined where only the log can say which turns continue the one before. */
    this.begins = known?.sittingBegins;
    this.clock = null;
    this.vacations = false;
    /** What is in each seat's bank. */
    this.banks = [];
    /** What was in the banks of the seats asked when the newest turn opened. */
    this.inTurn = new Map();
    /** What others have given the seats asked, and the seats that have given time in this turn. */
    this.given = new Map();
    this.givers = new Set();
    /** Whether time was given that no deadline has yet. */
    this.owed = false;
    /** When the sitting's time began, and how much there is beside the banks. */
    this.since = 0n;
    this.base = 0n;
    /** The deadlines as they were told last. */
    this.told = [];
    /** When the clock of each seat asked stands still, as it was told last. */
    this.stops = new Map();
    /** The deadlines of the seats asked, as they were told last. */
    this.dues = new Map();
    /** The last of all deadlines that were told in this turn. */
    this.latest = 0n;
    /** How long stops may hold the game up, and for how long at most they have in closed turns. */
    this.mostStopped = 0n;
    this.held = 0n;
    /** When the answers that stand were sealed. */
    this.sealed = new Map();
    this.pauses = [];
    /** By number, that of the turn to come and that of the turn before. */
    this.sitting = 0;
    this.sittingBefore = 0;
    this.checked = 0;
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    const time = moment(event.at);
    place = at(place, "data");
    if (kind === "created") {
      this.clock = new Clock(data.clock);
      this.vacations = data.absence.vacations;
      this.mostStopped = lengthOf(data.absence.most_stopped);
    } else if (kind === "started") {
      this.banks = table.seats.map(() => this.clock.bank);
    } else if (this.begins?.includes(kind)) {
      this.sitting += 1;
    } else if (kind === "turn_opened") {
      if (this.begins === undefined && !data.continues) this.sitting += 1;
      this.open(data, time, place, table);
    } else if (kind === "deadlines_moved") {
      const before = canonicalText(this.told);
      this.check(data.deadlines, at(place, "deadlines"), table);
      if (canonicalText(this.told) === before) {
        throw new Fault(at(place, "deadlines"), "are those that were told before");
      }
    } else if (kind === "time_given") {
      this.give(data, time, place, table);
    } else {
      this.note(kind, data, time, place);
    }
  }

  /** One player gives another who is asked a day, or in a faster game a turn's time: once in a turn. */
  give(data, time, place, table) {
    const { seat, by } = data;
    same(data.turn, table.turn, at(place, "turn"), "the open turn");
    if (!this.inTurn.has(seat) || this.sealed.has(seat) || !table.isThere(seat)) {
      throw new Fault(at(place, "seat"), "is not waited for");
    }
    if (this.clock.known && time >= this.dues.get(seat)) {
      throw new Fault(at(place, "seat"), "has no time left to which more could be added");
    }
    if (by === seat || this.givers.has(by) || !table.isThere(by)) {
      throw new Fault(at(place, "by"), "cannot give time in this turn");
    }
    const given = lengthOf(data.length);
    if (given !== earlier(DAY, this.clock.perTurn)) {
      throw new Fault(at(place, "length"), "is not what can be given in this game");
    }
    this.given.set(seat, this.given.get(seat) + given);
    this.givers.add(by);
    this.owed = true;
  }

  /** What deadlines that are told of later depend on. */
  note(kind, data, time, place) {
    if ((kind === "sealed" || kind === "turn_closed") && this.owed) {
      throw new Fault(place, "comes where time that was given has not moved the deadlines");
    }
    if ((kind === "sealed" || kind === "turn_closed") && this.lacksPause()) {
      throw new Fault(place, "comes where a pause of the log has not moved the deadlines");
    }
    if (kind === "sealed") this.sealed.set(data.seat, time);
    if (kind === "withdrawn") this.sealed.delete(data.seat);
    if (kind === "turn_closed") this.close(time);
    if (kind === "paused") {
      same(data.from, stamp(time), at(place, "from"), "the time of the event");
      this.pauses.push([time, moment(data.until)]);
    }
    if (kind === "pause_ended") {
      const pause = this.pauses.at(-1);
      if (pause === undefined || pause[1] <= time) {
        throw new Fault(place, "comes where there is no pause");
      }
      pause[1] = time;
    }
  }

  open(data, time, place, table) {
    const sameSitting = table.opened > 1 && this.sitting === this.sittingBefore;
    // Nobody's time is used up by whom she has waited for.
    const asked = new Set(data.asked);
    const continues = sameSitting && [...this.inTurn.keys()].every((seat) => asked.has(seat));
    same(data.continues, continues, at(place, "continues"), "the sittings of this game");
    this.latest = 0n;
    if (!continues) {
      this.since = time;
      this.base = this.clock.perTurn + (table.opened === 1 ? this.clock.grace : 0n);
    }
    const banks = new Map();
    const given = new Map();
    for (const seat of data.asked) {
      const goesOn = continues && this.inTurn.has(seat);
      if (!goesOn) {
        this.banks[seat] = earlier(this.clock.bank, this.banks[seat] + this.clock.increment);
      }
      banks.set(seat, goesOn ? this.inTurn.get(seat) : this.banks[seat]);
      given.set(seat, goesOn ? this.given.get(seat) : 0n);
    }
    this.given = given;
    this.givers = new Set();
    this.inTurn = banks;
    this.sittingBefore = this.sitting;
    const dues = this.check(data.deadlines, at(place, "deadlines"), table);
    const last = stamp(dues.reduce(later));
    same(data.due_at, last, at(place, "due_at"), "the last of the deadlines");
  }

  close(time) {
    for (const [seat, bank] of this.inTurn) {
      const until = this.sealed.get(seat) ?? time;
      const passed = this.clock.used(this.since, until, this.stops.get(seat));
      this.banks[seat] = bank - earlier(bank, later(0n, passed - this.base - this.given.get(seat)));
    }
    if (this.clock.known) this.held += later(0n, this.latest - this.withoutStops());
    this.sealed = new Map();
  }

  /** The deadlines told of are those that were promised. Gives them. */
  check(told, place, table) {
    const seats = told.map((one) => one.seat);
    if (canonicalText(seats) !== canonicalText([...this.inTurn.keys()])) {
      throw new Fault(place, "are not those of the seats asked");
    }
    this.owed = false;
    this.told = told;
    for (const [number, one] of told.entries()) {
      this.stops.set(one.seat, this.readStops(one, at(place, number), table));
    }
    if (!this.vacations) this.checkAlike(told, place);
    for (const [number, { seat, due_at: said }] of told.entries()) {
      if (!this.clock.known) continue;
      const due = this.due(seat, this.stops.get(seat));
      if (due >= THE_END) throw new Fault(at(place, number), "is beyond all time");
      same(said, stamp(due), at(at(place, number), "due_at"), PROMISED);
      this.checked += 1;
    }
    this.dues = new Map(told.map((one) => [one.seat, moment(one.due_at)]));
    this.latest = [...this.dues.values()].reduce(later, this.latest);
    if (this.lacksPause()) throw new Fault(place, "lack a pause of the log, and stops may still last");
    return [...this.dues.values()];
  }

  due(seat, stops) {
    const own = this.base + this.given.get(seat) + this.inTurn.get(seat);
    return this.clock.due(this.since, own, stops);
  }

  /**
   * Whether a pause does not stop the clocks as it was told last, though it could.
   *
   * It does not where all stops together have lasted for as long as they may: then there is one moment,
   * the same for all seats, from which on none stops anything more.
   */
  lacksPause() {
    let whole = 0n;
    const cuts = new Set();
    let missing = THE_END;
    for (const [seat, due] of this.dues) {
      const stops = this.stops.get(seat);
      for (const [begin, end] of this.pauses) {
        if (!(begin < earlier(end, due) && end > this.since)) continue;
        const cut = stops.findLast(([since, until]) => since === begin && until < end);
        if (stops.some((stop) => isSpan(stop, [begin, end]))) whole = later(whole, end);
        else if (cut !== undefined) cuts.add(cut[1]);
        else missing = earlier(missing, later(begin, this.since));
      }
    }
    if (cuts.size === 0 && missing === THE_END) return false;
    const last = cuts.size === 0 ? missing : [...cuts].reduce(later);
    return cuts.size > 1 || !(whole <= last && last <= missing) || this.mayLast();
  }

  /** Whether stops could hold the game up for longer yet, as `created` has it, than they do. */
  mayLast() {
    const left = this.mostStopped - this.held;
    const until = this.withoutStops() + left;
    const last = [...this.dues.values()].reduce(later);
    return this.clock.known && this.clock.used(last, until, []) > 0n;
  }

  withoutStops() {
    return [...this.inTurn.keys()].map((seat) => this.due(seat, [])).reduce(later);
  }

  readStops(one, place, table) {
    const stops = one.stops.map((stop) => [moment(stop.from), moment(stop.until)]);
    const due = moment(one.due_at);
    place = at(place, "stops");
    if (!stops.toSorted(bySpan).every((stop, number) => isSpan(stop, stops[number]))) {
      throw new Fault(place, "are not in order");
    }
    for (const [number, [since, until]] of stops.entries()) {
      if (!(since < until && since < due && until > this.since)) {
        throw new Fault(
          at(place, number),
          "does not stop the clock between its start and due_at",
        );
      }
      const paused = this.pauses.some(([begin, end]) => since === begin && until <= end);
      if (!paused && !(this.vacations && table.owner(one.seat) !== null)) {
        throw new Fault(at(place, number), "is no pause of the log and no vacation that may be");
      }
    }
    return stops;
  }

  /** A pause is the same for all. */
  checkAlike(told, place) {
    const every = told.flatMap((one) => this.stops.get(one.seat)).sort(bySpan);
    const once = every.filter((stop, number) => number === 0 || !isSpan(stop, every[number - 1]));
    for (const [number, one] of told.entries()) {
      const due = moment(one.due_at);
      const right = once.filter(([since]) => since < due);
      const stops = this.stops.get(one.seat);
      const alike = stops.length === right.length;
      if (!alike || !stops.every((stop, item) => isSpan(stop, right[item]))) {
        throw new Fault(at(at(place, number), "stops"), "are not those of the other seats");
      }
    }
  }
}

// ============ The order of events in time: what follows from one thing is of one moment

/** The moments of events, and how far the time of a test game was moved. */
class Moments {
  constructor() {
    /** The moment of the event before. */
    this.before = 0n;
    /** Whether the next event follows from the one before it, and is of its moment. */
    this.together = false;
    /** How far the game's time has been moved in all. */
    this.ahead = 0n;
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    const time = moment(event.at);
    if (time < this.before) {
      throw new Fault(at(place, "at"), `${event.at} is before the event before it`);
    }
    if ((this.together || kind === "host_changed") && time !== this.before) {
      throw new Fault(at(place, "at"), `${event.at} is not the moment of the event before it`);
    }
    if (kind === "clock_moved") this.move(data, time, at(place, "data"), table);
    // From the start, or the end of a turn, to the next turn or the result there is nothing to wait for.
    const started = table.seats.length > 0;
    const between = started && !table.turn;
    const full = !started && table.whenFull && table.came.size === table.size;
    this.together = between || full || kind === "created" || table.arriving !== null;
    this.before = time;
  }

  /** A player of a test game has moved its time forward. */
  move(data, time, place, table) {
    const by = lengthOf(data.by);
    if (table.playerOf(data.seat) === null) throw new Fault(at(place, "seat"), "is no player's");
    if (table.seats.length > 0 && !table.turn) throw new Fault(place, "comes where no turn is open");
    if (by === 0n || time < this.before + by) {
      throw new Fault(at(place, "by"), "is not how far the time has moved since the event before");
    }
    this.ahead += by;
    if (lengthOf(data.ahead) !== this.ahead) {
      throw new Fault(at(place, "ahead"), "is not all that it was moved by");
    }
  }
}

// ============ The check `times`

/** Times do not go back, deadlines are those that were promised, and so are bots for who is absent. */
function checkTimes(record) {
  const deadlines = new Deadlines(KNOWN.get(record.ruleset));
  const absences = new Absences();
  const moments = new Moments();
  const agreements = new Agreements();
  for (const [place, event, table] of readLog(record)) {
    moments.read(event, place, table);
    agreements.read(event, place, table);
    deadlines.read(event, place, table);
    absences.read(event, place, table);
  }
  const bots = `${count(absences.stoodIn, "bot")} for who was absent`;
  if (!deadlines.clock.known) {
    const zone = asciiOnly(deadlines.clock.zone);
    return `in order; ${bots}; deadlines not checked: this machine does not know ${zone}`;
  }
  return `in order; ${count(deadlines.checked, "deadline")} as promised; ${bots}`;
}

// ============ All checks, in their order

/**
 * The last event has bound the record as it stands.
 *
 * It comes last, so that whatever else is wrong is named by its own place.
 */
function checkWhole(record) {
  const { events } = record.log;
  const place = `/log/events/${events.length - 1}/data/record`;
  const right = recordHash(record);
  if (events.at(-1).data.record !== right) {
    throw new Fault(place, `is not ${right}, the hash of the record without /log`);
  }
  return `the last event binds all of it, ${right}`;
}

const CHECKS = [
  ["form", checkForm],
  ["chain", checkChain],
  ["seed", checkSeed],
  ["draws", checkDraws],
  ["log", checkLog],
  ["sealed", checkSealed],
  ["times", checkTimes],
  ["private", checkPrivate],
  ["names", checkNames],
  ["rules", checkRules],
  ["whole", checkWhole],
];

/**
 * One line for each check that the record passes. Throws `Fault` at the first that it does not.
 *
 * The document is a record, or a game as the API shows it when it is over; `kept` are names and contents of
 * files that a player has kept, `allOf` the seats of which she has kept everything. Throws `Unreadable` for a
 * seat that is none.
 */
function* verify(shown, kept = [], allOf = []) {
  const document = asProof(shown);
  for (const [name, check] of isProof(document) ? PROOF_CHECKS : CHECKS) {
    yield `${name.padEnd(8)} ${asCheck(name, () => check(document))}`;
  }
  const seats = isProof(document) ? 0 : document.seats.length;
  for (const seat of allOf) {
    if (seat < 0 || seat >= seats) throw new Unreadable(`--all-of ${seat}: there is no such seat`);
  }
  if (kept.length === 0 && allOf.length === 0) return;
  const allKept = isProof(document) ? null : new Kept(document);
  for (const [name, content] of kept) {
    const passed = inFile(name, () => checkKept(document, allKept, content));
    yield `kept     ${asciiOnly(name)}: ${passed}`;
  }
  if (allKept === null) return;
  const lines = allKept.uncovered(allOf);
  for (;;) {
    const { value: line, done } = asCheck("covered", () => lines.next());
    if (done) return;
    yield line;
  }
}

/** What the work gives; a fault in it is one of this check. */
function asCheck(name, work) {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof Fault) fault.check = name;
    throw fault;
  }
}

// ============ The command, in Node alone

const USAGE = `usage: verify.mjs [--all-of SEAT ...] FILE [KEPT ...]

Check the record of a finished game (GET /api/v1/games/{id}/record), offline; or a game that was
called off (GET /api/v1/games/{id}), which proves its deal.

  FILE  the record or the game as JSON; - reads it from standard input
  KEPT  what a player has kept while it was played, and what it has to agree with: receipts of her
        sealed answers, of those that she took back and of her texts, the game as it was shown
        then, and her own text as {"game", "seat", "text"}; in each file one, or a list of them

  --all-of SEAT  everything of this seat has been kept, as its player: what the log tells of her
        beyond that is a fault; otherwise it is listed

exit status: 0 everything fits together, 1 it does not, 2 nothing to check, 3 what could be checked fits
together, but the rules of this game are not known here`;

/** The files, and the seats of which all has been kept; no file where it makes no sense. */
function readArguments(args) {
  const files = [];
  const allOf = [];
  for (let place = 0; place < args.length; place += 1) {
    if (args[place] !== "--all-of") {
      files.push(args[place]);
      continue;
    }
    place += 1;
    if (!/^[0-9]{1,3}$/.test(args[place] ?? "")) return [[], []];
    allOf.push(Number(args[place]));
  }
  return [files, allOf];
}

/** The command; returns its exit status. */
async function main(args) {
  const { readFileSync } = await import("node:fs");
  /** The JSON in a file, or with - on standard input. Throws `Unreadable`, `Fault`. */
  const readFile = (name) => {
    try {
      return readJson(readFileSync(name === "-" ? 0 : name));
    } catch (error) {
      if (error instanceof Fault) throw error;
      if (error instanceof Unreadable) throw new Unreadable(`${name}: ${error.message}`);
      if (error.code === undefined) throw error;
      throw new Unreadable(`${name}: it cannot be opened (${error.code})`);
    }
  };
  if (args.includes("--help") || args.includes("-h")) {
    console.log(USAGE);
    return 0;
  }
  const [[first, ...others], allOf] = readArguments(args);
  if (first === undefined) {
    console.error(USAGE);
    return 2;
  }
  let document;
  try {
    document = readFile(first);
    const kept = others.map((name) => [name, inFile(name, () => readFile(name))]);
    for (const line of verify(document, kept, allOf)) console.log(line);
  } catch (error) {
    if (error instanceof Fault) {
      console.log(String(error));
      return 1;
    }
    if (!(error instanceof Unreadable)) throw error;
    console.error(`unreadable: ${error.message}`);
    return 2;
  }
  return isKnown(document) ? 0 : 3;
}

/** Whether this file is what Node was called with, and not a part of something else. */
async function isTheCommand() {
  const called = globalThis.process?.versions?.node === undefined ? undefined : process.argv[1];
  if (called === undefined) return false;
  const { realpathSync } = await import("node:fs");
  const { pathToFileURL } = await import("node:url");
  try {
    return pathToFileURL(realpathSync(called)).href === import.meta.url;
  } catch {
    return false;
  }
}

if (await isTheCommand()) process.exitCode = await main(process.argv.slice(2));

export {
  CHECKS,
  Fault,
  Unreadable,
  answerCommitment,
  canonical,
  digest,
  dueAt,
  gameSeed,
  isKnown,
  known,
  nextHead,
  privateCommitment,
  readJson,
  recordHash,
  roll,
  sample,
  seedCommitment,
  textHash,
  toHex,
  verify,
  written,
};
