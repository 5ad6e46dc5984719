/** High Tide. */

import {Choice} from "../../parts/choice.js";
import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {Beaches} from "./beach.js";
import {colourName} from "./dice.js";
import {movesOf, stepsOf} from "./moves.js";
import {InPlay, Track} from "./track.js";
import {actionWords, eventWords, points} from "./words.js";

/** @type {import("../contract.js").Picture} */
const picture = {
  draw(table, mine, choose, about) {
    const actions = /** @type {import("../contract.js").Action[]} */ (mine?.legal_actions ?? []);
    const seat = about.game.mine?.seat ?? -1;
    const moves = about.chosen ? movesOf(table, seat, stepsOf(about.chosen, table)) : [];
    // What lies on the track is taken from there; all else is chosen from a list.
    const listed = actions.filter((one) => one.type !== "take");
    return html`<div class="high-tide">
      <${Beaches} table=${table} about=${about} moves=${moves} />
      <div class="beside">
        <${InPlay} table=${table} about=${about} />
        <${Choice} actions=${listed} about=${about} choose=${choose} words=${(/** @type {any} */ one) => actionWords(one, table, about)} />
        <${Track} table=${table} about=${about} actions=${actions} choose=${choose} />
        <${Players} table=${table} about=${about} />
      </div>
    </div>`;
  },
  words: actionWords,
  moment: (events, about) => html`<ul class="happened">${events
    .map((one) => eventWords(one, about))
    .filter(Boolean)
    .map((words) => html`<li>${words}</li>`)}</ul>`,
};
export default picture;

/** @param {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About}} props */
function Players({table, about}) {
  return html`<section class="panel"><h2>${t("Round {n} of {all}", {n: table.round, all: table.rounds})}</h2>
    <ul class="players">${table.scores.map((score, seat) => html`<li class=${table.deciding.includes(seat) ? "deciding" : ""}>
      <span class=${`deckchair-mark s${seat}`}>${seat + 1}</span> <span>${about.names(seat)}</span> <strong>${points(score)}</strong>
      <small>${extras(table, seat)}</small></li>`)}</ul>
    <p class="quiet">${t("Points as if the game ended now.")}</p>
  </section>`;
}

/** What the expansions have given a seat. @param {Api.Schemas["HighTideTable"]} table @param {number} seat */
function extras(table, seat) {
  const coins = Object.entries(table.coins?.[seat] ?? {}).flatMap(([colour, value]) => (value === null ? [] : [`${colourName(colour)} ${value}`]));
  const tiles = (table.baywatch?.held ?? []).filter((one) => one.seat === seat).map((one) => one.tile);
  const surfer = table.surfers?.[seat];
  return [
    coins.length && t("Coins: {coins}", {coins: coins.join(", ")}),
    tiles.length && t("Tiles: {tiles}", {tiles: tiles.join(", ")}),
    surfer && t("Surfs on {beach}", {beach: colourName(surfer)}),
    table.baywatch?.open_dice?.seat === seat && t("Open dice"),
  ]
    .filter(Boolean)
    .join(" · ");
}
