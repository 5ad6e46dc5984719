/**
 * The table's page and all of its modules, kept as a whole.
 *
 * The folder of the modules has one name, made of all that is in it. A page names one folder, so whichever page is
 * shown, new or kept, its modules are all of one version.
 */

import {place} from "../router.js";

/** @typedef {{folder: string, site: string, files: string[]}} Shell `site`: the name of this place */

const PAGE = "/";
/** Milliseconds after which a page that is kept is better than one that may still come. */
const PATIENCE = 5000;
/** Shells that are kept: the newest, and the one before it for a page that is still open. */
const KEPT = 2;
/** What is no part of the table goes to the server without a detour. */
const NOT_OURS = ["/api/*", "/session/*", "/account/*", "/oauth/*", "/docs/*", "/admin/*"];

/** @param {Worker.Global} worker @param {Shell} shell */
export function keepShell(worker, shell) {
  worker.addEventListener("install", (event) => {
    event.addRoutes?.(NOT_OURS.map((pathname) => ({condition: {urlPattern: {pathname}}, source: "network"})));
    // The next page is a new one, and this worker has what it needs without a net.
    event.waitUntil(fetched(shell).then(() => worker.skipWaiting()));
  });
  worker.addEventListener("activate", (event) => {
    event.waitUntil(tidied(shell).then(() => worker.clients.claim()));
  });
  worker.addEventListener("fetch", (event) => {
    const {pathname, origin} = new URL(event.request.url);
    if (event.request.method !== "GET" || origin !== worker.location.origin) return;
    if (event.request.mode === "navigate") {
      if (place(pathname).page !== "lost") event.respondWith(page(event.request, shell));
    } else if (pathname.startsWith("/static/")) {
      event.respondWith(file(event.request));
    }
  });
}

/** Keep the page and all that it may load. All or nothing. @param {Shell} shell */
async function fetched({folder, files}) {
  const response = await fetch(PAGE, {cache: "reload"});
  const text = await response.clone().text();
  // While servers are being exchanged, the page may come from one and this script from another.
  if (!response.ok || !text.includes(folder)) throw new Error(`the page at ${PAGE} does not name ${folder}`);
  const cache = await caches.open(folder);
  await cache.addAll(files);
  await cache.put(PAGE, response);
}

/** Give up the shells of older versions. @param {Shell} shell */
async function tidied({folder}) {
  const older = (await caches.keys()).filter((one) => one !== folder);
  await Promise.all(older.slice(0, Math.max(0, older.length - KEPT + 1)).map((one) => caches.delete(one)));
}

/** The server's page; the one that is kept where the server is silent or broken. @param {Request} request @param {Shell} shell */
async function page(request, {folder}) {
  const kept = await caches.match(PAGE, {cacheName: folder});
  if (!kept) return fetch(request);
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  const asked = fetch(request).then((response) => (response.status >= 500 ? kept : response));
  return Promise.race([asked.catch(() => kept), late]);
}

/** A file as its name says: names are made of content, so one that is kept is never old. @param {Request} request */
async function file(request) {
  return (await caches.match(request, {ignoreVary: true})) ?? fetch(request);
}
