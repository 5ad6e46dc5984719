/** All checks, in their order. */

import { checkDraws, checkSeed } from "./draws.mjs";
import { asciiOnly, Fault, Unreadable } from "./faults.mjs";
import { recordHash } from "./hashes.mjs";
import { checkKept, inFile } from "./kept.mjs";
import { Kept } from "./kept_record.mjs";
import { checkChain, checkLog } from "./log.mjs";
import { checkNames } from "./names.mjs";
import { checkPrivate } from "./private.mjs";
import { asProof, isProof, PROOF_CHECKS } from "./proofs.mjs";
import { checkForm } from "./record.mjs";
import { checkRules } from "./rules.mjs";
import { checkSealed } from "./seals.mjs";
import { checkTimes } from "./times.mjs";

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
export function* verify(shown, kept = [], allOf = []) {
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
