/** What is not sent yet, and what became of what was made without a connection; whoever plays puts it away. */

import {connected} from "../connection.js";
import {gameName} from "../names.js";
import {inWords} from "../problems.js";
import {username} from "../token.js";
import {dismiss, fatesOfMoves, unsent} from "../unsent.js";
import {html} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {SignIn} from "./sign_in.js";

/** @typedef {import("../unsent.js").Move} Move */
/** @typedef {import("../unsent.js").Fate} Fate */

export function Fates() {
  const moves = unsent();
  const strangers = moves.find((one) => one.player !== username());
  return html`<div class="fates" role="status">
    ${fatesOfMoves().map(({move, fate}) => html`<p key=${`${move.game} ${move.turn}`} class=${`notice ${fate.fate}`}>
      <span><strong>${gameName(move.ruleset)}</strong>: ${said(move, fate)} <a href=${`/game/${move.game}`}>${t("To the table")}</a></span>
      <button type="button" class="plain" onClick=${() => dismiss(move)}>${t("OK")}</button></p>`)}
    ${moves.length > 0 && !connected() && html`<p class="notice off">${tn(moves.length, "{n} move waits on this device for a connection.", "{n} moves wait on this device for a connection.")}</p>`}
    ${strangers && connected() && html`<div class="notice off"><p>${t("{name} has made a move here that is not sent yet. Sign in to send it.", {name: strangers.player})}</p><${SignIn} /></div>`}
  </div>`;
}

/** @param {Move} move @param {Fate} fate */
function said({turn, words}, fate) {
  const values = {words, n: turn};
  if (fate.fate === "sealed") return t("“{words}” was sent and is sealed.", values);
  if (fate.fate === "elsewhere") return t("“{words}” was not sent: you have sealed another move since.", values);
  if (fate.fate === "refused") return `${t("“{words}” was refused.", values)} ${inWords(fate.problem)}`;
  if (fate.by === "clock") return t("Too late for “{words}”: your time ran out in turn {n}, and the server played for you.", values);
  return t("Too late for “{words}”: turn {n} is closed, and the server played for you.", values);
}
