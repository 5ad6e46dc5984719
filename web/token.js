/**
 * Who plays: the one place that knows the token.
 *
 * It is in memory and in `sessionStorage`, so it goes with the tab. No cookie is ever sent to the API.
 */

const KEPT = "tide-token";

/** @typedef {{token: string, username: string, refresh?: string | null}} Held */

/** @type {Held | null} */
let held = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
/** Who played when the page was opened. */
export const playedFirst = held;
/** @type {Set<() => void>} */
const watching = new Set();

/** @type {string | null} */
let lost = null;

export const token = () => held?.token ?? null;
export const username = () => held?.username ?? null;
export const player = () => held;

/** Whether it is a guest who plays: nobody else's name begins so. */
export const isGuest = () => held?.username.startsWith("guest-") ?? false;

/** What gets another token when this one is no good any more; a guest's has none. */
export const refreshToken = () => held?.refresh ?? null;

/** The header that says who calls. @returns {Record<string, string>} */
export const authorized = () => (held === null ? {} : {Authorization: `Bearer ${held.token}`});

/** Play with this token from now on. @param {Held} given */
export function keep({token, username, refresh = null}) {
  held = {token, username, refresh};
  lost = null;
  sessionStorage.setItem(KEPT, JSON.stringify(held));
  for (const one of watching) one();
}

/** Whose token was no good any more, until somebody signs in; null if she went herself. */
export const lostPlayer = () => lost;

/** Know nobody any more. @param {{isLost?: boolean}} [how] */
export function forget({isLost = false} = {}) {
  lost = isLost ? (held?.username ?? null) : null;
  held = null;
  sessionStorage.removeItem(KEPT);
  for (const one of watching) one();
}

/** Hear of it when somebody comes or goes. @param {() => void} changed */
export function watchPlayer(changed) {
  watching.add(changed);
  return () => watching.delete(changed);
}
