/** The players in the water: each one's face, tide level, preservers, and whether they have answered. */

import {SeatFace} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";
import {signed, t, tn} from "../../words.js";
import {Back, Ring, Sky, weather} from "./cards.js";

const HIGHEST = 12;
/** Where the water stands at tide 0 and how much each tide adds, in the drawing. */
const GROUND = 128;
const STEP = 7;
/** From this tide on a face is worried. */
const WORRIES = 8;
/** Players who have room for more than a number at their scale. */
const MANY = 4;

/** @param {{table: Api.Schemas["TurnTheTideTable"], about: import("../contract.js").About}} props */
export function Sea({table, about}) {
  const {game} = about;
  const highest = Math.max(...table.seats.map((one) => one.tide_level));
  // The weather is as bad as that of the highest card that has been seen in this stage.
  const seen = Math.max(1, ...table.seats.flatMap((one) => one.played));
  return html`<div class=${`sea-row sky-${weather(seen)}${table.seats.length > MANY ? " many" : ""}`}>
    <svg class="horizon" viewBox="0 0 600 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect class="air" width="600" height="150" />
      ${[15, 135, 265, 385, 505].map((x) => html`<g class="weather" transform=${`translate(${x} ${(x % 3) * 8 - 50}) scale(1.4)`}><${Sky} card=${seen} /></g>`)}
      <path class="far" d="M0 92h600v58H0z" /></svg>
    <ul aria-label=${t("Players")}>
    ${table.seats.map((one) => {
      const asked = game.turn?.asked.find((other) => other.seat === one.seat);
      return html`<${Swimmer} key=${one.seat} player=${one} name=${about.names(one.seat)} isMine=${one.seat === game.mine?.seat} game=${game}
        overlay=${about.overlay?.(one.seat)} worst=${one.tide_level === highest && highest > 0} asked=${asked} away=${game.seats.find((other) => other.seat === one.seat)?.away ?? null} />`;
    })}</ul>
  </div>`;
}

/**
 * @param {{player: Api.Schemas["TurnTheTideSeatAtTable"], name: string, isMine: boolean, worst: boolean, game: Api.Schemas["Game"],
 *   overlay: import("../contract.js").Drawn | undefined, asked?: {answered: boolean}, away: string | null}} props
 */
function Swimmer({player, name, isMine, game, overlay, worst, asked, away}) {
  const y = GROUND - Math.min(player.tide_level, HIGHEST) * STEP;
  const classes = ["swimmer", isMine && "mine", worst && "worst", player.eliminated && "out"].filter(Boolean).join(" ");
  return html`<li class=${classes}>
    <svg viewBox="0 0 120 150" aria-hidden="true">
      <defs><clipPath id=${`frame-${player.seat}`}><rect x="2" y="2" width="116" height="146" rx="14" /></clipPath></defs>
      <g clip-path=${`url(#frame-${player.seat})`}>
        <g class="afloat" style=${`transform: translateY(${y}px)`}>
          <g class="raft"><g class="diver"><${SeatFace} game=${game} seat=${player.seat} mood=${moodOf(player, worst)} x="46" y="-45" size=${50} /></g>
            ${!player.eliminated && html`<${Float} />`}</g>
          <path class="water back" d="M-20 6 q10 -7 20 0 t20 0 20 0 20 0 20 0 20 0 20 0 20 0 V160 H-20 Z" />
          <path class="water" d="M-10 10 q10 -7 20 0 t20 0 20 0 20 0 20 0 20 0 20 0 20 0 V160 H-10 Z" />
        </g>
        <g class="marks">${[3, 6, 9, 12].map((n) => html`<path d="M111 ${GROUND - n * STEP} h7" /><text x="109" y=${GROUND - n * STEP + 3} text-anchor="end">${n}</text>`)}</g>
        <text class="level" x="9" y="30">${player.tide_level}</text>
        ${asked && html`<${Answered} isSealed=${asked.answered} />`}
      </g>
      <rect class="frame" x="2" y="2" width="116" height="146" rx="14" />
    </svg>
    ${overlay && html`<div class="over">${overlay}</div>`}
    <p class="name"><span>${name}</span>${asked && html`<span class="unseen"> ${asked.answered ? t("has answered") : t("thinking")}</span>`}</p>
    <p class="unseen">${words(player)}</p>
    <p class="rings" aria-hidden="true"><${Rings} player=${player} /></p>
    <p class="points"><strong>${signed(player.score, false)}</strong> ${tn(player.score, "point", "points")}${away && html` · ${t("bot plays")}`}</p>
  </li>`;
}

/** @param {Api.Schemas["TurnTheTideSeatAtTable"]} player */
function words(player) {
  if (player.eliminated) return t("out until the next stage");
  const rings = t("{left} of {all} preservers left", {left: player.preservers, all: player.preservers_at_start});
  return `${t("tide level {n}", {n: player.tide_level})}, ${rings}, ${tn(player.cards_left, "{n} card", "{n} cards")}`;
}

/** @param {{player: Api.Schemas["TurnTheTideSeatAtTable"]}} props */
function Rings({player}) {
  if (player.eliminated) return html`<span class="out-word">${t("out")}</span>`;
  return html`<svg viewBox=${`0 0 ${Math.max(1, player.preservers_at_start) * 18} 18`} height="18">
    ${Array.from({length: player.preservers_at_start}, (_, at) => html`<g transform="translate(${9 + at * 18} 9)"><${Ring} r=${6} gone=${at >= player.preservers} /></g>`)}
  </svg>`;
}

/** What everybody sees in a face. @param {{eliminated: boolean, tide_level: number}} player @param {boolean} isDeepest @returns {import("../../parts/face.js").Mood} */
export function moodOf({eliminated, tide_level: level}, isDeepest) {
  if (eliminated) return "out";
  return isDeepest ? "deepest" : level >= WORRIES ? "worried" : "dry";
}

const Float = () => html`<ellipse class="float" cx="71" cy="4.5" rx="26" ry="6.5" /><ellipse class="float bands" cx="71" cy="4.5" rx="26" ry="6.5" />`;

/** A card face down for who has sealed, and three dots for who thinks: left of the swimmer, where the card will be open. @param {{isSealed: boolean}} props */
const Answered = ({isSealed}) => isSealed
  ? html`<${Back} x="4" y="38" width="38" height="53" />`
  : html`<g class="answered"><rect x="6" y="42" width="34" height="17" rx="8.5" /><path d="M15 50.5h.1M23 50.5h.1M31 50.5h.1" /></g>`;
