/** What a card may lead to, as far as it follows from what lies open and what one holds. */

import {t, tn} from "../../words.js";

const CARDS = 60;

/** How many cards above this one have not been seen in this stage. @param {number} card @param {Api.Schemas["TurnTheTideTable"]} table @param {number[]} hand */
export function higherUnseen(card, table, hand) {
  const seen = new Set([...hand, ...table.seats.flatMap((one) => one.played)]);
  return Array.from({length: CARDS - card}, (_, n) => card + 1 + n).filter((one) => !seen.has(one)).length;
}

/** @param {number} card @param {Api.Schemas["TurnTheTideTable"]} table @param {number[]} hand */
export function afterWords(card, table, hand) {
  const [low = 0, high = 0] = [...table.tides].sort((one, other) => one - other);
  const n = higherUnseen(card, table, hand);
  if (n === 0) return t("No higher card can be played: it takes tide {low}.", {low});
  if (n === 1) return t("One higher card at most can be played: it takes tide {low} or {high}.", {low, high});
  return tn(n, "{n} higher card has not been seen in this stage.", "{n} higher cards have not been seen in this stage.");
}
