/** Proofs: what the server tells of the seed and the log of a game. */

import { at, Fault, same } from "./faults.mjs";
import { ALGORITHM, HASH, SEED, WORD } from "./fields.mjs";
import { array, members, oneOf, optional, whole } from "./forms.mjs";
import { seedCommitment } from "./hashes.mjs";
import { checkPlain } from "./json_reader.mjs";
import { isObject } from "./values.mjs";

// Answers of the API, which may tell more one day.
export const PROOF = members(
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
export function isProof(document) {
  return isObject(document) && Object.hasOwn(document, "algorithm") && !Object.hasOwn(document, "format");
}

/** The proof that a game holds as the API shows it; anything else as it is. */
export function asProof(document) {
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

export const PROOF_CHECKS = [
  ["form", checkProofForm],
  ["seed", checkProofSeed],
];

/** Seed, texts and log are those that were shown before, as far as they were. */
export function checkKeptProof(document, kept, place) {
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
