/** What lies beside the beaches and needs words: the tile to win, tiles that are gone, the bag, and the waves. */

import {Lazy} from "../../../parts/lazy.js";
import {html} from "../../../vendor/preact.js";
import {listed, t} from "../../../words.js";
import {colourName} from "../dice.js";

const tileWords = () => import("../rules/tiles.js");

/** @param {{table: Api.Schemas["HighTideTable"], about: import("../../contract.js").About}} props */
export default function Supply({table, about}) {
  const {baywatch, wave_lengths: waves} = table;
  const tile = about.game.turn && baywatch?.face_up;
  const used = baywatch?.used ?? [];
  return html`<section class="panel stock"><h2>${t("On the table")}</h2>
    ${tile && html`<p>${t("Tile to win: {tile}", {tile})} <${Lazy} load=${tileWords} tile=${tile} key=${tile} /></p>`}
    ${used.length > 0 && html`<p class="quiet">${t("Tiles used up: {tiles}", {tiles: used.map((one) => one.tile).join(", ")})}</p>`}
    ${bagWords(table.bag)}
    <p class="quiet">${t("A large wave covers {large} spaces, a small one {small}.", {...waves})}</p>
  </section>`;
}

/** Of a table that is past it is not known what was in the bag. @param {Record<string, number> | null} bag */
function bagWords(bag) {
  if (!bag) return null;
  const dice = Object.entries(bag).map(([colour, n]) => `${colourName(colour)} ${n}`);
  return html`<p>${t("Dice in the bag: {dice}", {dice: listed(dice)})}</p>`;
}
