/** What goes on behind the pages for the time without a connection. It is loaded after the first view. */

import {noted, watchConnection} from "../connection.js";
import {dropDrafts, renameDrafts} from "../drafts.js";
import {forgetKeys} from "../intentions.js";
import {askName} from "../renamed.js";
import {endSessionLeft} from "../session.js";
import {renameChoice} from "../table/chosen.js";
import {player, username, watchPlayer} from "../token.js";
import {addFate, renameFates, setUnsent, unsent} from "../unsent.js";
import {askWaiting} from "../waiting.js";
import {dropMove, keepMove, movesOf, renameMoves, sendMoves} from "./sending.js";
import {forgetOthersViews, keepLastPlayer, lastPlayer, renameViews} from "./views.js";
import {worker} from "./worker.js";

/** @typedef {import("./sending.js").Move} Move */

/** Milliseconds between attempts while a move waits. */
const EVERY = 20_000;
/** Milliseconds at least from one attempt to the next, but where the device says that its network is back. */
const PAUSE = 5_000;
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
  watchPlayer(() => void came());
  watchConnection((isThere) => isThere && sendSoon());
  window.addEventListener("online", () => void askWaiting().then(send));
  window.addEventListener("online", () => void endSessionLeft());
  window.addEventListener("offline", () => noted(false));
  document.addEventListener("visibilitychange", () => document.hidden || void askName());
  if (others) others.onmessage = () => void known();
  setInterval(() => unsent().length && sendSoon(), EVERY);
  void worker();
  void endSessionLeft();
  void came();
}

/** Whether this move is kept now. @param {Move} move */
export async function kept(move) {
  begin();
  await keepMove(move);
  await tell();
  // A browser may refuse to keep anything.
  return unsent().some((one) => one.game === move.game && one.turn === move.turn);
}

/** @param {Move} move */
export async function dropped(move) {
  await dropMove(move);
  await tell();
}

/** Throw away all that this player has not sent, drafts too. @param {string} player */
export async function dropAll(player) {
  dropDrafts(player);
  forgetKeys();
  for (const move of await movesOf(player)) await dropMove(move);
  await tell();
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
  await sendMoves(addFate).finally(() => {
    sending -= 1;
    tried = performance.now();
  });
  await tell();
}

/** What is kept for whoever plays here; without a player what the others have not sent, for whom it waits. */
export async function known() {
  setUnsent(await movesOf(username()));
}

async function tell() {
  await known();
  others?.postMessage("changed");
}

/** Somebody has come or gone: what was shown to one is nothing for another. */
async function came() {
  const who = player();
  // The same session under another name is the same player: a guest who has become somebody, or another name.
  const before = await lastPlayer();
  if (before && who && before.mark === who.mark && before.username !== who.username) await renamed(before.username, who.username);
  await keepLastPlayer(who);
  await forgetOthersViews(who?.username ?? null);
  await known();
  // An attempt may be under way, and another one just over.
  sendSoon();
}

/** What is kept under her old name is hers under the new one. @param {string} before @param {string} now */
async function renamed(before, now) {
  renameChoice(before, now);
  renameDrafts(before, now);
  renameFates(before, now);
  await renameMoves(before, now);
  await renameViews(before, now);
}
