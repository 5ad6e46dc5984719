/** What goes on behind the pages for the time without a connection. It is loaded after the first view. */

import {noted, watchConnection} from "../connection.js";
import {endSessionLeft} from "../sign_in.js";
import {playedFirst, username, watchPlayer} from "../token.js";
import {addFate, setUnsent, unsent} from "../unsent.js";
import {askWaiting} from "../waiting.js";
import {dropMove, keepMove, movesOf, sendMoves} from "./sending.js";
import {forgetViews, lastPlayer} from "./views.js";
import {worker} from "./worker.js";

/** @typedef {import("./sending.js").Move} Move */

/** Milliseconds between attempts while a move waits. */
const EVERY = 20_000;
/** Tabs tell each other that what is kept has changed. */
const others = "BroadcastChannel" in window ? new BroadcastChannel("tide-moves") : null;
let who = playedFirst;
let begun = false;
/** How many have begun to send and are not through. */
let sending = 0;

/** Begin, once, and before anything else of this folder is done. */
export function begin() {
  if (begun) return;
  begun = true;
  watchPlayer(() => void came());
  // That the server answers is noted by sending itself too: then a move that it does not take would be sent without end.
  watchConnection((isThere) => isThere && !sending && void send());
  window.addEventListener("online", () => void askWaiting().then(send));
  window.addEventListener("online", () => void endSessionLeft());
  window.addEventListener("offline", () => noted(false));
  if (others) others.onmessage = () => void known();
  setInterval(() => unsent().length && void send(), EVERY);
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

/** Throw away all that this player has not sent. @param {string} player */
export async function dropAll(player) {
  for (const move of await movesOf(player)) await dropMove(move);
  await tell();
}

async function send() {
  sending += 1;
  await sendMoves(addFate).finally(() => {
    sending -= 1;
  });
  await tell();
}

/** What is kept for whoever plays here; without a token for her who did last. */
export async function known() {
  const player = username() ?? (await lastPlayer());
  setUnsent(player ? await movesOf(player) : []);
}

async function tell() {
  await known();
  others?.postMessage("changed");
}

/** Somebody has come or gone: what was shown to one is nothing for another. */
async function came() {
  const before = who;
  who = username();
  if (before && !who) await forgetViews(before);
  await known();
  await send();
}
