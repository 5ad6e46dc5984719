/** Canonical JSON, hashes and commitments. */

import { fromHex, join, toHex, utf8 } from "./bytes.mjs";
import { digest } from "./sha256.mjs";
import { canonicalText } from "./values.mjs";

/** C(x): UTF-8 without white space, members sorted by name, whole numbers only. */
export function canonical(value) {
  return utf8(canonicalText(value));
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

/** What the last event says of all the rest, but for the names that players have now. */
export function recordHash(record) {
  const { log: _, players: __, ...bound } = record;
  return written(digest(canonical(bound)));
}
