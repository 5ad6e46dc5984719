/** The page that is shown, by the address alone, and how far down it is scrolled: Back leads to the same place. */

import {tab} from "./storage.js";

/** @type {Set<() => void>} */
const watching = new Set();

let isLeft = false;
/** Whether the page that was opened first has been left: until then the focus stays at the beginning of the window. */
export const hasMoved = () => isLeft;

/** Pages whose address has nothing but their name. */
const PLAIN = /** @type {const} */ (["home", "lobby", "open", "people", "settings", "absence", "notices", "rules"]);
/** Pages about one thing, whose name or id stands behind the page's own. */
const ABOUT = /** @type {const} */ (["game", "player", "invitation", "rules"]);

/** @typedef {{page: "front" | (typeof PLAIN)[number] | (typeof ABOUT)[number] | "lost", id: string}} Place */

/** The page that an address names, and the id of what it is about. @param {string} [path] @returns {Place} */
export function place(path = location.pathname) {
  const [, name = "", id = ""] = /^\/([\w-]*)(?:\/([\w-]+))?$/.exec(path) ?? [null, "lost"];
  if (path === "/") return {page: "front", id: ""};
  const about = ABOUT.find((one) => one === name);
  if (id) return about ? {page: about, id} : {page: "lost", id: ""};
  return {page: PLAIN.find((one) => one === name) ?? "lost", id: ""};
}

/** Go to a page of the table, or to another address of the same page, which stays where it is scrolled to. @param {string} path @param {{instead?: boolean, stay?: boolean}} [how] */
export function go(path, {instead = false, stay = false} = {}) {
  if (instead) history.replaceState(history.state, "", path);
  else history.pushState(nextEntry(), "", path);
  isLeft = true;
  for (const one of watching) one();
  if (!instead && !stay) window.scrollTo(0, 0);
}

/** Hear of each change of page. @param {() => void} changed */
export function watchPlace(changed) {
  watching.add(changed);
  window.addEventListener("popstate", () => {
    leaveEntry();
    isLeft = true;
    changed();
    restoreScroll();
  });
  keepScroll();
  document.addEventListener("click", followed);
  serviceWorkers()?.addEventListener("message", pressed);
}

/** Where the browser blocks what pages keep, to ask for it throws. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** A notice was pressed, and leads here. @param {MessageEvent} event */
function pressed({data}) {
  if (typeof data?.go !== "string" || !URL.canParse(data.go)) return;
  const {origin, pathname, search} = new URL(data.go);
  if (origin === location.origin) go(pathname + search);
}

/** Links within the table do not load the page again. @param {MouseEvent} event */
function followed(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!(link instanceof HTMLAnchorElement) || !plain || event.defaultPrevented) return;
  if (link.origin !== location.origin || link.target || place(link.pathname).page === "lost") return;
  if (link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

// ---- scroll positions of the entries in the browser's history

const KEPT = "tide-scroll";
/** How long a page may take to become as high as it was, in milliseconds. */
const PATIENCE = 5000;
const GIVEN_UP = /** @type {const} */ (["wheel", "touchstart", "keydown", "pointerdown"]);

/** The entry that is shown. */
let entry = "";
/** How far down each entry was scrolled. @type {Record<string, number>} */
let places = {};
let stop = () => {};

/** Keep the places from now on, and go to that of the entry that is shown. */
function keepScroll() {
  history.scrollRestoration = "manual";
  places = tab.readJson(KEPT) ?? {};
  window.addEventListener("pagehide", () => {
    leaveEntry();
    tab.writeJson(KEPT, places);
  });
  restoreScroll();
}

/** Note how far down the shown entry is scrolled, before another one is shown. */
function leaveEntry() {
  stop();
  if (entry) places[entry] = window.scrollY;
}

/** Scroll the entry that is shown now to where it was, as soon as the page is high enough, unless the player scrolls first. */
function restoreScroll() {
  // A link within a page makes an entry of its own, and the browser has scrolled already.
  if (!history.state?.entry) return history.replaceState({...history.state, ...nextEntry()}, "");
  entry = history.state.entry;
  const wanted = places[entry];
  if (wanted === undefined) return;
  const root = document.documentElement;
  const try_ = () => {
    window.scrollTo({top: wanted, behavior: "instant"});
    if (window.scrollY >= wanted - 1) stop();
  };
  const grown = new ResizeObserver(try_);
  const timer = setTimeout(() => stop(), PATIENCE);
  stop = () => {
    grown.disconnect();
    clearTimeout(timer);
    for (const one of GIVEN_UP) window.removeEventListener(one, stop);
    stop = () => {};
  };
  for (const one of GIVEN_UP) window.addEventListener(one, stop, {passive: true});
  grown.observe(root);
}

/** Leave the shown entry for a new one. @returns {{entry: string}} its state */
function nextEntry() {
  leaveEntry();
  entry = String(Math.max(0, ...Object.keys(places).map(Number)) + 1);
  places[entry] = 0;
  return {entry};
}
