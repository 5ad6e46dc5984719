/**
 * Files and calls that are requested before they are needed: the modules of a page or picture at once instead of one
 * import after the other, and a call whose answer comes while modules load. Each of them would cost a slow telephone
 * a round trip.
 */

import {noteDate} from "./connection.js";
import {authorized} from "./session.js";

/** Milliseconds that other things wait: what is for later is not fetched before what is wanted now. */
export const LATE_LOAD_DELAY = 4000;

/** @typedef {{pages: Record<string, string[]>, pictures: Record<string, string[]>, site: {name: string, sentence: string, links: Record<string, string>, sign_up: string, chat: Api.Schemas["Game"]["chat"]}}} Parts */

/** The files of each, as the server has named them in the page, and what this place is called. @type {Parts} */
const PARTS = JSON.parse(globalThis.document?.getElementById?.("parts")?.textContent ?? '{"pages": {}, "pictures": {}, "site": {"links": {}}}');
export const SITE = PARTS.site;
/** @type {Set<string>} */
const asked = new Set();

/** @param {string} page */
export const preloadPage = (page) => ask(PARTS.pages[page]);

/** @param {string} ruleset */
export const preloadPicture = (ruleset) => ask(PARTS.pictures[ruleset]);

/**
 * Ask for each picture before it is known which one will be shown, where that costs less than to wait: HTTP/2 and
 * later ask for many small files at once, and HTTP/1.1 for six.
 */
export function preloadAllPictures() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (/^h[23]/.test(visit?.nextHopProtocol ?? "")) Object.keys(PARTS.pictures).forEach(preloadPicture);
}

/** @param {string[]} [files] */
function ask(files = []) {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    const address = new URL(file, import.meta.url).href;
    if (file.endsWith(".css")) void loadStyle(address);
    else document.head.append(Object.assign(document.createElement("link"), {rel: "modulepreload", href: address}));
  }
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Once this style sheet counts. One that does not come is done without. @param {string | undefined} address */
export function loadStyle(address) {
  if (!address) return;
  const known = sheets.get(address) ?? new Promise((/** @type {(value: void) => void} */ done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
  sheets.set(address, known);
  return known;
}

/** Calls that are made early, by their address. @type {Map<string, Promise<Response>>} */
const calls = new Map();

/** Make a call before the page asks for its answer. @param {string} where */
export function requestEarly(where) {
  const response = authorized().then((headers) => fetch(where, {headers, cache: "no-store", credentials: "omit"}));
  // A failure is handled where the response is taken.
  response.then(noteDate).catch(() => {});
  calls.set(where, response);
}

/** The answer to this call, if it was made early; once. @param {string} method @param {string} where */
export function takeEarlyResponse(method, where) {
  const response = method === "GET" ? calls.get(where) : undefined;
  calls.delete(where);
  return response;
}
