/**
 * The calls by which the table's page uses the session of its browser: they alone send cookies, and are no part of
 * the public API. Each has Django's token against forgery, which stands in a cookie of its own.
 */

import {cookie} from "./storage.js";
import {isSessionLeft, sessionEnded} from "./token.js";
import {spoken} from "./words.js";

/** @typedef {{username: string, access_token: string, expires_in: number}} Given `expires_in`: seconds */

const TOKEN = "/session/token";
const KEY = "csrftoken";
/** What is answered where that cookie is missing, or another one than the session's. */
const FORGED = 403;

/** A token for the player who is signed in in this browser. */
export const askToken = () => post(TOKEN);

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
  const response = await once(where, form);
  if (response.status !== FORGED || (await response.clone().json().catch(() => null))?.code !== "permission_denied") return response;
  await askKey();
  return once(where, form);
}

/** @param {string} where @param {Record<string, string>} form */
function once(where, form) {
  const headers = {"X-CSRFToken": cookie(KEY) ?? "", "Accept-Language": spoken()};
  return fetch(where, {method: "POST", headers, body: new URLSearchParams(form), credentials: "same-origin", cache: "no-store", keepalive: true});
}

const askKey = () => fetch(TOKEN, {credentials: "same-origin", cache: "no-store"});
