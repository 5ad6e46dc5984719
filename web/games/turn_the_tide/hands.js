/** Each hand as every player has played it, the stages side by side. A hand goes to the left after each stage. */

import {read} from "../../api.js";
import {useRead} from "../../game_menu/calls.js";
import {namesOf} from "../../names.js";
import {ProblemMessage} from "../../parts/problem_message.js";
import {html} from "../../vendor/preact.js";
import {t, tn} from "../../words.js";
import {Card, cardWords} from "./cards.js";

/** @param {import("../../table/menu.js").MenuProps} props */
export default function Hands({game}) {
  const stages = useRead(() => read("/games/{game}/stages", {game: game.id}), [game.stage, game.status]);
  if (stages.problem) return html`<${ProblemMessage} problem=${stages.problem} />`;
  if (!stages.data) return html`<p>${t("Loading …")}</p>`;
  const done = stages.data.results;
  if (!done.length) return html`<p>${t("No stage is over yet.")}</p>`;
  const size = game.seats.length;
  const hands = Array.from({length: size}, (_, at) => at);
  return html`<p class="quiet">${t("Every player plays each hand once. Cards are shown in the order they were played; cards that were not played are pale.")}</p>
    ${hands.map((hand) => html`<section class="hand-of" key=${hand}><h3>${t("hand {letter}", {letter: String.fromCharCode(65 + hand)})}</h3>
      <ol class="side-by-side">${done.map((stage) => html`<${PlayedHand} game=${game} stage=${stage} seat=${(hand + stage.stage - 1) % size} />`)}</ol></section>`)}`;
}

/** @param {{game: Api.Schemas["Game"], stage: Api.Schemas["GameStage"], seat: number}} props */
function PlayedHand({game, stage, seat}) {
  const played = stage.played?.[seat] ?? [];
  const hand = stage.hands?.[seat] ?? null;
  const rest = hand?.filter((card) => !played.includes(card)) ?? [];
  return html`<li class="panel">
    <p><strong>${namesOf(game)(seat)}</strong> <small>${t("Stage {n}", {n: stage.stage})}</small></p>
    <p><${Outcome} stage=${stage} seat=${seat} /></p>
    <p class="few-cards">${played.map((card) => html`<${Small} card=${card} />`)}${rest.map((card) => html`<${Small} card=${card} pale=${true} />`)}</p>
    ${hand === null && html`<p class="quiet">${t("Cards that were never revealed stay hidden until the game is over.")}</p>`}
  </li>`;
}

/** @param {{stage: Api.Schemas["GameStage"], seat: number}} props */
function Outcome({stage, seat}) {
  const score = stage.scores[seat] ?? 0;
  const rings = {left: stage.preservers?.[seat], all: stage.preservers_at_start?.[seat]};
  return html`${tn(score, "{n} point", "{n} points")} · ${t("{left} of {all} preservers left", rings)}
    ${stage.eliminated?.[seat] && html` · <span class="out-word">${t("out")}</span>`}`;
}

/** @param {{card: number, pale?: boolean}} props */
function Small({card, pale = false}) {
  return html`<span class=${pale ? "card-small pale" : "card-small"}><${Card} card=${card} /><span class="unseen">${cardWords(card)}${pale ? ` (${t("not played")})` : ""}; </span></span>`;
}
