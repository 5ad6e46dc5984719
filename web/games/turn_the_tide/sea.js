/** The players in the water: each one's face, tide level, preservers, and whether they have answered. */

import {SeatFace} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";
import {t, tn} from "../../words.js";
import {Ring, Sky, weather} from "./cards.js";

const HIGHEST = 12;
/** Where the water stands at tide 0 and how much each tide adds, in the drawing. */
const GROUND = 128;
const STEP = 7;
/** From this tide on a face is worried. */
const WORRIES = 8;

/** @param {{table: Api.Schemas["TurnTheTideTable"], about: import("../contract.js").About}} props */
export function Sea({table, about}) {
  const {game} = about;
  const highest = Math.max(...table.seats.map((one) => one.tide_level));
  // The weather is as bad as that of the highest card that has been seen in this stage.
  const seen = Math.max(1, ...table.seats.flatMap((one) => one.played));
  return html`<ul class=${`sea-row sky-${weather(seen)}`} aria-label=${t("Players")}>
    ${table.seats.map((one) => {
      const asked = game.turn?.asked.find((other) => other.seat === one.seat);
      return html`<${Swimmer} key=${one.seat} player=${one} name=${about.names(one.seat)} isMine=${one.seat === game.mine?.seat} game=${game} seen=${seen}
        overlay=${about.overlay?.(one.seat)} worst=${one.tide_level === highest && highest > 0} asked=${asked} away=${game.seats.find((other) => other.seat === one.seat)?.away ?? null} />`;
    })}
  </ul>`;
}

/**
 * @param {{player: Api.Schemas["TurnTheTideSeatAtTable"], name: string, isMine: boolean, worst: boolean, game: Api.Schemas["Game"], seen: number,
 *   overlay: import("../contract.js").Drawn | undefined, asked?: {answered: boolean}, away: string | null}} props
 */
function Swimmer({player, name, isMine, game, seen, overlay, worst, asked, away}) {
  const y = GROUND - Math.min(player.tide_level, HIGHEST) * STEP;
  const classes = ["swimmer", isMine && "mine", worst && "worst", player.eliminated && "out"].filter(Boolean).join(" ");
  return html`<li class=${classes}>
    <svg viewBox="0 0 120 150" aria-hidden="true">
      <defs><clipPath id=${`frame-${player.seat}`}><rect x="2" y="2" width="116" height="146" rx="14" /></clipPath></defs>
      <g clip-path=${`url(#frame-${player.seat})`}>
        <rect class="air" width="120" height="150" /><g class="weather" transform="translate(-13 -18) scale(1.4)"><${Sky} card=${seen} /></g>
        <path class="far" d="M0 92H120V150H0Z" />
        <g class="afloat" style=${`transform: translateY(${y}px)`}>
          <g class="raft"><${SeatFace} game=${game} seat=${player.seat} mood=${moodOf(player, worst)} x="40" y=${player.eliminated ? -30 : -45} size=${50} />
            ${!player.eliminated && html`<${Float} />`}</g>
          <path class="water back" d="M-20 6 q10 -7 20 0 t20 0 20 0 20 0 20 0 20 0 20 0 20 0 V160 H-20 Z" />
          <path class="water" d="M-10 10 q10 -7 20 0 t20 0 20 0 20 0 20 0 20 0 20 0 20 0 V160 H-10 Z" />
        </g>
        <g class="marks">${[3, 6, 9, 12].map((n) => html`<path d="M104 ${GROUND - n * STEP} h12" /><text x="101" y=${GROUND - n * STEP + 3} text-anchor="end">${n}</text>`)}</g>
        <text class="level" x="12" y="30">${player.tide_level}</text>
        ${asked && html`<${Answered} isSealed=${asked.answered} />`}
      </g>
      <rect class="frame" x="2" y="2" width="116" height="146" rx="14" />
    </svg>
    ${overlay && html`<div class="over">${overlay}</div>`}
    <p class="name"><span>${name}</span>${asked && html`<span class="unseen"> ${asked.answered ? t("has answered") : t("thinking")}</span>`}</p>
    <p class="unseen">${words(player)}</p>
    <p class="rings" aria-hidden="true"><${Rings} player=${player} /></p>
    <p class="points"><strong>${player.score}</strong> ${tn(player.score, "point", "points")}${away && html` · ${t("bot plays")}`}</p>
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

const Float = () => html`<ellipse class="float" cx="65" cy="4.5" rx="26" ry="6.5" /><ellipse class="float bands" cx="65" cy="4.5" rx="26" ry="6.5" />`;

/** A card face down for who has sealed, and three dots for who thinks: above the scale, where no face comes. @param {{isSealed: boolean}} props */
const Answered = ({isSealed}) => isSealed
  ? html`<g class="answered yes"><rect x="94" y="8" width="18" height="25" rx="4" /><path d="M98.5 20.5l3.5 4 6 -8" /></g>`
  : html`<g class="answered"><rect x="92" y="12" width="22" height="14" rx="7" /><path d="M98 19h.1M103 19h.1M108 19h.1" /></g>`;
