/** What waits for the player: in any of her games, with a number in the title and on the icon, and friend requests. */

import {LATER} from "./ahead.js";
import {read} from "./api.js";
import {isGuest, username, watchPlayer} from "./token.js";

const EVERY = 60_000;
const FRIENDS_EVERY = 600_000;

/** @type {Api.Schemas["Question"][]} */
let questions = [];
/** How many players ask to be friends. */
let asking = 0;
/** @type {Set<() => void>} */
const watching = new Set();
let heading = "tideapi";
/** Whose questions these are. */
let who = username();

/** The open questions, the earliest deadline first. */
export const waiting = () => questions;

/** The game to go to from this one, or null if none waits. @param {string} game */
export const nextGame = (game) => questions.find((one) => one.game !== game)?.game ?? null;

/** The number of friend requests. */
export const friendRequests = () => asking;

/** Ask who asks to be friends. */
export async function askFriends() {
  const asks = who;
  const said = asks && !isGuest() ? await read("/me/friends", {}, {page_size: 100}) : null;
  if (asks !== who || (said && !said.ok)) return;
  asking = said?.data.results.filter((one) => one.standing === "asks_me").length ?? 0;
  for (const one of watching) one();
}

/** Ask what waits. */
export async function askWaiting() {
  const asks = who;
  const said = who ? await read("/me/turns", {}, {open: true, page_size: 100}) : null;
  // Somebody may have come or gone meanwhile.
  if (asks === who && (!said || said.ok)) know(said?.data.results ?? []);
}

/** Somebody has come or gone: what waited for one is nothing for another. */
function came() {
  if (who === username()) return;
  who = username();
  asking = 0;
  know([]);
  if (!who) return;
  void askWaiting();
  setTimeout(askFriends, LATER);
}

/** @param {typeof questions} now */
function know(now) {
  questions = now;
  show();
  for (const one of watching) one();
}

/** Hear of it when it changes, and have it asked now and then. @param {() => void} changed */
export function watchWaiting(changed) {
  watching.add(changed);
  watchPlayer(came);
  setTimeout(askWaiting, LATER);
  setTimeout(askFriends, LATER);
  setInterval(askWaiting, EVERY);
  setInterval(askFriends, FRIENDS_EVERY);
}

/** What the page is called, without the number. @param {string} name */
export function entitle(name) {
  heading = name;
  show();
}

function show() {
  const n = questions.length;
  document.title = n ? `(${n}) ${heading}` : heading;
  const icon = document.getElementById("icon");
  if (icon instanceof HTMLLinkElement) {
    const name = n ? "icon-waiting.svg" : "icon.svg";
    const wanted = new URL(name, import.meta.url).href;
    if (icon.href !== wanted) icon.href = wanted;
  }
  if ("setAppBadge" in navigator) void (n ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => {});
}
