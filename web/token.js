/**
 * The player and the access token, which is in memory alone.
 *
 * That somebody is signed in in this browser, and who, stands in a cookie that the server sets beside the session's
 * own, which no script can read. So all tabs know it at once, and a page knows it before it has a token.
 */

import {cookie, deleteCookie, device} from "./storage.js";

const COOKIE = "tide_player";
/** The mark of a session that should have ended, and may not have. */
const TO_END = "tide-session-to-end";

/**
 * @typedef {{username: string, mark: string | null}} Player `mark` is of the browser's session, and stays the same when
 * its player takes another name; null for a player whose token this page alone has.
 *
 * @typedef {{token: string, until: number}} Held `until`: milliseconds since 1970
 */

/** The player of this browser's session, as the cookie says. @returns {Player | null} */
export function sessionPlayer() {
  const [, mark = "", username = ""] = /^(\w*)\.([\w-]+)$/.exec(cookie(COOKIE) ?? "") ?? [];
  return username && device.read(TO_END) !== mark ? {username, mark} : null;
}

/** @type {Player | null} */
let who = sessionPlayer();
/** @type {Held | null} */
let held = null;
/** @type {Set<() => void>} */
const watching = new Set();

/** @type {string | null} */
let lost = null;
/** @type {string | null} */
let replaced = null;

export const token = () => held?.token ?? null;
export const username = () => who?.username ?? null;
export const player = () => who;

/** Whether it is a guest who plays: nobody else's name begins so. */
export const isGuest = () => who?.username.startsWith("guest-") ?? false;

/** Whether a token is needed before anything is called: there is a player, and no token that is good for a while. */
export const needsToken = () => who !== null && (held === null || held.until < Date.now());

/** Play with this token from now on. @param {{token: string, username: string, mark?: string | null, until?: number}} given */
export function keep({token, username, mark = null, until = Infinity}) {
  held = {token, until};
  become({username, mark});
}

/** Whose token was no good any more, until somebody signs in; null if the player left. */
export const lostPlayer = () => lost;

/** Who played in this tab until somebody else signed in in another one; null once that is read. */
export const replacedPlayer = () => replaced;

/** It is read that somebody else plays here now. */
export function knowReplaced() {
  replaced = null;
  tell();
}

/** Know nobody any more. @param {{isLost?: boolean}} [how] */
export function forget({isLost = false} = {}) {
  const before = isLost ? (who?.username ?? null) : null;
  held = null;
  become(null, before);
}

/**
 * See whether the player is still the one of this browser's session, and become that player.
 *
 * It only reads a cookie, so it is done before each call, and whenever the page is looked at again.
 */
export function checkPlayer() {
  const now = sessionPlayer();
  const isOfThisPage = who?.mark === null && !now;
  if (isOfThisPage || isSame(now, who)) return;
  if (now?.mark !== who?.mark) {
    held = null;
    const before = username() ?? lost;
    replaced = now && before !== now.username ? before : null;
  }
  become(now, now ? null : username());
}

/** @param {Player | null} one @param {Player | null} other */
const isSame = (one, other) => one?.mark === other?.mark && one?.username === other?.username;

/** @param {Player | null} now @param {string | null} [before] */
function become(now, before = null) {
  const isKnown = isSame(now, who) && lost === before;
  who = now;
  lost = before;
  if (!isKnown) tell();
}

function tell() {
  for (const one of watching) one();
}

/** Hear of it when somebody comes or goes. @param {() => void} changed */
export function watchPlayer(changed) {
  watching.add(changed);
  return () => watching.delete(changed);
}

/** Have no tab take the session for good any more, also where the server cannot be told that it ends. @param {string} mark */
export function giveUpSession(mark) {
  device.write(TO_END, mark);
  deleteCookie(COOKIE);
}

/** Whether a session was given up that may not have ended. */
export function isSessionLeft() {
  const mark = device.read(TO_END);
  const now = cookie(COOKIE);
  // Another one has begun, so that one has ended.
  if (mark !== null && now !== null && !now.startsWith(`${mark}.`)) sessionEnded();
  return device.read(TO_END) !== null;
}

export const sessionEnded = () => device.remove(TO_END);
