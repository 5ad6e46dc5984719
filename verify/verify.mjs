#!/usr/bin/env node
/**
 * Check the record of a finished game, offline and without the server that it was played on.
 *
 *     node verify.mjs record.json        or: node verify.mjs - < record.json
 *     node verify.mjs record.json receipts.json proof.json        with what a player has kept of it
 *
 * docs/fairness.md says what is checked and what that proves. This file needs Node 18 or later and nothing
 * else, and all but its last section runs in a browser as well: `import { readJson, verify } from "./verify.mjs"`.
 * verify.py is the same program in Python, function by function, and prints the same lines.
 *
 * It exits with 0 if everything fits together, with 1 at the first fault, which it names with its place in
 * the record as a JSON pointer (behind the file's name and a # if it is in something kept), and with 2 if
 * there is nothing to check: no such file, or no JSON in it.
 */

const USAGE = `usage: verify.mjs FILE [KEPT ...]

Check the record of a finished game (GET /api/v1/games/{id}/record), offline; or of a game that was
called off the proof (GET /api/v1/games/{id}/proof).

  FILE  the record or the proof as JSON; - reads it from standard input
  KEPT  what a player has kept while it was played, and what it has to agree with: receipts of her
        sealed answers, and proofs as they were shown then; in each file one, or a list of them

exit status: 0 everything fits together, 1 it does not, 2 nothing to check`;

// ============================================================ faults and places

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

// ============================================================ reading JSON

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

/** Of which of JSON's types a value is. */
function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

const isObject = (value) => kindOf(value) === "object";
const isWhole = (value) => Number.isSafeInteger(value);
const isText = (value) => typeof value === "string";

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

// ============================================================ canonical JSON and hashes

/** C(x): UTF-8 without white space, members sorted by name, whole numbers only. */
export function canonical(value) {
  return utf8(canonicalText(value));
}

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

export function toHex(bytes) {
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

// SHA-256 (FIPS 180-4). The one of browsers is asynchronous, and missing where a page is not served safely.

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
export function digest(data) {
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

/** A hash as it stands in records. */
export function written(hash) {
  return `sha256:${toHex(hash)}`;
}

/** What is published before anybody joins; the seed in hexadecimal digits. */
export function seedCommitment(serverSeed) {
  return written(digest(fromHex(serverSeed)));
}

/** What a sealed answer is committed to by. */
export function answerCommitment(nonce, action, game, seat, turn) {
  return written(digest(join(fromHex(nonce), canonical({ action, game, seat, turn }))));
}

/** The head of the chain after one more event; before the first it is 32 zero bytes. */
export function nextHead(head, game, event) {
  const { at: time, data, number, type } = event;
  return digest(join(head, digest(canonical({ at: time, data, game, number, type }))));
}

/** What binds that which players alone were told since the last turn closed. */
export function privateCommitment(salt, told) {
  return written(digest(join(fromHex(salt), canonical(told))));
}

/** What the last event says of all the rest. */
export function recordHash(record) {
  const { log: _, ...rest } = record;
  return written(digest(canonical(rest)));
}

// ============================================================ seed and draws

/** The seed that every draw of the game comes from. */
export function gameSeed(serverSeed, game, entropy) {
  const texts = [game, ...entropy].map(utf8);
  const message = join(...texts.flatMap((text) => [bigEndian(text.length, 4), text]));
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
export function roll(seed, purpose, sides) {
  return 1 + below(words(seed, purpose), sides);
}

/** So many items out of a list, in the order drawn; all of them are a shuffle. */
export function sample(seed, purpose, source, size) {
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
  const texts = entropy.filter((text) => text !== "").length;
  return `${count(used.size, "draw")} from the seed, ${count(texts, "text")} of players in it`;
}

// ============================================================ the form

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

const ANY_TEXT = text(/^/, "text");
const WORD = text(/[^]/, "text, or an empty one");
const HASH = text(/^sha256:[0-9a-f]{64}$/, "hash");
const NONCE = text(/^[0-9a-f]{32}$/, "16 bytes in hexadecimal digits");
const SEED = text(/^[0-9a-f]{64}$/, "32 bytes in hexadecimal digits");
const TIME = text(
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$/,
  "time in UTC",
);
const CHOSEN_BY = oneOf("player", "bot", "order", "clock", "forced");
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
const EXPANSIONS = ["coins", "shark_alert", "surfer", "baywatch"];

/** Expansions in their order, each once. */
function chosen(expansions) {
  return EXPANSIONS.filter((name) => expansions.includes(name));
}

function ascending(numbers) {
  return [...numbers].sort((one, other) => one - other);
}

const OPTIONS = {
  turn_the_tide: { edition: oneOf("amigo", "gamewright", "bga", "bga_modified") },
  high_tide: {
    expansions: inOrder(array(oneOf(...EXPANSIONS)), chosen),
    beach_length: whole(8, 40),
    rental_start: whole(2, 7),
    large_wave: whole(1, 10),
    small_wave: whole(1, 10),
    // All coins of a colour are different.
    coin_values: inOrder(array(whole(1, 99), 8, 8), (coins) => ascending(new Set(coins))),
    shark_distances: inOrder(array(whole(1, 10), 7, 7), ascending),
  },
};
const SETUP = {
  turn_the_tide: { hands: array(array(whole(1, 60))) },
  high_tide: {
    start_order: array(whole(0)),
    coins: optional(array(array(whole(1)))),
    surfers: optional(array(WORD)),
    baywatch_tile: optional(WORD),
  },
};
const HEADING = {
  turn_the_tide: { stage: whole(1), round: whole(1), tides: array(whole(1)) },
  high_tide: { stage: whole(1), round: whole(1), place: whole(1), decision: WORD },
};
/** Of the rules of both games, as they stand further down. */
const VERSION = 1;

/** The form of a whole record of this game for so many. */
function recordForm(ruleset, seats) {
  const seat = whole(0, seats - 1);
  const scores = array(whole(-LARGEST), seats, seats, "/seats");
  const action = members({ seat, action: anyObject, by: CHOSEN_BY, nonce: NONCE });
  const told = members({ player: WORD, type: WORD, at: TIME, data: anyObject });
  const turn = members({
    number: whole(1),
    ...HEADING[ruleset],
    asked: array(seat, 1),
    chance: CHANCE,
    actions: array(action, 1),
    opened_at: TIME,
    closed_at: TIME,
    private: members({ salt: NONCE, told: array(told) }),
  });
  const fairness = {
    commitment: HASH,
    server_seed: SEED,
    entropy: array(ANY_TEXT, seats, seats, "/seats"),
    algorithm: ALGORITHM,
  };
  return members({
    format: oneOf("tideapi-record/1"),
    game: WORD,
    ruleset: oneOf(...Object.keys(OPTIONS)),
    rules_version: whole(VERSION, VERSION),
    options: members(OPTIONS[ruleset]),
    seats: array(optional(WORD), seats, seats),
    bots: array(optional(WORD), seats, seats, "/seats"),
    fairness: members(fairness),
    setup: members({ ...SETUP[ruleset], chance: CHANCE }),
    turns: array(turn),
    end: members({ chance: CHANCE }),
    stages: array(members({ stage: whole(1), scores }), 1),
    result: members({ scores, winners: array(seat, 1) }),
    log: members({ head: HASH, events: array(eventForm(ruleset, seats, action), 1) }),
  });
}

/**
 * The form of an event: its data are looked at where one of the checks reads them.
 *
 * Events of other types may come in time; they are bound by the chain alone.
 */
function eventForm(ruleset, seats, action) {
  const seat = whole(0, seats - 1);
  const turn = whole(1);
  const atTable = { seat: whole(0), player: WORD };
  const holder = members({ seat, player: optional(WORD), bot: optional(WORD) });
  const deadlines = array(members({ seat, due_at: TIME }));
  const data = {
    created: {
      host: WORD,
      ruleset: WORD,
      options: members(OPTIONS[ruleset]),
      seats: whole(1),
      bots: array(WORD),
      commitment: HASH,
    },
    joined: atTable,
    left: atTable,
    started: { seats: array(holder), entropy: array(ANY_TEXT, seats, seats) },
    stand_in: { seat, player: WORD, bot: WORD, away: WORD },
    returned: { seat, player: WORD },
    seat_taken: { seat, player: WORD },
    turn_opened: {
      turn,
      asked: array(seat),
      due_at: TIME,
      deadlines,
      continues: flag,
      ...HEADING[ruleset],
    },
    deadlines_moved: { turn, deadlines },
    sealed: { turn, seat, commitment: HASH, replaces: optional(HASH) },
    withdrawn: { turn, seat, commitment: HASH },
    turn_closed: { turn, actions: array(action), private: HASH },
    finished: { scores: array(whole(-LARGEST)), winners: array(seat), record: HASH },
  };
  const forms = new Map(Object.entries(data).map(([kind, one]) => [kind, members(one)]));
  const envelope = members({ number: whole(1), type: WORD, at: TIME, data: anyObject, hash: HASH });
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
  oneOf(...Object.keys(OPTIONS))(record.ruleset, "/ruleset");
  array(anything, 3, 6)(record.seats, "/seats");
  const seats = record.seats.length;
  recordForm(record.ruleset, seats)(record, "");
  for (const [number, turn] of record.turns.entries()) {
    if (turn.number !== number + 1) {
      throw new Fault(`/turns/${number}/number`, `${turn.number} is not ${number + 1}`);
    }
  }
  const kind = record.options.edition ?? ["base", ...record.options.expansions].join("+");
  const game = `${record.ruleset} (${kind})`;
  return `${record.format}, ${game}, ${seats} seats, ${count(record.turns.length, "turn")}`;
}

// ============================================================ the log

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

/** Who holds which seat, and which turn is open, while the log is read. */
class Table {
  constructor() {
    this.seats = [];
    this.bots = [];
    /** Who has sat down before the start, by seat: a player's name and a bot's. */
    this.came = new Map();
    this.opened = 0;
    this.closed = 0;
  }

  /** The number of the open turn, 0 if none is open. */
  get turn() {
    return this.opened > this.closed ? this.opened : 0;
  }

  /** Take an event into account. Throws `Fault` where it cannot come now. */
  read(event, place) {
    const { type: kind, data, number } = event;
    if ((kind === "created") !== (number === 1)) {
      throw new Fault(at(place, "type"), "created is the first event, and no other is");
    }
    if (["joined", "left", "started"].includes(kind) && this.seats.length > 0) {
      throw new Fault(at(place, "type"), "comes after the start");
    }
    if (
      ["stand_in", "returned", "seat_taken", "turn_opened"].includes(kind) &&
      this.seats.length === 0
    ) {
      throw new Fault(at(place, "type"), "comes before the start");
    }
    if (Object.hasOwn(Table.handlers, kind)) Table.handlers[kind](this, data, at(place, "data"));
  }

  /** What each type of event changes. */
  static handlers = {
    created(table, data) {
      const first = data.seats - data.bots.length;
      table.came = new Map(data.bots.map((bot, number) => [first + number, [null, bot]]));
    },

    joined(table, data, place) {
      if (table.came.has(data.seat)) throw new Fault(at(place, "seat"), "is taken");
      table.came.set(data.seat, [data.player, null]);
    },

    left(table, data, place) {
      const [player] = table.came.get(data.seat) ?? [null];
      if (player !== data.player) throw new Fault(place, "has not sat there");
      table.came.delete(data.seat);
    },

    started(table, data, place) {
      const taken = ascending(table.came.keys());
      const holders = taken.map((seat) => table.came.get(seat));
      const right = holders.map(([player, bot], seat) => ({ seat, player, bot }));
      same(data.seats, right, at(place, "seats"), "who had sat down");
      table.seats = holders.map(([player]) => player);
      table.bots = holders.map(([, bot]) => bot);
    },

    stand_in(table, data, place) {
      same(data.player, table.seats[data.seat], at(place, "player"), "who held the seat");
      table.bots[data.seat] = data.bot;
    },

    seat_taken(table, data, place) {
      table.vacant(data, place);
      table.seats[data.seat] = data.player;
    },

    returned(table, data, place) {
      table.vacant(data, place);
      same(data.player, table.seats[data.seat], at(place, "player"), "who held the seat");
      table.bots[data.seat] = null;
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

  vacant(data, place) {
    if (this.bots[data.seat] === null) throw new Fault(at(place, "seat"), "is not vacant");
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
      for (const [seat, bot] of table.bots.entries()) {
        if (bot !== null && record.fairness.entropy[seat] !== "") {
          throw new Fault(`/fairness/entropy/${seat}`, `is a bot's text, see ${place}`);
        }
      }
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
  const own = ["due_at", "deadlines", "continues", "turn", "private"];
  for (const name of Object.keys(event.data).sort()) {
    if (!own.includes(name)) same(turn[name], event.data[name], at(place, name), source);
  }
  const time = event.type === "turn_opened" ? "opened_at" : "closed_at";
  same(turn[time], event.at, at(place, time), source);
}

// ============================================================ sealed answers

/** What stands sealed in the open turn, by seat, and the deadlines of those who are asked. */
class Seals {
  constructor(record) {
    this.game = record.game;
    this.turns = record.turns;
    /** By seat: where and as what it was sealed, whether time was up, whether a bot held the seat. */
    this.standing = new Map();
    this.due = new Map();
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
    if (!["turn_opened", "deadlines_moved", "sealed", "withdrawn"].includes(kind)) return;
    place = at(place, "data");
    same(data.turn, table.turn, at(place, "turn"), "the open turn");
    if (kind === "turn_opened" || kind === "deadlines_moved") {
      this.due = new Map(data.deadlines.map((one) => [one.seat, moment(one.due_at)]));
      const seats = ascending(this.due.keys());
      if (canonicalText(seats) !== canonicalText(this.turns[table.turn - 1].asked)) {
        throw new Fault(at(place, "deadlines"), "are not those of the seats asked");
      }
      return;
    }
    const { seat } = data;
    if (!this.due.has(seat)) throw new Fault(at(place, "seat"), "is not asked in this turn");
    const stood = this.standing.get(seat)?.commitment ?? null;
    this.standing.delete(seat);
    if (kind === "withdrawn") {
      same(data.commitment, stood, at(place, "commitment"), "what stood sealed");
      this.withdrawn += 1;
      return;
    }
    same(data.replaces, stood, at(place, "replaces"), "what stood sealed");
    this.replaced += stood === null ? 0 : 1;
    const late = moment(event.at) >= this.due.get(seat);
    const bot = table.bots[seat] !== null;
    this.standing.set(seat, { place, commitment: data.commitment, late, bot });
  }

  /** An action is shown: it is the one that was sealed, and by whom it is said to be. */
  open(played, place, event) {
    const { seat, by, nonce, action } = played;
    const sealed = this.standing.get(seat);
    const said = `${show(by)} is said, but`;
    if (sealed === undefined) {
      this.unsealed += 1;
      if (by === "player" || by === "bot") {
        throw new Fault(at(place, "by"), `${said} nothing stood sealed in /log/events`);
      }
      if (by !== "forced" && moment(event.at) < (this.due.get(seat) ?? "")) {
        throw new Fault(at(place, "by"), `${said} in /log/events there was time left`);
      }
      return;
    }
    if (sealed.commitment !== answerCommitment(nonce, action, this.game, seat, event.data.turn)) {
      throw new Fault(place, `action and nonce are not what was sealed, see ${sealed.place}`);
    }
    if (by === "forced") {
      throw new Fault(at(place, "by"), `${said} it was sealed, see ${sealed.place}`);
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

/** A time so that earlier ones sort before later ones. */
function moment(time) {
  const [seconds, rest = ""] = time.slice(0, -1).split(".");
  return `${seconds}.${rest.padEnd(6, "0")}`;
}

/** Every answer is what it was when it was sealed, and who played herself had sealed. */
function checkSealed(record) {
  const seals = new Seals(record);
  for (const [place, event, table] of readLog(record)) seals.read(place, event, table);
  return (
    `${count(seals.opened, "sealed answer")} opened,` +
    ` ${seals.replaced} replaced and ${seals.withdrawn} withdrawn before;` +
    ` ${count(seals.unsealed, "answer")} of rules or clock without a seal`
  );
}

// ============================================================ private lists

/** What players alone were told is what the log had bound when each turn closed. */
function checkPrivate(record) {
  let entries = 0;
  for (const [place, event] of readLog(record)) {
    if (event.type !== "turn_closed") continue;
    const turn = event.data.turn - 1;
    const { salt, told } = record.turns[turn].private;
    if (privateCommitment(salt, told) !== event.data.private) {
      throw new Fault(`/turns/${turn}/private`, `salt and list are not those of ${place}`);
    }
    entries += told.length;
  }
  const lists = count(record.turns.length, "private list");
  return `${lists} with ${entries} ${entries === 1 ? "entry" : "entries"}`;
}

// ============================================================ the rules: a game read from its record

const THE_RULES = "the rules, from /options, /setup and /turns";
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

  /** What each of these seats answered, all of them asked at once; `legal` says what they may. */
  ask(heading, legal) {
    if (this.read === this.turns.length) {
      throw new Fault("/turns", `end before ${show(heading)}, which is due by ${THE_RULES}`);
    }
    this.nothingLeft();
    const turn = this.turns[this.read];
    const place = `/turns/${this.read}`;
    for (const [name, right] of Object.entries(heading)) {
      same(turn[name], right, at(place, name), THE_RULES);
    }
    const seats = ascending(legal.keys());
    same(turn.asked, seats, at(place, "asked"), THE_RULES);
    if (canonicalText(turn.actions.map((played) => played.seat)) !== canonicalText(seats)) {
      throw new Fault(at(place, "actions"), `are not those of the seats asked by ${THE_RULES}`);
    }
    for (const [number, played] of turn.actions.entries()) {
      this.judge(played, legal.get(played.seat), `${place}/actions/${number}`);
    }
    this.tell("turn_opened", { turn: turn.number });
    this.tell("turn_closed", { turn: turn.number });
    this.read += 1;
    this.allDrawn();
    return new Map(turn.actions.map((played) => [played.seat, played.action]));
  }

  judge(played, legal, place) {
    const action = canonicalText(played.action);
    if (legal.every((one) => canonicalText(one) !== action)) {
      throw new Fault(at(place, "action"), `${show(played.action)} is not legal by ${THE_RULES}`);
    }
    if ((played.by === "forced") !== (legal.length === 1)) {
      throw new Fault(at(place, "by"), `${count(legal.length, "answer")} could be given by ${THE_RULES}`);
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

// ============================================================ Turn the Tide

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
    // Every hand has gone to the left neighbour as often as stages are over.
    const dealtTo = (seat) => (seat - stage + 1 + this.seats) % this.seats;
    this.hands = range(0, this.seats).map((seat) => [...this.dealt[dealtTo(seat)]]);
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

  playRound(where, box) {
    const purpose = `stage ${where.stage} round ${where.round} tides`;
    const tides = this.tape.sample(purpose, [...box], 2);
    for (const tide of tides) remove(box, tide);
    this.tape.tell("tides_revealed", { ...where, tides });
    const plays = (seat) => this.hands[seat].map((card) => ({ type: "play", card }));
    const legal = new Map(this.inside.map((seat) => [seat, plays(seat)]));
    const answers = this.tape.ask({ ...where, tides }, legal);
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

// ============================================================ High Tide: beaches, dice and the track

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
  "turn_began",
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
}

/** The dice track: a towel (the number of its seat), a pair or nothing on each space. */
class Track {
  constructor(length, rental) {
    this.spaces = range(0, length).map(() => null);
    this.rental = rental <= length ? rental : null;
    /** The rental does not move before the next turn (B1). */
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

  nextTurn() {
    if (!this.rests) this.pushRental();
    this.rests = false;
  }
}

// ============================================================ High Tide: the course of a game

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
    return this.tape.ask(heading, legal);
  }

  /** The seat's answer; where there is only one, nobody is asked. */
  decide(seat, decision, legal) {
    return legal.length === 1 ? legal[0] : this.ask(decision, new Map([[seat, legal]])).get(seat);
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
      if (place > 1) this.track.nextTurn();
      this.tell("turn_began", { turn: place, seat: this.pile[0], rental: this.track.rental });
      this.playTurn(this.pile[0]);
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

  // -- a turn

  playTurn(seat) {
    const pair = this.settlePair(seat);
    if (this.expansions.includes("baywatch")) {
      this.useTiles(seat, pair);
      if (this.openDice === null || pair.total <= this.openDice.total) {
        this.openDice = { total: pair.total, seat };
        this.tell("open_dice", { seat, pair: pair.shown });
      }
    }
    const { left, right } = pair;
    if (left.beach === right.beach) {
      this.moveChair(seat, left.beach, left.steps, right.steps);
    } else {
      this.moveChair(seat, left.beach, left.steps);
      this.moveChair(seat, right.beach, right.steps);
    }
    this.takeCoins();
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

  /** B2 and B3 before a turn, until nobody holds one that she has not passed on. */
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
        case "B6":
          pair.left.change = answer.left;
          pair.right.change = answer.right;
          break;
        case "B7":
          pair[answer.die].beach = answer.colour;
          break;
        default:
          pair[answer.die].back = true;
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

  /** By seat, for beaches, coins and the open dice. */
  points(point) {
    const points = range(0, this.seats).map(() => 0);
    for (const [name, beach] of this.beaches) {
      const surfs = this.surfers !== null && this.surfers.includes(name);
      const surfer = surfs ? this.surfers.indexOf(name) : null;
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

  /** By this collectors are ranked: the total, then each coin in the order of the beaches. */
  wealth(seat) {
    const coins = this.owned[seat];
    return [sum([...coins.values()]), ...BEACHES.map((name) => coins.get(name) ?? 0)];
  }
}

/** Below 0 if the first list of numbers comes before the second, above 0 if after it. */
function ranked(one, other) {
  for (const [place, number] of one.entries()) {
    if (number !== other[place]) return number - other[place];
  }
  return 0;
}

const RULESETS = { turn_the_tide: TurnTheTide, high_tide: HighTide };

/** The game by its rules, from setup, draws and actions alone: scores, winners and the log. */
function checkRules(record) {
  new RULESETS[record.ruleset](record).play();
  const stages = record.stages.map((one) => `stage ${one.stage}: ${inWords(one.scores)}`).join("; ");
  const { scores, winners } = record.result;
  return `${stages}; result: ${inWords(scores)}; winners: ${inWords(winners)}`;
}

function inWords(numbers) {
  return numbers.join(" ");
}

// ============================================================ the whole

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

export const CHECKS = [
  ["form", checkForm],
  ["chain", checkChain],
  ["seed", checkSeed],
  ["draws", checkDraws],
  ["log", checkLog],
  ["sealed", checkSealed],
  ["private", checkPrivate],
  ["rules", checkRules],
  ["whole", checkWhole],
];

// ============================================================ proofs, and what a player has kept

// Answers of the API, which may tell more one day.
const PROOF = members(
  {
    game: WORD,
    status: oneOf("open", "running", "finished", "cancelled"),
    commitment: HASH,
    entropy: optional(array(ANY_TEXT)),
    algorithm: ALGORITHM,
    server_seed: optional(SEED),
    log: members({ events: whole(1), head: HASH }, { more: true }),
  },
  { more: true },
);
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

/** Whether this is a proof: what a record tells within /fairness, it tells at the top. */
function isProof(document) {
  return isObject(document) && Object.hasOwn(document, "server_seed");
}

/** It is the proof of a game that is over. */
function checkProofForm(proof) {
  checkPlain(proof);
  PROOF(proof, "");
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

/** What a player has kept of the game is what the document tells now. */
function checkKept(document, kept) {
  checkPlain(kept);
  let receipts = 0;
  let proofs = 0;
  const several = Array.isArray(kept);
  for (const [number, one] of (several ? kept : [kept]).entries()) {
    const place = several ? at("", number) : "";
    anyObject(one, place);
    if (isProof(one)) {
      PROOF(one, place);
      checkKeptProof(document, one, place);
      proofs += 1;
    } else if (isProof(document)) {
      throw new Fault(place, "is no proof, and only the record can tell of anything else");
    } else {
      RECEIPT(one, place);
      checkReceipt(document, one, place);
      receipts += 1;
    }
  }
  const agree = receipts + proofs === 1 ? "agrees" : "agree";
  return `${count(receipts, "receipt")} and ${count(proofs, "proof")} ${agree}`;
}

/** Seed, texts and log are those that were shown before, as far as they were. */
function checkKeptProof(document, kept, place) {
  const proof = isProof(document);
  const now = proof ? document : { ...document.fairness, game: document.game };
  const newest = proof ? document.log.events : document.log.events.length;
  const heads = proof
    ? new Map([[newest, document.log.head]])
    : new Map(document.log.events.map((event) => [event.number, event.hash]));
  for (const name of ["game", "commitment", "algorithm", "entropy", "server_seed"]) {
    if (kept[name] !== null) same(kept[name], now[name], at(place, name), "what is told now");
  }
  const { events: number, head } = kept.log;
  const log = at(place, "log");
  if (number > newest) {
    throw new Fault(at(log, "events"), `${number} is said, but the log has ${newest} by now`);
  }
  if (heads.has(number)) same(head, heads.get(number), at(log, "head"), "the log as it is told now");
}

/** The answer that the receipt is for stands in the log, or was opened with its turn. */
function checkReceipt(record, receipt, place) {
  same(receipt.game, record.game, at(place, "game"), "the record");
  const { nonce, action, seat, turn: number } = receipt;
  const commitment = answerCommitment(nonce, action, receipt.game, seat, number);
  same(receipt.commitment, commitment, at(place, "commitment"), "its nonce and action");
  let found = false;
  for (const [eventPlace, event] of record.log.events.entries()) {
    if (event.type !== "sealed" || event.data.commitment !== commitment) continue;
    same(receipt.sealed_at, event.at, at(place, "sealed_at"), `/log/events/${eventPlace}`);
    found = true;
  }
  // What the clock answered when it closed the turn was not told of before.
  for (const played of record.turns[number - 1]?.actions ?? []) {
    if (played.seat !== seat || played.nonce !== nonce) continue;
    const source = `/turns/${number - 1}/actions`;
    same(action, played.action, at(place, "action"), source);
    same(receipt.by, played.by, at(place, "by"), source);
    found = true;
  }
  if (!found) throw new Fault(at(place, "commitment"), "is nowhere in /log/events");
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

// ============================================================ everything

/**
 * One line for each check that the record passes. Throws `Fault` at the first that it does not.
 *
 * The document is a record or a proof; `kept` are names and contents of files that a player has kept.
 */
export function* verify(document, kept = []) {
  for (const [name, check] of isProof(document) ? PROOF_CHECKS : CHECKS) {
    let passed;
    try {
      passed = check(document);
    } catch (fault) {
      if (fault instanceof Fault) fault.check = name;
      throw fault;
    }
    yield `${name.padEnd(8)} ${passed}`;
  }
  for (const [name, content] of kept) {
    const passed = inFile(name, () => checkKept(document, content));
    yield `kept     ${asciiOnly(name)}: ${passed}`;
  }
}

// ============================================================ the command, in Node alone

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
  if (args.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const [first, ...others] = args;
  try {
    const document = readFile(first);
    const kept = others.map((name) => [name, inFile(name, () => readFile(name))]);
    for (const line of verify(document, kept)) console.log(line);
  } catch (error) {
    if (error instanceof Fault) {
      console.log(String(error));
      return 1;
    }
    if (!(error instanceof Unreadable)) throw error;
    console.error(`unreadable: ${error.message}`);
    return 2;
  }
  return 0;
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
