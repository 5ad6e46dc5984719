/**
 * Matters that wait for the player: games (with a number in the title and on the icon), friend requests and
 * invitations. One call has all of it, the one of the home screen.
 */

import {read} from "./api.js";
import {LATE_LOAD_DELAY, SITE} from "./preloads.js";
import {username, watchPlayer} from "./token.js";

const EVERY = 60_000;
/** A page of games to begin with, and at most. */
const PAGE = 25;
const MAX_PAGE = 100;

/** @typedef {Api.Schemas["MyGame"]} MyGame */
/** @typedef {{games: MyGame[], invitations: number, friendRequests: number, messages: number}} Waits `games`: the most urgent first */

/** @type {Waits} */
const NOTHING = {games: [], invitations: 0, friendRequests: 0, messages: 0};
let waits = NOTHING;
/** @type {Set<() => void>} */
const watching = new Set();
let heading = SITE.name;
/** Who is told of it, and when that was heard last. */
let who = username();
let heard = -EVERY;

/** The games that wait for an answer, the earliest deadline first. */
export const waiting = () => waits.games;

/** The game to go to from this one, or null if none waits. @param {string} game */
export const nextGame = (game) => waits.games.find((one) => one.id !== game)?.id ?? null;

export const friendRequests = () => waits.friendRequests;
export const invitations = () => waits.invitations;
export const newMessages = () => waits.messages;

/** The player's games, the most urgent first, and what else waits; noted here. @param {number} size @param {string} include @returns {Promise<import("./api.js").Result<Api.Schemas["MyGamePage"]>>} */
export async function readHome(size, include) {
  const asks = who;
  const result = await read("/me/games", {}, {page_size: size, include});
  // The player may have changed by now.
  if (result.ok && asks === who) {
    heard = performance.now();
    const {results, counts} = result.data;
    if (size < MAX_PAGE && areMoreWaiting(result.data)) void readHome(MAX_PAGE, include);
    else {
      know({
        games: results.filter((one) => one.mine.waiting),
        invitations: counts?.invitations ?? 0,
        friendRequests: counts?.friend_requests ?? 0,
        messages: counts?.messages ?? 0,
      });
    }
  }
  return result;
}

/** Ask what waits. */
export async function askWaiting() {
  if (who) await readHome(PAGE, "counts");
  else know(NOTHING);
}

/** Whether games wait that are not on this page. @param {Api.Schemas["MyGamePage"]} page */
const areMoreWaiting = ({next, results}) => next !== null && results.every((one) => one.mine.waiting);

/** Ask what waits, unless that was heard not long ago. */
export const askIfOld = () => void (performance.now() - heard > EVERY / 2 && askWaiting());

/** Somebody has come or gone: what waited for one is nothing for another. */
function came() {
  if (who === username()) return;
  who = username();
  heard = -EVERY;
  know(NOTHING);
  setTimeout(askIfOld, LATE_LOAD_DELAY);
}

/** @param {Waits} now */
function know(now) {
  waits = now;
  show();
  for (const one of watching) one();
}

/** Hear of it when it changes, and have it asked now and then. @param {() => void} changed */
export function watchWaiting(changed) {
  watching.add(changed);
  watchPlayer(came);
  setTimeout(askIfOld, LATE_LOAD_DELAY);
  setInterval(askIfOld, EVERY);
}

/** What the page is called, without the number. @param {string} name */
export function entitle(name) {
  heading = name;
  show();
}

function show() {
  const n = waits.games.length;
  document.title = n ? `(${n}) ${heading}` : heading;
  const icon = document.getElementById("icon");
  if (icon instanceof HTMLLinkElement) {
    const name = n ? "icon-waiting.svg" : "icon.svg";
    const wanted = new URL(name, import.meta.url).href;
    if (icon.href !== wanted) icon.href = wanted;
  }
  if ("setAppBadge" in navigator) void (n ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => {});
}
