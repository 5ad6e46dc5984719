/** A table in a list, to join or to watch. */

import {botName, gameName, personName, stageOf} from "../names.js";
import {Face} from "../parts/face.js";
import {LastEvent, Picture, Ribbon} from "../parts/table_marks.js";
import {left} from "../time.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {absenceWords, clockWords, paceWords, sentence} from "./terms.js";
import {optionWords} from "./variants.js";

/** @typedef {Api.Schemas["GameSummary"]} Summary */

/** @param {{game: Summary, schema?: unknown, friends: Set<string>, join?: (game: string) => void}} props */
export function Card({game, schema, friends, join}) {
  const taken = game.seats.filter((one) => one.player || one.bot);
  const isMine = game.seats.some((one) => one.player !== null && one.player === username());
  return html`<li class="panel entry table-card" data-game=${game.id}>
    <${Picture} game=${game} />
    <h2><a href=${`/game/${game.id}`}>${gameName(game.ruleset)}<span class="unseen"> ${t("of {name}", {name: game.host})}</span></a></h2>
    <p class="variants">${[...optionWords(/** @type {any} */ (game.options), schema), ...unusual(game)].map((one) => html`<span class="tag">${one}</span>`)}</p>
    <ul class="sitting" aria-label=${t("Who sits there")}>
      ${taken.map((one) => html`<${Sitting} seat=${one} friends=${friends} isHost=${one.player === game.host} isWinner=${game.result?.winners.includes(one.seat)} />`)}
      ${game.status === "open" && Array.from({length: game.seat_count - taken.length}, () => html`<li class="free" aria-hidden="true"><i></i>${t("free")}</li>`)}
    </ul>
    <p class="state">${stateWords(game, taken.length)}<${Ribbon} game=${game} seat=${game.seats.find((one) => isMine && one.player === username())?.seat} /></p>
    ${game.status === "running" && html`<${LastEvent} game=${game} />`}
    ${game.status === "open" && html`<details class="terms-of"><summary>${paceWords(game.clock).join(" · ")}</summary>
      <p>${sentence(clockWords(game.clock))} ${sentence(absenceWords(game.absence))}</p></details>`}
    <${Way} game=${game} isMine=${isMine} join=${join} />
  </li>`;
}

/** @param {{seat: Api.Schemas["GameSeat"], friends: Set<string>, isHost: boolean, isWinner?: boolean}} props */
function Sitting({seat, friends, isHost, isWinner}) {
  const face = html`<i class=${isWinner ? "winner" : ""}><${Face} avatar=${seat.avatar} seat=${seat.seat} size=${40} /></i>`;
  if (seat.player === null) return html`<li class="bot">${face}<span>${t("{name} bot", {name: botName(seat.bot ?? "")})}</span></li>`;
  const about = [isHost && t("host"), friends.has(seat.player) && t("friend"), seat.account === "bot" && t("a bot's account")];
  const remarks = about.filter((one) => typeof one === "string");
  return html`<li>${face}<a href=${`/player/${seat.player}`}>${personName(seat.player)}</a>${remarks.length > 0 && html` <small>${remarks.join(", ")}</small>`}</li>`;
}

/** What is not so at every table. @param {Summary} game */
function unusual(game) {
  const all = [game.private && t("private"), !game.bot_accounts && t("people only"), chatRemark(game.chat)];
  return all.filter((one) => typeof one === "string");
}

/** @param {string} chat */
const chatRemark = (chat) => (chat === "none" ? t("without messages") : chat === "phrases" && t("set phrases only"));

/** How far the table is. @param {Summary} game @param {number} taken */
function stateWords(game, taken) {
  if (game.status === "open") {
    const free = tn(game.seat_count - taken, "{n} seat free", "{n} seats free");
    return html`<strong>${free}</strong>${game.start === "host" && html` <small>${t("the host starts the game")}</small>`}`;
  }
  if (game.status === "running") {
    const due = game.turn?.due_at;
    return html`${stageOf(game)} ${due && html`<span class="due">${left(due)}</span>`}`;
  }
  return "";
}

/** @param {{game: Summary, isMine: boolean, join?: (game: string) => void}} props */
function Way({game, isMine, join}) {
  const address = `/game/${game.id}`;
  const whose = html`<span class="unseen"> ${personName(game.host)}</span>`;
  if (game.status === "running") return html`<p class="way"><a class="button" href=${address}>${isMine ? t("To the table") : t("Watch")}${whose}</a></p>`;
  if (game.status !== "open") return html`<p class="way"><a class="button" href=${address}>${t("View")}${whose}</a></p>`;
  if (isMine) return html`<p class="way"><a class="button" href=${address}>${t("Your table")}${whose}</a></p>`;
  if (!join) return html`<p class="way"><a class="button" href=${address}>${t("View")}${whose}</a></p>`;
  return html`<p class="row way"><button type="button" class="main" onClick=${() => join(game.id)}>${t("Join")}${whose}</button></p>`;
}
