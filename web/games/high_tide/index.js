/** High Tide. */

import {Choice} from "../../parts/choice.js";
import {Tip} from "../../parts/tips.js";
import {same} from "../../table/actions.js";
import {html} from "../../vendor/preact.js";
import {t, tn} from "../../words.js";
import {Beaches} from "./beach.js";
import {consequenceWords} from "./consequences.js";
import {colourName} from "./dice.js";
import {movesOf, stepsOf} from "./moves.js";
import {Supply} from "./supply.js";
import {areHidden, surferOf} from "./surfers.js";
import {InPlay, Track} from "./track.js";
import {actionWords, buttonWord, eventWords} from "./words.js";

/** @type {import("../contract.js").Picture} */
const picture = {
  draw(table, mine, choose, about) {
    const actions = /** @type {import("../contract.js").Action[]} */ (mine?.legal_actions ?? []);
    const seat = about.game.mine?.seat ?? -1;
    // What is looked at counts before what is chosen, as long as it is on offer.
    const looked = actions.find((one) => same(one, about.pointed ?? null)) ?? about.chosen;
    const moves = looked ? movesOf(table, seat, stepsOf(looked, table)) : [];
    // What lies on the track is taken from there; all else is chosen from a list.
    const listed = actions.filter((one) => one.type !== "take");
    return html`<div class="high-tide">
      <div class="shore"><${Tips} table=${table} seat=${seat} about=${about} /><${Beaches} table=${table} about=${about} moves=${moves} /></div>
      <div class="beside">
        ${table.dice && html`<div><${InPlay} table=${table} about=${about} />${actions.length > 0 && html`<${Tip} of="high.dice" />`}</div>`}
        ${listed.length > 0 && html`<div><${Choice} actions=${listed} about=${about} choose=${choose} words=${(one) => actionWords(one, table, about)} />
          ${table.decision === "choose" && html`<${Tip} of="high.choose" />`}</div>`}
        <div><${Track} table=${table} about=${about} actions=${actions} choose=${choose} /><${TrackTips} track=${table.track} /></div>
        <${Players} table=${table} about=${about} />
        <${Supply} table=${table} about=${about} />
        ${table.baywatch && html`<${Tip} of="high.baywatch" />`}
      </div>
    </div>`;
  },
  actionWords,
  consequence: consequenceWords,
  buttonWord,
  drawEvents: (events, about) => html`<ul class="happened">${events
    .map((one) => eventWords(one, about))
    .filter(Boolean)
    .map((words) => html`<li>${words}</li>`)}</ul>`,
  replay: () => import("./replay.js"),
  podium: () => import("./points.js"),
  orderForm: () => import("./order_form.js"),
  rules: () => import("./rules/index.js"),
  tips: () => import("./tips.js"),
};
export default picture;

/** What there is to be said of the beaches. @param {{table: Api.Schemas["HighTideTable"], seat: number, about: import("../contract.js").About}} props */
function Tips({table, seat, about}) {
  return html`<${Tip} of="high.beaches" />
    ${table.round > 1 && html`<${Tip} of="high.water" />`}
    ${table.coins && html`<${Tip} of="high.coins" />`}
    ${table.shark_alert?.alert && html`<${Tip} of="high.shark" />`}
    ${surferOf(table, seat, about) && html`<${Tip} of="high.surfer" />`}`;
}

/** What there is to be said of the dice track. @param {{track: Api.Schemas["HighTideDiceTrack"]}} props */
function TrackTips({track}) {
  return html`${track.spaces.some((one) => one.pair) && html`<${Tip} of="high.track" />`}
    ${track.rental !== null && html`<${Tip} of="high.rental" />`}
    ${track.spaces.some((one) => one.towel !== null) && html`<${Tip} of="high.towels" />`}`;
}

/** @param {{table: Api.Schemas["HighTideTable"], about: import("../contract.js").About}} props */
function Players({table, about}) {
  return html`<section class="panel"><h2>${t("Points")}</h2>
    <ul class="players">${table.scores.map((score, seat) => html`<li class=${[table.deciding.includes(seat) && "deciding", seat === about.game.mine?.seat && "mine"].filter(Boolean).join(" ")}>
      <span class=${`deckchair-mark s${seat}`}>${seat + 1}</span> <span>${about.names(seat)}</span> <strong>${score}${score !== null && html`<span class="unit"> ${tn(score, "point", "points")}</span>`}</strong>
      <small>${extras(table, seat, about)}</small></li>`)}</ul>
    <${Tip} of="high.points" />
    ${table.deciding.length > 0 && !table.scores.includes(/** @type {any} */ (null)) && html`<p class="quiet">${areHidden(table) ? t("Points as if the game ended now, without surfers.") : t("Points as if the game ended now.")}</p>`}
  </section>`;
}

/** What the expansions have given a seat. @param {Api.Schemas["HighTideTable"]} table @param {number} seat @param {import("../contract.js").About} about */
function extras(table, seat, about) {
  const coins = Object.entries(table.coins?.[seat] ?? {}).flatMap(([colour, value]) => (value === null ? [] : [`${colourName(colour)} ${value}`]));
  const tiles = (table.baywatch?.held ?? []).filter((one) => one.seat === seat).map((one) => one.tile);
  return [
    coins.length && t("Coins: {coins}", {coins: coins.join(", ")}),
    tiles.length && t("Tiles: {tiles}", {tiles: tiles.join(", ")}),
    surferWords(table, seat, about),
    table.baywatch?.open_dice?.seat === seat && t("Open dice"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Where a seat surfs, or that its tile lies face down. @param {Api.Schemas["HighTideTable"]} table @param {number} seat @param {import("../contract.js").About} about */
function surferWords(table, seat, about) {
  const beach = surferOf(table, seat, about);
  if (!beach) return areHidden(table) && t("Surfer tile face down");
  const words = {beach: colourName(beach)};
  return areHidden(table) ? t("Surfs on {beach} (only you see this)", words) : t("Surfs on {beach}", words);
}
