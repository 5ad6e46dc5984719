/** High Tide. */

import {Choice} from "../../parts/choice.js";
import {Lazy} from "../../parts/lazy.js";
import {Tip} from "../../parts/tips.js";
import {same} from "../../table/actions.js";
import {html} from "../../vendor/preact.js";
import {t, tn} from "../../words.js";
import {Beaches} from "./beach.js";
import {Pattern, colourName} from "./dice.js";
import {areHidden, movesOf, stepsOf, surferOf} from "./moves.js";
import {Mark} from "./pieces.js";
import {InPlay, Track} from "./track.js";
import {actionWords, buttonWord, consequenceWords} from "./words.js";

const log = () => import("./log.js");
const supply = () => import("./expansions/supply.js");
const boardwalk = () => import("./expansions/boardwalk.js");

/** @type {import("../contract.js").Picture} */
const picture = {
  draw(table, mine, choose, about) {
    const actions = /** @type {import("../contract.js").Action[]} */ (mine?.legal_actions ?? []);
    const seat = about.game.mine?.seat ?? -1;
    // What lies on the track is taken from there; all else is chosen from a list.
    const listed = actions.filter((one) => one.type !== "take");
    return html`<div class="high-tide">
      <div class="shore"><${Tips} table=${table} seat=${seat} about=${about} /><${Beaches} table=${table} about=${about} moves=${movesLookedAt(actions, table, about)} />
        ${isBeside(table) && html`<div class="boardwalk-place"><${Lazy} load=${boardwalk} table=${table} about=${about} /></div>`}</div>
      <div class="beside">
        ${table.dice && html`<div><${InPlay} table=${table} about=${about} />${actions.length > 0 && html`<${Tip} of="high.dice" />`}</div>`}
        ${listed.length > 0 && html`<div><${Choice} actions=${listed} about=${about} choose=${choose} words=${(one) => actionWords(one, table, about)} />
          ${table.decision === "choose" && html`<${Tip} of="high.choose" />`}</div>`}
        <div><${Track} table=${table} about=${about} actions=${actions} choose=${choose} /><${TrackTips} track=${table.track} /></div>
        <${Players} table=${table} about=${about} />
        <${Lazy} load=${supply} table=${table} about=${about} />
        ${table.baywatch && html`<${Tip} of="high.baywatch" />`}
      </div>
    </div>`;
  },
  actionWords,
  consequence: consequenceWords,
  buttonWord,
  drawEvents: (events, about) => html`<${Lazy} load=${log} events=${events} about=${about} />`,
  replay: () => import("./replay.js"),
  podium: () => import("./points.js"),
  orderForm: () => import("./order_form.js"),
  rules: () => import("./rules/index.js"),
  tips: () => import("./tips.js"),
};
export default picture;

/** The moves of what is looked at, or else of what is chosen. @param {import("../contract.js").Action[]} actions @param {Api.Schemas["HighTideTable"]} table @param {import("../contract.js").About} about */
function movesLookedAt(actions, table, about) {
  const looked = actions.find((one) => same(one, about.pointed ?? null)) ?? about.chosen;
  return looked ? movesOf(table, about.game.mine?.seat ?? -1, stepsOf(looked, table)) : [];
}

/** Whether anything lies on the boardwalk. @param {Api.Schemas["HighTideTable"]} table */
const isBeside = (table) => Boolean(table.baywatch || table.shark_alert || areHidden(table));

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
      <${Mark} seat=${seat} /> <span>${about.names(seat)}</span> <strong>${score}${score !== null && html`<span class="unit"> ${tn(score, "point", "points")}</span>`}</strong>
      <${Coins} owned=${/** @type {any} */ (table.coins?.[seat] ?? {})} /></li>`)}</ul>
    <${Tip} of="high.points" />
    ${table.deciding.length > 0 && !table.scores.includes(/** @type {any} */ (null)) && html`<p class="quiet">${areHidden(table) ? t("Points as if the game ended now, without surfers.") : t("Points as if the game ended now.")}</p>`}
  </section>`;
}

/** The coins of a seat, each on the pattern of its beach. @param {{owned: Record<string, number | null>}} props */
function Coins({owned}) {
  const coins = Object.entries(owned).flatMap(([colour, value]) => (value === null ? [] : [{colour, value}]));
  const words = coins.map(({colour, value}) => `${colourName(colour)} ${value}`).join(", ");
  return coins.length > 0 && html`<small title=${words}><span class="unseen">${t("Coins: {coins}", {coins: words})}</span>
    ${coins.map(({colour, value}) => html`<svg class=${`owned c-${colour}`} viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="10" /><${Pattern} colour=${colour} /><circle cx="20" cy="20" r="13.5" /><text x="20" y="27" text-anchor="middle">${value}</text></svg>`)}</small>`;
}
