/** The check `rules`. */

import { Fault, same } from "./faults.mjs";
import { Orders } from "./orders.mjs";
import { isKnown, RULESETS } from "./registry.mjs";
import { canonicalText } from "./values.mjs";

/** The game by its rules, from setup, draws and actions alone: scores, winners and the log. */
export function checkRules(record) {
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
