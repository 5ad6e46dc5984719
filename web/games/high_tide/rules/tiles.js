/** The nine tiles of Baywatch: a drawing of each, when it is used and what it does. */

import {html} from "../../../vendor/preact.js";
import {t} from "../../../words.js";

const DIE = "M-9 -9 h18 v18 h-18 Z";
const CHAIR = "M-6 -7 h12 v14 h-12 Z M-6 -3 h12 M-6 3 h12";

/** A path with a class, moved to where it belongs. @param {string} look @param {string} d @param {number} [x] @param {number} [y] */
const part = (look, d, x = 0, y = 0) => html`<path class=${look} d=${d} transform=${`translate(${x} ${y})`} />`;

/** @type {Record<string, () => Api.VNode>} */
const DRAWN = {
  B1: () => html`${part("tag-drawn", "M-12 -6 h24 v12 h-24 Z", 0, -5)}${part("arrow-drawn", "M0 -4 V8 M-5 3 L0 9 L5 3", 0, 7)}`,
  B2: () => html`${part("towel-drawn", "M-11 -4 h22 v8 h-22 Z", 0, 10)}${part("towel-drawn first", "M-11 -4 h22 v8 h-22 Z", 0, -11)}${part("arrow-drawn", "M0 5 V-4 M-5 0 L0 -5 L5 0")}`,
  B3: () => html`${part("chair-drawn", CHAIR, 0, 9)}${part("arrow-drawn", "M0 4 V-8 M-5 -3 L0 -9 L5 -3", 0, -6)}`,
  B4: () => html`${part("die-drawn", DIE, -8, 6)}${part("chair-drawn", CHAIR, 12, 8)}${part("arrow-drawn", "M0 4 V-8 M-5 -3 L0 -9 L5 -3", 12, -7)}`,
  B5: () => html`${part("die-drawn", DIE)}${part("arrow-drawn", "M-15 -3 A15 15 0 1 1 -8 13 M-12 17 L-9 13 L-6 9")}`,
  B6: () => html`${part("die-drawn", DIE, -9, 0)}${part("arrow-drawn", "M6 -7 h11 M11.500 -12.500 v11 M6 9 h11", 1, 0)}`,
  B7: () => html`${part("die-drawn", DIE, -10, 8)}${part("die-drawn other", DIE, 10, -8)}${part("arrow-drawn", "M-14 -6 Q-12 -15 -3 -14 M-7 -18 L-2 -14 L-7 -10", 0, 2)}`,
  B8: () => html`${part("die-drawn", DIE, -9, -8)}${part("die-drawn other", DIE, 9, 9)}${part("arrow-drawn", "M4 -8 H16 M11 -13 L17 -8 L11 -3 M-4 9 H-16 M-11 4 L-17 9 L-11 14")}`,
  B9: () => html`${part("die-drawn", DIE, -10, 0)}${part("chair-drawn", CHAIR, 11, -8)}${part("arrow-drawn", "M0 -5 V7 M-5 2 L0 8 L5 2", 11, 8)}`,
};

/** @returns {Record<string, [string, string]>} */
const texts = () => ({
  B1: [t("before you roll or take"), t("The rental moves one space further, and before the next go it rests.")],
  B2: [t("before the go of another player"), t("You play now, before that player.")],
  B3: [t("before the first go of a round"), t("One of your chairs moves 1 or 2 spaces.")],
  B4: [t("once your pair is settled"), t("One of your dice also moves any other chair of yours; then both count as usual.")],
  B5: [t("once your pair is settled"), t("You re-roll one of your dice.")],
  B6: [t("once your pair is settled"), t("Each of your dice counts one more, one less or as it is, between 1 and 6.")],
  B7: [t("once your pair is settled"), t("One of your dice counts as another colour.")],
  B8: [t("after a roll"), t("The roll goes on the track, and you take another pair from it.")],
  B9: [t("once your pair is settled"), t("One of your dice moves its chair back, away from the water, at most to the bar.")],
});

/** When a tile is used, and what it does. @param {{tile: string}} props */
export default function TileWords({tile}) {
  const [when, what] = texts()[tile] ?? ["", ""];
  return html`<small>(${when})</small> ${what}`;
}

/** A tile as it lies on the table. @param {{tile: string}} props */
export const Tile = ({tile}) => html`<svg class="tile-card" viewBox="-24 -24 48 48" aria-hidden="true"><rect class="tile-drawn" x="-22" y="-22" width="44" height="44" rx="8" />${DRAWN[tile]?.()}<text x="-20" y="-11">${tile}</text></svg>`;

export function Tiles() {
  return html`<ul class="tiles-told">${Object.entries(texts()).map(([name, [when, what]]) => html`<li>
    <${Tile} tile=${name} />
    <p><strong>${name}</strong> <small>${when}</small><br />${what}</p></li>`)}</ul>`;
}
