/** Scroll positions of the entries in the browser's history, so that Back leads to the same place of a page. */

import {tab} from "./storage.js";

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
export function keepScroll() {
  history.scrollRestoration = "manual";
  places = tab.readJson(KEPT) ?? {};
  window.addEventListener("pagehide", () => {
    leaveEntry();
    tab.writeJson(KEPT, places);
  });
  restoreScroll();
}

/** Note how far down the shown entry is scrolled, before another one is shown. */
export function leaveEntry() {
  stop();
  if (entry) places[entry] = window.scrollY;
}

/** Scroll the entry that is shown now to where it was, as soon as the page is high enough, unless the player scrolls first. */
export function restoreScroll() {
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
export function nextEntry() {
  leaveEntry();
  entry = String(Math.max(0, ...Object.keys(places).map(Number)) + 1);
  places[entry] = 0;
  return {entry};
}
