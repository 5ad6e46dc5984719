/** SHA-256 (FIPS 180-4). The one of browsers is asynchronous, and missing where a page is not served safely. */

import { bigEndian, join } from "./bytes.mjs";

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
export function keyed(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? digest(key) : key);
  const inner = digest(join(block.map((byte) => byte ^ 0x36), message));
  return digest(join(block.map((byte) => byte ^ 0x5c), inner));
}
