/** What a result says of one seat: its place, and how far it is behind. */

import {listed, t, tn} from "../words.js";

/** @typedef {NonNullable<Api.Schemas["Game"]["result"]>} Result */
/** @typedef {{seat: number, score: number, place: number}} Ranked */

/** The seats with their points and places, the best first; equal points share a place, but for the winners. @param {Result} result @returns {Ranked[]} */
export function ranked({scores, winners}) {
  const all = scores.map((score, seat) => ({seat, score: score ?? 0, won: winners.includes(seat)}));
  const isBefore = (/** @type {typeof all[0]} */ one, /** @type {typeof all[0]} */ other) => (one.won === other.won ? one.score > other.score : one.won);
  return all
    .map(({seat, score, won}) => ({seat, score, place: 1 + all.filter((other) => isBefore(other, {seat, score, won})).length}))
    .sort((one, other) => one.place - other.place);
}

/** The result in one sentence, from where this seat sits; from outside without one. @param {Result} result @param {number | null} mine @param {import("../names.js").Names} names */
export function resultWords(result, mine, names) {
  const {winners} = result;
  if (mine === null) return t("Won by {names}.", {names: listed(winners.map(names))});
  const others = winners.filter((seat) => seat !== mine);
  if (winners.includes(mine)) return others.length ? t("You have won, together with {names}.", {names: listed(others.map(names))}) : t("You have won!");
  const all = ranked(result);
  const found = all.find((one) => one.seat === mine);
  const behind = (all[0]?.score ?? 0) - (found?.score ?? 0);
  return t("{place}, {behind}", {place: placeWords(found?.place ?? 2), behind: behind > 0 ? tn(behind, "{n} point behind", "{n} points behind") : t("with as many points")});
}

/** @param {number} place */
function placeWords(place) {
  const words = [t("Second"), t("Third"), t("Fourth"), t("Fifth"), t("Sixth")];
  return words[place - 2] ?? t("Place {n}", {n: place});
}
