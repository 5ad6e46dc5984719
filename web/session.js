/**
 * The session of this browser, and the access tokens that each tab asks it for when it needs one.
 *
 * These calls alone send cookies, and are no part of the public API. Each has Django's token against forgery, which
 * stands in a cookie of its own.
 */

import {cookie} from "./storage.js";
import {checkPlayer, forget, isSessionLeft, keep, needsToken, player, sessionEnded, sessionPlayer, token} from "./token.js";
import {spoken} from "./words.js";

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
  underWay ??= askOnce().finally(() => {
    underWay = null;
  });
  return underWay;
}

async function askOnce() {
  // A token of this page alone is all that there is.
  if (!sessionPlayer()) return false;
  const response = await post(TOKEN);
  if (response.status === 204) return false;
  if (response.status === SUSPENDED && (await response.clone().json()).code === "account_suspended") location.assign("/account/suspended/");
  // A server that cannot say it now is as good as no connection.
  if (!response.ok) throw new Error(`There is no token now: ${response.status}.`);
  return isKept(await response.json());
}

/** Play with what the session has given. False if the player has signed out by now. @param {Given} given */
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

// ---- the calls

/** @typedef {{username: string, access_token: string, expires_in: number}} Given `expires_in`: seconds */

const TOKEN = "/session/token";
const KEY = "csrftoken";
/** What is answered where that cookie is missing, or another one than the session's. */
const FORGED = 403;

/** A guest for this browser, unless somebody plays in it already; with the code of the link that led here. */
export const beginGuest = () => post("/session/guest", {code: new URLSearchParams(location.search).get("code") ?? ""});

/** The guest's account, made the player's own. @param {{username: string, password: string, code?: string}} form */
export const claimGuest = (form) => post("/session/claim", form);

/** @type {Promise<boolean> | null} */
let ending = null;

/** End the session. False if the server could not be told: then that is tried again once there is a connection. */
export function endSession() {
  ending ??= endOnce().finally(() => {
    ending = null;
  });
  return ending;
}

async function endOnce() {
  const isOver = await post("/session/end").then(({ok}) => ok, () => false);
  if (isOver) sessionEnded();
  return isOver;
}

/** End the session of this browser if one was left at signing out. True if none is left. */
export const endSessionLeft = async () => !isSessionLeft() || endSession();

/**
 * The answer, which has no body where nobody is signed in.
 *
 * @param {string} where
 * @param {Record<string, string>} [form]
 * @returns {Promise<Response>}
 */
async function post(where, form = {}) {
  if (cookie(KEY) === null) await askKey();
  const response = await send(where, form);
  if (response.status !== FORGED || (await response.clone().json().catch(() => null))?.code !== "permission_denied") return response;
  await askKey();
  return send(where, form);
}

/** @param {string} where @param {Record<string, string>} form */
function send(where, form) {
  const headers = {"X-CSRFToken": cookie(KEY) ?? "", "Accept-Language": spoken()};
  return fetch(where, {method: "POST", headers, body: new URLSearchParams(form), credentials: "same-origin", cache: "no-store", keepalive: true});
}

const askKey = () => fetch(TOKEN, {credentials: "same-origin", cache: "no-store"});
