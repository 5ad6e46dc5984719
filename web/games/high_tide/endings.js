/** At the end of a game: which beaches, coins and dice the points come from. */

import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {Pattern, colourName} from "./dice.js";

/** The bars of the podium. @param {Api.Schemas["GameStage"][]} stages @returns {import("../contract.js").PodiumPart[]} */
export function parts(stages) {
  const points = stages.at(-1)?.points;
  if (!points) return [];
  const more = [
    {label: t("Coins"), short: "◎", scores: points.coins},
    {label: t("Open dice"), short: "⚅", scores: points.open_dice},
  ];
  const beaches = points.beaches.map((one) => ({label: colourName(one.beach), short: html`<svg class=${`owned c-${one.beach}`} viewBox="0 0 40 40"><rect width="40" height="40" rx="10" /><${Pattern} colour=${one.beach} /></svg>`, scores: one.points}));
  return [...beaches, ...more.filter(({scores}) => scores.some(Boolean))];
}
