/** Moves that are not sent yet, and the outcomes of those that were made without a connection. */

import {connected} from "../connection.js";
import {dismissSendOutcome, sendOutcomes, unsentMoves} from "../move_queue.js";
import {gameName} from "../names.js";
import {username} from "../token.js";
import {html} from "../vendor/preact.js";
import {t, tn} from "../words.js";
import {problemWords} from "./problem_message.js";
import {SignIn} from "./sign_in_buttons.js";

/** @typedef {import("../move_queue.js").Move} Move */
/** @typedef {import("../move_queue.js").SendOutcome} SendOutcome */

export function UnsentMoves() {
  const moves = unsentMoves();
  const strangers = moves.find((one) => one.player !== username());
  return html`<div class="unsent-moves" role="status">
    ${sendOutcomes().map(({move, outcome}) => html`<p key=${`${move.game} ${move.turn}`} class=${`notice ${outcome.result}`}>
      <span><strong>${gameName(move.ruleset)}</strong>: ${outcomeWords(move, outcome)} <a href=${`/game/${move.game}`}>${t("To the table")}</a></span>
      <button type="button" class="plain" onClick=${() => dismissSendOutcome(move)}>${t("OK")}</button></p>`)}
    ${moves.length > 0 && !connected() && html`<p class="notice off">${tn(moves.length, "{n} move waits on this device for a connection.", "{n} moves wait on this device for a connection.")}</p>`}
    ${strangers && connected() && html`<div class="notice off"><p>${t("{name} has made a move here that is not sent yet. Sign in to send it.", {name: strangers.player})}</p><${SignIn} /></div>`}
  </div>`;
}

/** @param {Move} move @param {SendOutcome} outcome */
function outcomeWords({turn, words}, outcome) {
  const values = {words, n: turn};
  if (outcome.result === "sealed") return t("“{words}” was sent and is sealed.", values);
  if (outcome.result === "elsewhere") return t("“{words}” was not sent: you have sealed another move since.", values);
  if (outcome.result === "refused") return `${t("“{words}” was refused.", values)} ${problemWords(outcome.problem)}`;
  if (outcome.by === "clock") return t("Too late for “{words}”: your time ran out in turn {n}, and the server played for you.", values);
  return t("Too late for “{words}”: turn {n} is closed, and the server played for you.", values);
}
