/**
 * Check the record of a finished game, offline and without the server that it was played on.
 *
 *     node verify.mjs record.json        or: node verify.mjs - < record.json
 *     node verify.mjs record.json receipts.json game-1.json       with what a player has kept of it
 *     node verify.mjs --all-of 2 record.json receipts.json        where she has kept everything of seat 2
 *
 * docs/fairness.md says what is checked and what that proves. This file needs Node 20 or later and nothing
 * else, and all but its last section runs in a browser as well: `import { readJson, verify } from "./verify.mjs"`.
 * It has the rules of the games once more, by themselves; verify.py, which prints the same lines, plays by those of the server.
 *
 * It exits with 0 if everything fits together, with 1 at the first fault, which it names with its place in
 * the record as a JSON pointer (behind the file's name and a # if it is in something kept), with 2 if
 * there is nothing to check: no such file, or no JSON in it, and with 3 if everything fits together but the
 * rules of the game are not known here, so that nothing was checked by them.
 */

import { Fault, Unreadable } from "./faults.mjs";
import { readJson } from "./json_reader.mjs";
import { inFile } from "./kept.mjs";
import { isKnown } from "./registry.mjs";
import { verify } from "./verification.mjs";

export { dueAt } from "./clock.mjs";
export { gameSeed, roll, sample, textHash } from "./draws.mjs";
export { Fault, Unreadable } from "./faults.mjs";
export {
  answerCommitment,
  canonical,
  nextHead,
  privateCommitment,
  recordHash,
  seedCommitment,
  written,
} from "./hashes.mjs";
export { readJson } from "./json_reader.mjs";
export { isKnown, known } from "./registry.mjs";
export { toHex } from "./bytes.mjs";
export { digest } from "./sha256.mjs";
export { CHECKS, verify } from "./verification.mjs";

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
