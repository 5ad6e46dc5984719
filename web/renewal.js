/** Renewal of access tokens: each tab asks the browser's session for one when it needs it. */

import {askToken} from "./session.js";
import {checkPlayer, forget, keep, needsToken, player, sessionPlayer, token} from "./token.js";

/** Seconds that a token is given up before it has run out, so that it does not on the way. */
const EARLY = 30;

/** The status of a refusal that a page of the account explains. */
const SUSPENDED = 403;

/** @type {Promise<boolean> | null} */
let underWay = null;

/** The header that says who calls, with a token that is good. It throws if none can be had now. @returns {Promise<Record<string, string>>} */
export async function authorized() {
  checkPlayer();
  if (needsToken() && !(await renew())) forget({isLost: true});
  const now = token();
  return now === null ? {} : {Authorization: `Bearer ${now}`};
}

/** Get another token, once for all that ask at the same time. False if nobody is signed in; it throws if none can be had now. */
export function renew() {
  underWay ??= once().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function once() {
  // A token of this page alone is all that there is.
  if (!sessionPlayer()) return false;
  const response = await askToken();
  if (response.status === 204) return false;
  if (response.status === SUSPENDED && (await response.clone().json()).code === "account_suspended") location.assign("/account/suspended/");
  // A server that cannot say it now is as good as no connection.
  if (!response.ok) throw new Error(`There is no token now: ${response.status}.`);
  return isKept(await response.json());
}

/** Play with what the session has given. False if the player has signed out by now. @param {import("./session.js").Given} given */
export function isKept({access_token, expires_in, username}) {
  const session = sessionPlayer();
  if (!session) return false;
  keep({token: access_token, username, mark: session.mark, until: Date.now() + 1000 * (expires_in - EARLY)});
  return true;
}

/** Have this tab notice when somebody signs in or out in another one, or on the pages of an account. */
export function watchSession() {
  // Coming back, a page is as it was left, be that days ago.
  window.addEventListener("pageshow", ({persisted}) => persisted && checkPlayer());
  window.addEventListener("focus", checkPlayer);
  document.addEventListener("visibilitychange", () => document.hidden || checkPlayer());
  if (others) others.onmessage = checkPlayer;
  // After a visit to the pages of an account there may be another player.
  if (player()) tellOthers();
}

const others = openChannel();

/** Have all other tabs look who is signed in. */
export const tellOthers = () => others?.postMessage("look");

function openChannel() {
  try {
    return globalThis.window && "BroadcastChannel" in window ? new BroadcastChannel("tide-player") : null;
  } catch {
    return null;
  }
}
