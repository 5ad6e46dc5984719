/**
 * Signing in, playing as a guest, and signing out.
 *
 * Name, password, passkey and the like are asked on the server's own pages under /account/. They begin the session of
 * the browser, which gives every tab its tokens (`session.js`).
 */

import {act, refusal} from "./api.js";
import {unsentMoves} from "./move_queue.js";
import {forgetChoice} from "./parts/choice.js";
import {beginGuest, claimGuest, endSession, endSessionLeft, isKept, tellOthers} from "./session.js";
import {hasCookies} from "./storage.js";
import {forget, giveUpSession, keep, player, token, username} from "./token.js";
import {tn} from "./words.js";

const LEAVE_PAGES = "/account/logout/";
/** Milliseconds that signing out waits until no more notices come here. */
const PATIENCE = 3000;
/** The status of an answer that gives nobody: the session has ended by now. */
const NOBODY = 204;

/** @template T @typedef {import("./api.js").Result<T>} Result */

/** Leave for the page on which one signs in, or signs up, and which leads back here. @param {{isNew?: boolean}} [how] */
export async function beginSignIn({isNew = false} = {}) {
  const back = new URLSearchParams({next: location.pathname + location.search});
  const wanted = `/account/${isNew ? "signup" : "login"}/?${back}`;
  // Otherwise the player who has signed out before would be signed in. That page ends the session by a press.
  const isFree = await endSessionLeft();
  location.assign(isFree ? wanted : `${LEAVE_PAGES}?${new URLSearchParams({next: wanted})}`);
}

/** Come without a name, to play at once. The account is a guest's until its player claims it. @returns {Promise<Result<unknown>>} */
export async function playAsGuest() {
  if (hasCookies()) {
    // A session that has not ended yet would go on as its player's, or end under the guest.
    return (await endSessionLeft()) ? came(beginGuest) : refusal(null);
  }
  // This page alone has the token then, and it goes with the page.
  const result = await act("POST", "/guests");
  if (result.ok) keep({token: result.data.token, username: result.data.username});
  return result;
}

/** Give a guest's account a name and a password; its games stay. @param {{username: string, password: string, code?: string}} form @returns {Promise<Result<unknown>>} */
export async function claim(form) {
  if (player()?.mark !== null) return came(() => claimGuest(form));
  const result = await act("POST", "/me/claim", {}, form);
  if (result.ok) keep({token: token() ?? "", username: result.data.username});
  return result;
}

/** Play as the player of the session after this call. @param {() => Promise<Response>} call @returns {Promise<Result<unknown>>} */
async function came(call) {
  const response = await call().catch(() => null);
  if (!response?.ok || response.status === NOBODY) return refusal(response);
  isKept(await response.json());
  tellOthers();
  return {ok: true, data: undefined};
}

/** Sign out and go nowhere else, unless the player would rather stay because a move is not sent yet. False if so. */
export async function leave() {
  const name = username();
  if (!name || !(await mayLose(name))) return false;
  // With this token alone the player's receiver can be deleted.
  const quiet = import("./push/receivers.js").then((one) => one.endNotices()).catch(() => {});
  await Promise.race([quiet, new Promise((done) => setTimeout(done, PATIENCE))]);
  const mark = player()?.mark ?? null;
  if (mark !== null) {
    giveUpSession(mark);
    void endSession();
  }
  forgetChoice();
  forget();
  tellOthers();
  return true;
}

/**
 * Drop what a player has not sent, before signing out. False if there is something, and the player stays.
 *
 * @param {string} player
 */
async function mayLose(player) {
  const offline = await import("./offline/index.js").catch(() => null);
  // What cannot be loaded has kept nothing.
  if (!offline) return true;
  const {dropUnsent, loadUnsentMoves} = offline;
  await loadUnsentMoves();
  const n = unsentMoves().filter((one) => one.player === player).length;
  const asked = tn(n, "{n} move on this device is not sent yet, and would be lost. Sign out?", "{n} moves on this device are not sent yet, and would be lost. Sign out?");
  if (n > 0 && !window.confirm(asked)) return false;
  await dropUnsent(player);
  return true;
}
