/** Messages between the players of a table. */

import {act, read} from "../api.js";
import {useDraft} from "../drafts.js";
import {personName} from "../names.js";
import {say} from "../parts/announcements.js";
import {SeatFace} from "../parts/face.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {ReportButton} from "../parts/report_button.js";
import {moment} from "../time.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";
import {useDoing} from "./calls.js";
import {markRead} from "./news.js";

/** @typedef {Api.Schemas["TableMessage"]} Message */
const PAGE = 20;
const LONGEST = 500;

/** @param {import("../table/menu.js").MenuProps} props */
export default function Messages({game, news}) {
  const [size, setSize] = useState(PAGE);
  const [messages, setMessages] = useState(/** @type {Message[] | null} */ (null));
  const [text, setText, drop] = useDraft("message", game.id, "");
  const {problem, busy, doing} = useDoing(ask);
  async function ask() {
    const result = await read("/games/{game}/messages", {game: game.id}, {page_size: size});
    if (!result.ok) return;
    setMessages(result.data.results);
    const newest = result.data.results[0];
    if (newest) markRead(game.id, newest.id);
    window.dispatchEvent(new Event("tide-messages-read"));
  }
  useEffect(() => void ask(), [size, news.heard]);
  /** @param {Api.Schemas["MessageRequest"]} body */
  const send = (body) => doing(() => act("POST", "/games/{game}/messages", {game: game.id}, body), t("Sent."), say);
  /** @param {SubmitEvent} event */
  async function sendText(event) {
    event.preventDefault();
    if (text.trim() && (await send({text: text.trim()}))) drop();
  }
  return html`<div class="messages">
    ${messages?.length === size && size < MOST && html`<p><button type="button" class="plain" onClick=${() => setSize(MOST)}>${t("Earlier messages")}</button></p>`}
    ${messages?.length === 0 && html`<p class="quiet">${t("No messages yet.")}</p>`}
    <ol aria-label=${t("Messages")}>${[...(messages ?? [])].reverse().map((one) => html`<${Entry} key=${one.id} message=${one} game=${game} doing=${doing} />`)}</ol>
    <${ProblemMessage} problem=${problem} />
    ${game.chat === "phrases" && html`<${Phrases} send=${send} busy=${busy} />`}
    ${game.chat === "none" && html`<p class="quiet">${t("The host has closed the messages at this table.")}</p>`}
    ${game.chat === "open" &&
      html`<form class="write" onSubmit=${sendText}>
          <label>${t("To everyone at this table")}
            <textarea dir="auto" rows=${3} maxlength=${LONGEST} value=${text} onInput=${({currentTarget}) => setText(currentTarget.value)}></textarea></label>
          <button class="main" aria-disabled=${busy || !text.trim()}>${t("Send")}</button>
        </form>`}
  </div>`;
}
const MOST = 100;

/** The phrases that can be sent. @param {{send: (body: any) => unknown, busy: boolean}} props */
function Phrases({send, busy}) {
  const [phrases, setPhrases] = useState(/** @type {Api.Schemas["Phrase"][]} */ ([]));
  useEffect(() => void read("/phrases").then((result) => result.ok && setPhrases(result.data.results)), []);
  return html`<p class="quiet" id="phrases">${t("At this table there are set phrases. Each player reads them in their own language.")}</p>
    <div class="phrases" role="group" aria-labelledby="phrases">${phrases.map(({id, text}) => html`<button type="button" aria-disabled=${busy} onClick=${() => busy || send({phrase: id})}>${text}</button>`)}</div>`;
}

/** @param {{message: Message, game: Api.Schemas["Game"], doing: ReturnType<typeof useDoing>["doing"]}} props */
function Entry({message, game, doing}) {
  const [isWanted, want] = useState(false);
  const isMine = message.player === username();
  const name = personName(message.player);
  const drop = () => doing(() => act("DELETE", "/games/{game}/messages/{message}", {game: game.id, message: message.id}), t("Deleted."));
  const mute = () => doing(() => act("PATCH", "/me/relations/{username}", {username: message.player}, {muted: true}), t("Muted."));
  return html`<li class=${isMine ? "mine" : ""}>
    <p class="by"><${AuthorFace} message=${message} game=${game} /><strong>${isMine ? t("you") : name}</strong> <small>${moment(message.created_at)}</small></p>
    ${message.text === null
      ? html`<p class="quiet">${t("deleted")}</p>`
      : isWanted || !message.folded
        ? html`<p class="text" dir="auto">${message.text}</p>`
        : html`<p><button type="button" class="plain" onClick=${() => want(true)}>${t("Hidden, because you have muted or blocked {name}. Show it", {name})}</button></p>`}
    ${isMine && message.text !== null && html`<button type="button" class="plain" onClick=${drop}>${t("Delete")}<span class="unseen"> ${message.text}</span></button>`}
    ${!isMine && message.text !== null && html`<${ReportButton} about=${{game: game.id, message: message.id}} name=${name} />`}
    ${!isMine && !message.folded && html`<button type="button" class="plain" onClick=${mute}>${t("Mute {name}", {name})}</button>`}
  </li>`;
}

/** The author's face. Who left before the start has no seat any more. @param {{message: Message, game: Api.Schemas["Game"]}} props */
function AuthorFace({message, game}) {
  const found = game.seats.find((one) => one.player === message.player);
  return found && html`<${SeatFace} game=${game} seat=${found.seat} size=${28} /> `;
}
