/** The ends of Turn the Tide: what a stage has come to, and in the end each hand as every player has played it. */

import {SeatFace} from "../../parts/face.js";
import {html} from "../../vendor/preact.js";
import {listed, signed, t} from "../../words.js";
import {Card, cardWords, weather} from "./cards.js";
import {roundOf, rounds} from "./reveal.js";
import {handOf} from "./stages.js";

export const style = new URL("./late/endings.css", import.meta.url).href;

/** @typedef {{stage: number, seat: number, score: number, played: number[], rest: number[]}} Playing */

/**
 * The hands as they were played: by whom and in which stage, the best first. A hand that one's own points stand out
 * with comes first.
 *
 * @param {Api.Schemas["GameStage"][]} stages @param {number} size @param {number | null} mine
 */
export function handsOf(stages, size, mine) {
  const hands = Array.from({length: size}, (_, hand) => {
    const plays = stages.map((stage) => playingOf(stage, Array.from({length: size}, (_, at) => at).find((seat) => handOf(seat, stage.stage - 1, size) === hand) ?? 0));
    const own = plays.find((one) => one.seat === mine) ?? null;
    const others = plays.filter((one) => one !== own);
    const gap = own ? Math.abs(own.score - others.reduce((sum, one) => sum + one.score, 0) / Math.max(1, others.length)) : 0;
    return {hand, own, others: others.map((one) => one.score).sort((one, other) => other - one), plays: plays.sort((one, other) => other.score - one.score), gap};
  });
  return hands.sort((one, other) => other.gap - one.gap);
}

/** @param {Api.Schemas["GameStage"]} stage @param {number} seat @returns {Playing} */
function playingOf(stage, seat) {
  const played = stage.played?.[seat] ?? [];
  const rest = (stage.hands?.[seat] ?? []).filter((card) => !played.includes(card));
  return {stage: stage.stage, seat, score: stage.scores[seat] ?? 0, played, rest};
}

/** @param {{game: Api.Schemas["Game"], stages: Api.Schemas["GameStage"][], names: import("../../names.js").Names}} props */
export function Comparison({game, stages, names}) {
  const hands = handsOf(stages, game.seats.length, game.mine?.seat ?? null);
  return html`<section class="same-hand"><h3>${t("The same hand, played by others")}</h3>
    <ul>${hands.map(({hand, own, others, plays}) => html`<li key=${hand}>
      <p>${own ? t("With this hand you made {mine}, the others {others}.", {mine: signed(own.score), others: listed([...new Set(others)].map((n) => signed(n)))}) : t("Hand {letter}", {letter: String.fromCharCode(65 + hand)})}</p>
      <ul>${plays.map((one) => html`<li class=${one === own ? "own" : ""}><strong>${signed(one.score)}</strong> <span class="name">${names(one.seat)}</span><${Fan} ...${one} /></li>`)}</ul>
    </li>`)}</ul></section>`;
}

/** @param {Playing} props */
function Fan({played, rest}) {
  const all = [...played, ...rest];
  return html`<span class="small-fan" role="img" aria-label=${played.map(cardWords).join("; ")}>${all.map((card, at) => html`<i class=${`w${weather(card)}${at < played.length ? "" : " pale"}`} style=${`--at: ${at - (all.length - 1) / 2}`}><b>${card}</b></i>`)}</span>`;
}

/**
 * The end of a stage: the players by their totals, with the points that move there and who is out, the cards that were
 * played without a question, and what the player's next hand has brought the one who had it.
 *
 * @param {{events: Api.LoggedEvent[], game: Api.Schemas["Game"], names: import("../../names.js").Names}} props
 */
export function StageEnd({events, game, names}) {
  const {before, last, out, scores} = stageEnd(events);
  /** @type {{score: number}[]} */
  const totals = /** @type {any} */ (game.table).seats;
  const total = (/** @type {number} */ seat) => totals[seat]?.score ?? 0;
  const mine = game.mine?.seat;
  // Each hand moves one seat on.
  const holder = mine === undefined ? -1 : (mine + scores.length - 1) % scores.length;
  return html`<div class="stage-lines">
    <ol class="moved-points">${[...scores.keys()].sort((one, other) => total(other) - total(one)).map((seat) => html`<li class=${seat === mine ? "own" : ""}>
      <${SeatFace} game=${game} seat=${seat} mood=${out.includes(seat) ? "out" : "dry"} size=${48} /><span>${names(seat)}${out.includes(seat) && html` <small class="out-word">${t("out")}</small>`}</span>
      <b class=${(scores[seat] ?? 0) < 0 ? "lost" : ""}>${signed(scores[seat])}</b> <strong>${signed(total(seat), false)}</strong></li>`)}</ol>
    <div>${before > 0 && html`<p>${t("The last card needs no question.")}</p><ul class="last-cards">${last.map(({seat, card}) => html`<li>
      <span class="card-small"><${Card} card=${card} /></span><span>${names(seat)}<span class="unseen">: ${cardWords(card)}</span></span></li>`)}</ul>`}
      ${holder >= 0 && html`<p><strong>${t("Your next hand")}</strong><br />${t("{name} had it: {points}.", {name: names(holder), points: signed(scores[holder])})}</p>`}</div>
  </div>`;
}

/** What the events of a turn say of the end of its stage: how many rounds came before the last one, that one's cards, and who is out. @param {Api.LoggedEvent[]} events */
export function stageEnd(events) {
  const all = rounds(events);
  const ended = /** @type {any} */ (events.find((one) => one.type === "stage_ended")?.data ?? {});
  /** @type {number[]} */
  const scores = ended.scores ?? [];
  return {before: all.length - 1, last: roundOf(all.at(-1) ?? []).rows, out: [...scores.keys()].filter((seat) => ended.eliminated?.[seat]), scores};
}
