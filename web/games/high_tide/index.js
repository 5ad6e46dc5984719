/** High Tide. */

import {same} from "../../parts/choice.js";
import {Lazy} from "../../parts/lazy.js";
import {Tip} from "../../parts/tips.js";
import {html, useEffect, useState} from "../../vendor/preact.js";
import {t, tn} from "../../words.js";
import {Beaches} from "./beach.js";
import {Pattern, colourName} from "./dice.js";
import {Hand} from "./hand.js";
import {areHidden, goesSince, moodOf, placesOf, surferOf} from "./moves.js";
import {Mark} from "./pieces.js";
import {wayOf} from "./press.js";
import {Track} from "./track.js";
import {actionWords, buttonWord} from "./words.js";

/** @typedef {import("../contract.js").Action} Action */
/** @typedef {import("../contract.js").About} About */

const face = () => import("../../parts/face.js").then(({SeatFace}) => ({default: SeatFace}));
const log = () => import("./log.js");
const supply = () => import("./expansions/supply.js");
const boardwalk = () => import("./expansions/boardwalk.js");

/** @type {import("../contract.js").Picture} */
const picture = {
  draw: (table, mine, choose, about) => html`<${Board} table=${table} mine=${mine} choose=${choose} about=${about} />`,
  actionWords,
  buttonWord,
  isPlayedOnTable: true,
  drawEvents: (events, about) => html`<${Lazy} load=${log} events=${events} about=${about} />`,
  replay: () => import("./replay.js"),
  reveal: () => import("./reveal/index.js"),
  movesSince(events, game) {
    const since = game.mine && goesSince(events, game.mine.seat);
    return since && {turn: since.turn, words: tn(since.goes, "{n} go since yours", "{n} goes since yours")};
  },
  endings: () => import("./endings.js"),
  orderForm: () => import("./order_form.js"),
  rules: () => import("./rules/index.js"),
  tips: () => import("./tips.js"),
};
export default picture;

/** @param {{table: Api.Schemas["HighTideTable"], mine: any, choose: (action: Action) => void, about: About}} props */
function Board({table, mine, choose, about}) {
  const seat = about.game.mine?.seat ?? -1;
  /** @type {Action[]} */
  const actions = isStanding(about) ? (mine?.legal_actions ?? []) : [];
  /** The player's tile whose uses are shown. */
  const [tile, openTile] = useState(/** @type {string | null} */ (null));
  useEffect(() => openTile(null), [about.game.turn?.number]);
  const looked = lookedAt(actions, about);
  const usable = [...new Set(actions.flatMap((one) => (one.type === "tile" ? [String(one.tile)] : [])))];
  const ways = placesOf(actions.filter((one) => one.type !== "tile" || one.tile === tile), table, seat);
  const places = looked ? placesOf([looked], table, seat) : ways;
  const play = {actions, about, table, choose};
  /** A chair that one answer alone would move is pressed as its place is. @param {string} beach */
  const hold = (beach) => {
    const [way, ...more] = ways.filter((one) => one.beach === beach);
    return way && !more.length && !about.sealed ? wayOf(way.action, play) : undefined;
  };
  const tiles = {usable, open: tile, press: (/** @type {string} */ one) => openTile(tile === one ? null : one)};
  return html`<div class="high-tide">
    <div class="shore"><${Tips} table=${table} seat=${seat} about=${about} /><${Beaches} table=${table} about=${about} places=${places} isSure=${looked !== null} play=${play} hold=${hold} />
      ${isBeside(table) && html`<div class="boardwalk-place"><${Lazy} load=${boardwalk} table=${table} about=${about} tiles=${tiles} /></div>`}</div>
    <div class="beside">
      <${Hand} play=${play} looked=${looked} tile=${tile} />
      <div><${Track} play=${play} /><${TrackTips} track=${table.track} /></div>
      <${Players} table=${table} about=${about} />
      <${Lazy} load=${supply} table=${table} about=${about} />
      ${table.baywatch && html`<${Tip} of="high.baywatch" />`}
    </div>
  </div>`;
}

/** What is looked at counts before what is chosen, as long as it is on offer. @param {Action[]} actions @param {About} about */
const lookedAt = (actions, about) => actions.find((one) => same(one, about.pointed ?? null)) ?? (isStanding(about) ? about.chosen : null);

/** Whether the table stands still, so that one can press on it. @param {About} about */
const isStanding = ({frame}) => frame === undefined || frame === "still";

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
  return html`<section class="panel points-now"><h2>${t("Points")}</h2>
    <ul class="players">${table.scores.map((score, seat) => html`<li class=${[table.deciding.includes(seat) && "deciding", seat === about.game.mine?.seat && "mine"].filter(Boolean).join(" ")}>
      <i class="face-place"><${Lazy} load=${face} game=${about.game} seat=${seat} mood=${moodOf(table, seat)} size=${28} /></i><${Mark} seat=${seat} /> <span class="name" title=${about.names(seat)}>${about.names(seat)}</span> <strong>${score}${score !== null && html`<span class="unseen"> ${tn(score, "point", "points")}</span>`}</strong>
      <${Coins} owned=${/** @type {any} */ (table.coins?.[seat] ?? {})} beaches=${table.beaches} /></li>`)}</ul>
    <${Tip} of="high.points" />
    ${about.game.turn && !table.scores.includes(/** @type {any} */ (null)) && html`<p class="quiet">${areHidden(table) ? t("Points as if the game ended now, without surfers.") : t("Points as if the game ended now.")}</p>`}
  </section>`;
}

/** The coins of a seat, each on the pattern of its beach. @param {{owned: Record<string, number | null>, beaches: Api.Schemas["HighTideBeachState"][]}} props */
function Coins({owned, beaches}) {
  const coins = beaches.map(({beach: colour}) => ({colour, value: owned[colour]})).filter(({value}) => value);
  const words = coins.map(({colour, value}) => `${colourName(colour)} ${value}`).join(", ");
  return coins.length > 0 && html`<small title=${words}><span class="unseen">${t("Coins: {coins}", {coins: words})}</span>
    ${coins.map(({colour, value}) => html`<svg class=${`owned c-${colour}`} viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="10" /><${Pattern} colour=${colour} /><circle cx="20" cy="20" r="13.5" /><text x="20" y="27" text-anchor="middle">${value}</text></svg>`)}</small>`;
}
