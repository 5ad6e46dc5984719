/**
 * The winners and all points. An end that comes while the table is open is announced, and scrolled into the window
 * with what stands above it: a rematch, and what a standing order has played.
 */

import {say} from "../parts/announcements.js";
import {html, useEffect, useRef} from "../vendor/preact.js";
import {nextGame} from "../waiting.js";
import {listed, t, tn} from "../words.js";

/** @param {{game: Api.Schemas["Game"], names: import("../names.js").Names}} props */
export function Outcome({game, names}) {
  const result = game.result;
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const wasRunning = useRef(result === null);
  const ranked = (result?.scores ?? []).map((score, seat) => ({seat, score: score ?? 0})).sort((a, b) => b.score - a.score);
  const message = result && wonWords(game, result.winners, names);
  useEffect(() => {
    if (!message || !wasRunning.current) return;
    wasRunning.current = false;
    say([t("The game is over."), message, ...ranked.map(({seat, score}) => `${names(seat)}: ${points(score)}.`)].join(" "));
    heading.current?.focus({preventScroll: true});
    window.scrollTo({top: 0});
  }, [message]);
  if (!result) return null;
  const next = nextGame(game.id);
  return html`<section class="panel outcome" aria-label=${t("Result")}>
    <h2 ref=${heading} tabindex=${-1}>${message}</h2>
    <ol>${ranked.map(({seat, score}) => html`<li class=${result.winners.includes(seat) ? "winner" : ""}>
      <span>${names(seat)}</span> <strong>${points(score)}</strong></li>`)}</ol>
    <p class="row">${next && html`<a class="button" href=${`/game/${next}`}>${t("Next game")}</a> `}<a class="button" href="/">${t("Another game")}</a> <a class="button" href="/home">${t("My games")}</a></p>
  </section>`;
}

/** @param {number} n */
const points = (n) => tn(n, "{n} point", "{n} points");

/** @param {Api.Schemas["Game"]} game @param {number[]} winners @param {import("../names.js").Names} names */
function wonWords({mine}, winners, names) {
  const isMine = mine !== null && winners.length === 1 && winners.includes(mine.seat);
  return isMine ? t("You have won!") : t("Won by {names}.", {names: listed(winners.map(names))});
}
