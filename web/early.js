/**
 * What will be needed first is asked for before all modules are there: the words, the player's token, and a game's
 * view or another page's own modules.
 *
 * So it has few imports, and the page loads it by a tag of its own.
 */

import {askForAllPictures, askForPage} from "./ahead.js";
import {noteDate} from "./connection.js";
import {PAGES} from "./pages/index.js";
import {authorized} from "./renewal.js";
import {place} from "./router.js";
import {loadWords} from "./words.js";

/** Milliseconds that other things wait: what is for later is not fetched before what is wanted now. */
export const LATER = 4000;

/** @type {Map<string, Promise<Response>>} */
const begun = new Map();

const {page, id} = place(globalThis.location?.pathname ?? "/lost");
if (page === "game") {
  begin(`/api/v1/games/${id}`);
  askForAllPictures();
} else {
  askForPage(page);
  // Whoever is signed in needs a token for all else.
  if (globalThis.location) authorized().catch(() => {});
  // That it does not come is said where the page is shown.
  PAGES[page]?.().catch(() => {});
}
// Whoever waits for them hears of a failure.
if (globalThis.location) loadWords().catch(() => {});

/** @param {string} where */
function begin(where) {
  const said = authorized().then((headers) => fetch(where, {headers, cache: "no-store", credentials: "omit"}));
  // Whoever takes it hears of a failure.
  said.then(noteDate).catch(() => {});
  begun.set(where, said);
}

/** The answer to this call, if it was made early; once. @param {string} method @param {string} where */
export function taken(method, where) {
  const said = method === "GET" ? begun.get(where) : undefined;
  begun.delete(where);
  return said;
}
