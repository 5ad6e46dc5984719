/**
 * What goes on behind the pages for the time without a connection: moves are kept on this device, sent when there is
 * one, and what became of them is told. It is loaded after the first view.
 *
 * To seal the same answer again does nothing twice, so a move may have arrived although no answer to it has.
 */

import {act, read} from "../api.js";
import {noted, watchConnection} from "../connection.js";
import {dropDrafts, renameDrafts} from "../drafts.js";
import {forgetKeys} from "../idempotency.js";
import {addSendOutcome, renameSendOutcomes, setUnsentMoves, unsentMoves} from "../move_queue.js";
import {renameChoice, same} from "../parts/choice.js";
import {endSessionLeft, renew} from "../session.js";
import {player, username, watchPlayer} from "../token.js";
import {askWaiting} from "../waiting.js";
import {drop, keep, kept as keptUnder, keysOf, rename} from "./store.js";
import {forgetOthersViews, keepLastPlayer, lastPlayer, renameViews} from "./views.js";
import {worker} from "./worker.js";

/** @typedef {import("../move_queue.js").Move} Move */
/** @typedef {import("../move_queue.js").SendOutcome} SendOutcome */

/** Milliseconds between attempts while a move waits. */
const EVERY = 20_000;
/** Milliseconds at least from one attempt to the next, but where the device says that its network is back. */
const PAUSE = 5_000;
const TURN = /** @type {const} */ ("/games/{game}/turns/{turn}");
const SUBMISSION = /** @type {const} */ ("/games/{game}/turns/{turn}/submission");
const LATE = ["turn_closed", "time_is_up", "not_asked", "game_finished"];
/** Tabs tell each other that what is kept has changed. */
const others = "BroadcastChannel" in window ? new BroadcastChannel("tide-moves") : null;
let begun = false;
/** How many have begun to send and are not through. */
let sending = 0;
/** When the last attempt ended, by the clock of this page. */
let tried = -PAUSE;
let soon = 0;

/** Begin, once, and before anything else of this folder is done. */
export function begin() {
  if (begun) return;
  begun = true;
  watchPlayer(() => void followPlayer());
  watchConnection((isThere) => isThere && sendSoon());
  window.addEventListener("online", () => void askWaiting().then(send));
  window.addEventListener("online", () => void endSessionLeft());
  window.addEventListener("offline", () => noted(false));
  document.addEventListener("visibilitychange", () => document.hidden || void askName());
  if (others) others.onmessage = () => void loadUnsentMoves();
  setInterval(() => unsentMoves().length && sendSoon(), EVERY);
  void worker();
  void endSessionLeft();
  void followPlayer();
}

/** Whether this move is kept now. @param {Move} move */
export async function keepMove(move) {
  begin();
  await keep(keyOf(move), move);
  await publishMoves();
  // A browser may refuse to keep anything.
  return unsentMoves().some((one) => one.game === move.game && one.turn === move.turn);
}

/** @param {Move} move */
export async function dropMove(move) {
  await drop(keyOf(move));
  await publishMoves();
}

/** Throw away all that this player has not sent, drafts too. @param {string} player */
export async function dropUnsent(player) {
  dropDrafts(player);
  forgetKeys();
  for (const move of await unsentMovesOf(player)) await drop(keyOf(move));
  await publishMoves();
}

/** Not at the heels of the last attempt: each is answered in part, where a proxy lets all through but the move. */
function sendSoon() {
  if (sending) return;
  clearTimeout(soon);
  soon = setTimeout(() => void send(), Math.max(0, tried + PAUSE - performance.now()));
}

async function send() {
  clearTimeout(soon);
  sending += 1;
  await sendMoves().finally(() => {
    sending -= 1;
    tried = performance.now();
  });
  await publishMoves();
}

/** Read the unsent moves of the player; without a player those of all who have played here. */
export async function loadUnsentMoves() {
  setUnsentMoves(await unsentMovesOf(username()));
}

async function publishMoves() {
  await loadUnsentMoves();
  others?.postMessage("changed");
}

/** The player has changed: nothing that was shown to one is shown to another. */
async function followPlayer() {
  const who = player();
  // The same session under another name is the same player: a guest who has become somebody, or another name.
  const before = await lastPlayer();
  if (before && who && before.mark === who.mark && before.username !== who.username) await renameEverything(before.username, who.username);
  await keepLastPlayer(who);
  await forgetOthersViews(who?.username ?? null);
  await loadUnsentMoves();
  // An attempt may be under way, and another one just over.
  sendSoon();
}

/** Ask what the player is called now: the name may have changed in this tab or anywhere else. */
async function askName() {
  const before = username();
  const result = before ? await read("/me") : null;
  // Another player may have come since.
  if (!result?.ok || username() !== before || result.data.username === before) return;
  // With the next token the name stands in the browser's cookie, too.
  await renew().catch(() => false);
}

/** Keep under the new name all that was kept under the old one. @param {string} before @param {string} now */
async function renameEverything(before, now) {
  renameChoice(before, now);
  renameDrafts(before, now);
  renameSendOutcomes(before, now);
  await rename("move", before, now);
  await renameViews(before, now);
}

/** @param {{player: string, game: string}} move */
const keyOf = ({player, game}) => ["move", player, game];

/** What this player has not sent yet; without one what anybody has not. @param {string | null} player @returns {Promise<Move[]>} */
export async function unsentMovesOf(player) {
  const found = await Promise.all((await keysOf("move", ...(player === null ? [] : [player]))).map(keptUnder));
  return found.filter(Boolean);
}

/** Send what is kept, and note what became of each move. Tabs take turns, so each is sent by one of them. */
async function sendMoves() {
  const player = username();
  if (!player) return;
  await runAlone(async () => {
    for (const move of await unsentMovesOf(player)) {
      const outcome = await sendMove(move);
      // No connection yet, or nobody signed in: it stays for the next time.
      if (!outcome) return;
      await drop(keyOf(move));
      addSendOutcome(move, outcome);
    }
  });
}

/** @param {() => Promise<void>} work */
async function runAlone(work) {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  await navigator.locks?.request("tide-moves", begin).catch((/** @type {unknown} */ problem) => {
    if (isBegun) throw problem;
  });
  // Not there without https, and refused where cookies are; then two tabs send it twice, which does nothing twice.
  if (!isBegun) await work();
}

/** @param {Move} move @returns {Promise<SendOutcome | null>} null if that is not known yet */
async function sendMove(move) {
  const where = {game: move.game, turn: move.turn};
  const before = await outcomeOfTurn(move);
  if (before !== "open") return before;
  const result = await act("PUT", SUBMISSION, where, {action: /** @type {any} */ (move.action)});
  if (result.ok) return {result: "sealed"};
  if (LATE.includes(result.problem.code)) {
    const now = await outcomeOfTurn(move);
    return now === "open" ? {result: "late"} : now;
  }
  return refusedOrNull(result.problem);
}

/** What its turn says of it, before it is sent. @param {Move} move @returns {Promise<SendOutcome | "open" | null>} */
async function outcomeOfTurn(move) {
  const where = {game: move.game, turn: move.turn};
  const result = await read(TURN, where);
  if (!result.ok) return refusedOrNull(result.problem);
  const {actions} = /** @type {any} */ (result.data);
  const played = actions?.find((/** @type {{seat: number}} */ one) => one.seat === move.seat);
  if (played) return same(played.action, move.action) && played.by === "player" ? {result: "sealed"} : {result: "late", by: played.by};
  if (actions) return {result: "late"};
  const sealed = await read(SUBMISSION, where);
  if (!sealed.ok) return sealed.problem.code === "no_submission" ? "open" : refusedOrNull(sealed.problem);
  return same(/** @type {any} */ (sealed.data).action, move.action) ? "open" : {result: "elsewhere"};
}

/** Null for what may be another time: no connection, a busy server, a token that is lost. @param {import("../api.js").Problem} problem @returns {SendOutcome | null} */
function refusedOrNull(problem) {
  const later = problem.status === 0 || problem.status === 401 || problem.status === 429 || problem.status >= 500;
  return later ? null : {result: "refused", problem};
}
