/** Pieces beside the beaches: open dice, tiles, sharks, and the dice in the bag. */

import {Lazy} from "../../parts/lazy.js";
import {html} from "../../vendor/preact.js";
import {listed, t} from "../../words.js";
import {Pair, colourName} from "./dice.js";

const tileWords = () => import("./rules/tiles.js");

/** @param {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About}} props */
export function Supply({table, about}) {
  const {baywatch, shark_alert: sharks, wave_lengths: waves} = table;
  return html`<section class="panel stock"><h2>${t("On the table")}</h2>
    ${baywatch && html`<${Baywatch} baywatch=${baywatch} about=${about} />`}
    ${sharks?.alert && html`<p>${sharksWords(sharks)}</p>`}
    ${bagWords(table.bag)}
    <p class="quiet">${t("A large wave covers {large} spaces, a small one {small}.", {...waves})}</p>
  </section>`;
}

/** @param {{baywatch: Api.Schemas["HighTideBaywatchState"], about: import("../contract.js").About}} props */
function Baywatch({baywatch: {face_up: tile, open_dice: open, used}, about}) {
  const total = open && open.pair.left.face + open.pair.right.face;
  return html`
    ${open && html`<p class="in-play"><span>${t("Open dice: {name}, {total} in all", {name: about.names(open.seat), total})}</span> <${Pair} pair=${open.pair} /></p>`}
    ${tile && about.game.turn && html`<p>${t("Tile to win: {tile}", {tile})} <${Lazy} load=${tileWords} tile=${tile} key=${tile} /></p>`}
    ${used.length > 0 && html`<p class="quiet">${t("Tiles used up: {tiles}", {tiles: used.map((one) => one.tile).join(", ")})}</p>`}`;
}

/** Of a table that is past it is not known which sharks were left. @param {{alert: string | null, sharks_left: number[] | null}} sharks */
function sharksWords({alert, sharks_left: left}) {
  const where = t("Shark alert on the {beach} beach.", {beach: colourName(alert ?? "")});
  return left ? `${where} ${t("Sharks left, by spaces they push a chair back: {sharks}", {sharks: [...left].sort((one, other) => one - other).join(", ")})}` : where;
}

/** Of a table that is past it is not known what was in the bag. @param {Record<string, number> | null} bag */
function bagWords(bag) {
  if (!bag) return null;
  const dice = Object.entries(bag).map(([colour, n]) => `${colourName(colour)} ${n}`);
  return html`<p>${t("Dice in the bag: {dice}", {dice: listed(dice)})}</p>`;
}
