// verify.mjs, asked many things by one process: a line of JSON in, a line of JSON out.
// `verifiers.py` asks; the edits are described in `edits.py`.

import { createInterface } from "node:readline";

import * as verifier from "../../../build/verify/verify.mjs";

const bytes = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));

/** Each step of docs/fairness.md with what JSON can hold going in and coming out. */
const steps = {
  canonical: (value) => Buffer.from(verifier.canonical(value)).toString("utf-8"),
  seed_commitment: verifier.seedCommitment,
  text_hash: verifier.textHash,
  due: verifier.dueAt,
  game_seed: (...from) => verifier.toHex(verifier.gameSeed(...from)),
  roll: (seed, ...what) => verifier.roll(bytes(seed), ...what),
  sample: (seed, ...what) => verifier.sample(bytes(seed), ...what),
  answer_commitment: verifier.answerCommitment,
  private_commitment: verifier.privateCommitment,
  record_hash: verifier.recordHash,
  known: verifier.known,
  chain: (game, events) => {
    let head = new Uint8Array(32);
    return events.map((event) => {
      head = verifier.nextHead(head, game, event);
      return verifier.written(head);
    });
  },
};

let record = null;

const answers = {
  record: (asked) => {
    record = asked.record;
    return {};
  },
  judge: (asked) => judged(() => asked.edits.reduce(edited, record), asked.kept, asked.all_of),
  read: (asked) => judged(() => verifier.readJson(Buffer.from(asked.text, "hex"))),
  step: (asked) => ({ value: steps[asked.name](...asked.arguments) }),
};

function judged(read, kept = [], allOf = []) {
  const lines = [];
  try {
    for (const line of verifier.verify(read(), kept, allOf)) lines.push(line);
  } catch (error) {
    if (error instanceof verifier.Fault) {
      const { check, place, what } = error;
      return { lines, fault: { check, place, what } };
    }
    if (error instanceof verifier.Unreadable) return { lines, unreadable: error.message };
    throw error;
  }
  return { lines };
}

function edited(value, edit) {
  const [kind, path, ...what] = edit;
  if (path.length > 0) {
    const [step, ...rest] = path;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    copy[step] = edited(copy[step], [kind, rest, ...what]);
    return copy;
  }
  return changes[kind](value, ...what);
}

const changes = {
  put: (_, other) => other,
  add: (value, name, other) => ({ ...value, [name]: other }),
  drop: (value, step) => {
    if (Array.isArray(value)) return value.filter((_, place) => place !== step);
    const { [step]: _, ...rest } = value;
    return rest;
  },
  insert: (value, place, other) => [...value.slice(0, place), other, ...value.slice(place)],
  rename: (value, name, other) => {
    const { [name]: moved, ...rest } = value;
    return { ...rest, [other]: moved };
  },
  swap: (value, one, other) => {
    const copy = [...value];
    [copy[one], copy[other]] = [copy[other], copy[one]];
    return copy;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  let answer;
  try {
    answer = answers[asked.do](asked);
  } catch (error) {
    answer = { crashed: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
