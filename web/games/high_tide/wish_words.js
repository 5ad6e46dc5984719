/** A wish of a standing order in words. */

import {boundsWords} from "../../desk/entries.js";
import {listed, locale, t} from "../../words.js";
import {colourName} from "./dice.js";

/** @param {import("./order.js").Wish} wish @param {import("./order.js").Kind} kind */
export function wishWords(wish, kind) {
  if (wish === "roll") return t("Roll two new dice");
  if (wish === "pass") return t("Leave the coins");
  const given = /** @type {Record<string, any>} */ (wish);
  if (kind === "tile") return given.gain ? t("{tile}, if it brings {n} points or more", {tile: given.tile, n: given.gain}) : String(given.tile);
  const parts = [
    boundsWords(given.total, t("sum")),
    boundsWords(given.face, t("number")),
    boundsWords(given.value, t("value")),
    given.beaches && t("of {beaches}", {beaches: either(given.beaches)}),
    given.avoid && t("nothing of {beaches}", {beaches: either(given.avoid)}),
    given.dry !== undefined && dryWords(given.dry, kind),
  ].filter(Boolean);
  return parts.length ? listed(parts) : t("any");
}

/** @param {boolean} dry @param {import("./order.js").Kind} kind */
function dryWords(dry, kind) {
  if (kind === "pair") return dry ? t("no chair of mine gets wet") : t("a chair of mine gets wet");
  return dry ? t("its chair stays dry") : t("its chair would get wet");
}

/** @param {string[]} beaches */
const either = (beaches) => new Intl.ListFormat(locale(), {type: "disjunction"}).format(beaches.map(colourName));
