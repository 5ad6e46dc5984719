/** The analysis of a finished game: moves of the Strong bot beside those that were played. */

import {read} from "../api.js";
import {namesOf} from "../names.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {useRead} from "./calls.js";
import {usePastActionWords} from "./past_action_words.js";

/** @typedef {Api.Schemas["AnalysedMove"]} Move */
/** @typedef {import("./past_action_words.js").Words} Words */
const AGAIN = 1500;
/** From which costs on an answer was doubtful, and dear. */
const DOUBTFUL = 1;
const DEAR = 3;

/** @param {import("../table/menu.js").MenuProps} props */
export default function Analysis({game, events, picture}) {
  const analysis = useRead(() => read("/games/{game}/analysis", {game: game.id}));
  const [seat, setSeat] = useState(game.mine?.seat ?? 0);
  const say = usePastActionWords(picture, game, events, seat);
  const isPending = analysis.data?.status === "pending";
  useEffect(() => {
    if (!isPending) return;
    const timer = setInterval(() => void analysis.again(), AGAIN);
    return () => clearInterval(timer);
  }, [isPending]);
  if (analysis.problem) return html`<${ProblemMessage} problem=${analysis.problem} />`;
  if (!analysis.data || !say || isPending) return html`<p role="status">${t("The Strong bot is looking at the game. This takes a few seconds.")}</p>`;
  const names = namesOf(game);
  const stages = analysis.data.stages.map((one) => ({stage: one.stage, found: one.seats.find((other) => other.seat === seat)}));
  return html`<p class="quiet">${t("Judged by what the player knew at that moment: how often Strong would have played the same. ? is a doubtful move, ?? a costly one.")}</p>
    <p><label>${t("Player")} <select onChange=${({currentTarget}) => setSeat(Number(currentTarget.value))}>
      ${game.seats.map((one) => html`<option value=${one.seat} selected=${one.seat === seat}>${names(one.seat)}</option>`)}</select></label></p>
    ${stages.map(({stage, found}) => found && html`<${Stage} key=${stage} stage=${stage} found=${found} words=${say} />`)}
    ${stages.every(({found}) => !found) && html`<p>${t("This seat never had a choice.")}</p>`}`;
}

/** @param {{stage: number, found: Api.Schemas["AnalysedSeat"], words: Words}} props */
function Stage({stage, found, words}) {
  const dear = found.moves.filter((one) => one.cost >= DEAR).length;
  return html`<h3>${t("Stage {n}", {n: stage})}: ${tn(dear, "{n} costly move", "{n} costly moves")}</h3>
    <div class="scroll" tabindex=${0} role="region" aria-label=${t("Stage {n}", {n: stage})}><table class="analysis">
      <thead><tr><th scope="col">${t("Turn")}</th><th scope="col">${t("Played")}</th><th scope="col">${t("Strong")}</th><th scope="col">${t("The same by Strong")}</th></tr></thead>
      <tbody>${found.moves.map((one) => html`<${Row} key=${one.turn} one=${one} words=${words} />`)}</tbody></table></div>`;
}

/** @param {{one: Move, words: Words}} props */
function Row({one, words}) {
  const strong = words(one.strong, one.turn);
  const played = words(one.played, one.turn);
  return html`<tr class=${one.cost >= DEAR ? "dear" : ""}><th scope="row">${one.turn}</th><td>${played}${one.by !== "player" && html` <small>(${byWords(one.by)})</small>`}</td>
    <td>${strong === played ? t("the same") : strong}</td><td>${Math.round(100 * one.chance)} % ${one.cost >= DEAR ? html`<strong>??</strong>` : one.cost >= DOUBTFUL && "?"}</td></tr>`;
}

/** @param {string} by */
function byWords(by) {
  /** @type {Record<string, () => string>} */
  const words = {bot: () => t("bot"), order: () => t("standing order"), clock: () => t("clock")};
  return words[by]?.() ?? by;
}
