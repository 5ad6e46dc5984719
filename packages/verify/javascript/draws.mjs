/** The seed of a game and the draws that follow from it. */

import { bigEndian, fromHex, join, utf8 } from "./bytes.mjs";
import { at, count, Fault, show } from "./faults.mjs";
import { seedCommitment, written } from "./hashes.mjs";
import { digest, keyed } from "./sha256.mjs";
import { canonicalText } from "./values.mjs";

/** What stands for a player's text for the deal, which itself is shown nowhere. */
export function textHash(text) {
  return written(digest(utf8(text)));
}

/** The seed that every draw of the game comes from; `entropy` has a hash or null for each seat. */
export function gameSeed(serverSeed, game, entropy) {
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
export function checkSeed(record) {
  const { server_seed: serverSeed, commitment } = record.fairness;
  if (seedCommitment(serverSeed) !== commitment) {
    throw new Fault("/fairness", "commitment is not the hash of server_seed");
  }
  return `the server's seed is the one of ${commitment}`;
}

/** Every draw is what the seed gives for its purpose. */
export function checkDraws(record) {
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
