/** The games whose rules are known here. */

import { HighTide } from "./games/high_tide/course.mjs";
import { HIGH_TIDE } from "./games/high_tide/forms.mjs";
import { TURN_THE_TIDE, TurnTheTide } from "./games/turn_the_tide.mjs";
import { isProof } from "./proofs.mjs";

/**
 * The games whose rules are known here, by id, with what is known of each beside its rules, which stand further
 * down. Of any other the forms below leave open what only its rules say.
 *
 * `seats` are the fewest and the most, `variant` says in words how it is played by its options, `order` gives the
 * form of a standing order by them, `bots` are those that may sit at its tables. Turns belong to
 * one sitting, and share a deadline, while none of the events `sittingBegins` comes in between.
 */
export const KNOWN = new Map([
  ["turn_the_tide", TURN_THE_TIDE],
  ["high_tide", HIGH_TIDE],
]);

/** The same games as in `KNOWN`. */
export const RULESETS = new Map([
  ["turn_the_tide", TurnTheTide],
  ["high_tide", HighTide],
]);

/** The games whose rules are known here, and which version of each. */
export function known() {
  const both = [...KNOWN].filter(([ruleset]) => RULESETS.has(ruleset));
  return Object.fromEntries(both.map(([ruleset, { version }]) => [ruleset, version]));
}

/** Whether all of this document can be checked here: it is a proof, or a record of a game that is known. */
export function isKnown(document) {
  return isProof(document) || Object.hasOwn(known(), document.ruleset);
}
