/** What a list shows of a table at a glance: a small picture, the faces of its players, and a ribbon with the result. */

import {namesOf, personName} from "../names.js";
import {ago} from "../time.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {listed, t} from "../words.js";
import {Face} from "./face.js";

/** @typedef {Api.Schemas["GameSummary"]} Summary */

/** Where the water stands, from 0 to 1: it rises from stage to stage. @param {Summary} game */
const tideOf = ({status, stage, stages}) => (status === "finished" ? 1 : ((stage ?? 1) - 1) / Math.max(1, stages ?? 1));

const WAVE = "q5 -4 10 0t10 0 10 0 10 0 10 0 10 0 10 0";

/** The sea or the beaches, as far as the game has come. @param {{game: Summary}} props */
export function Picture({game}) {
  const tide = tideOf(game);
  const isSea = game.ruleset === "turn_the_tide";
  return html`<svg class="table-picture" viewBox="0 0 56 56" aria-hidden="true">
    ${isSea
      ? html`<rect class="air" width="56" height="56" /><circle class="sun" cx="41" cy="15" r="7" />
        <path class="water" d=${`M-6 ${44 - 22 * tide}${WAVE}V60H-6Z`} /><g transform=${`translate(20 ${43 - 22 * tide})`}><circle class="ring" r="7" /><circle class="ring bands" r="7" /></g>`
      : html`<rect class="sand" width="56" height="56" /><path class="rows" d="M19 0V56M37 0V56" /><path class="water" d=${`M-6 ${12 + 22 * tide}${WAVE}V-4H-6Z`} />
        <path class="chair s0" d="M6 42h8v9H6Z" /><path class="chair s1" d="M24 40h8v9h-8Z" /><path class="chair s2" d="M42 43h8v9h-8Z" />`}
  </svg>`;
}

/** A face for each seat that is taken, and a ring for each that is free. @param {{game: Summary, size?: number}} props */
export function Faces({game, size = 28}) {
  const free = game.status === "open" ? game.seat_count - taken(game).length : 0;
  return html`<span class="faces" aria-hidden="true">${taken(game).map((one) => html`<span class=${game.result?.winners.includes(one.seat) ? "winner" : ""}>
      <${Face} avatar=${one.avatar} seat=${one.seat} size=${size} /></span>`)}
    ${Array.from({length: free}, () => html`<span class="free"></span>`)}</span>`;
}

/** @param {Summary} game */
const taken = (game) => game.seats.filter((one) => one.player !== null || one.bot !== null);

/** Who has won, for all who look at the list. @param {{game: Summary, seat?: number | null}} props `seat`: the viewer's */
export function Ribbon({game, seat = null}) {
  if (game.status === "cancelled") return html`<span class="ribbon">${t("Cancelled")}</span>`;
  const winners = game.result?.winners;
  if (!winners) return null;
  const isMine = seat !== null && winners.includes(seat);
  const names = winners.filter((one) => one !== seat).map(namesOf(/** @type {any} */ (game)));
  if (isMine) return html`<span class="ribbon won">★ ${names.length ? t("You won with {names}", {names: listed(names)}) : t("You won")}</span>`;
  return html`<span class="ribbon">★ ${t("Winner: {names}", {names: listed(names)})}</span>`;
}

/** What has happened last, in words; but for what the player did, and of a game that is over. @param {{game: Summary}} props */
export function LastEvent({game}) {
  const {at, text} = game.last_event;
  const isKnown = game.result || game.status === "cancelled" || text?.startsWith(`${personName(username() ?? "")} `);
  return html`<small class="last-event">${!isKnown && text && `${text} · `}${ago(Date.parse(at))}</small>`;
}
