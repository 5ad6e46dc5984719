/** Who has won, and with how many points. */

import {html} from "../vendor/preact.js";
import {listed, t, tn} from "../words.js";

/** @param {{game: Api.Schemas["Game"], names: import("../names.js").Names}} props */
export function Outcome({game, names}) {
  const result = game.result;
  if (!result) return null;
  const isMine = game.mine !== null && result.winners.includes(game.mine.seat);
  const ranked = result.scores.map((score, seat) => ({seat, score: score ?? 0})).sort((a, b) => b.score - a.score);
  const winners = listed(result.winners.map(names));
  const said = isMine && result.winners.length === 1 ? t("You have won!") : t("Won by {names}.", {names: winners});
  return html`<section class="panel outcome" aria-label=${t("Result")}>
    <h2>${said}</h2>
    <ol>${ranked.map(({seat, score}) => html`<li class=${result.winners.includes(seat) ? "winner" : ""}>
      <span>${names(seat)}</span> <strong>${tn(score, "{n} point", "{n} points")}</strong></li>`)}</ol>
    <p class="row"><a class="button" href="/">${t("Another game")}</a> <a class="button" href="/home">${t("My games")}</a></p>
  </section>`;
}
