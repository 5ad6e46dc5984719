/** The last view of a page, kept for when there is no connection. The code that keeps it is loaded late: `offline/views.js`. */

import {LATE_LOAD_DELAY} from "./preloads.js";
import {username} from "./token.js";
import {useEffect} from "./vendor/preact.js";

/** Keep this as what the player has seen last under this name, once it has stayed for a while; not while it is null. @param {string} name @param {unknown} data */
export function useSaveLastView(name, data) {
  const who = username();
  useEffect(() => {
    if (data === null || !who) return;
    const timer = setTimeout(() => void keep(who, name, data), LATE_LOAD_DELAY);
    return () => clearTimeout(timer);
  }, [who, name, data]);
}

/** @param {string} who @param {string} name @param {unknown} data */
async function keep(who, name, data) {
  const views = await import("./offline/views.js").catch(() => null);
  // A player who has left by now leaves nothing behind.
  if (views && username() === who) await views.saveView(who, name, data);
}

/** What was seen last under this name, or null. @param {string} name */
export async function readLastView(name) {
  const found = await Promise.all([import("./offline/views.js"), import("./offline/index.js")]).catch(() => null);
  // What cannot even be loaded has kept nothing.
  if (!found) return null;
  const [{readView}, {begin}] = found;
  begin();
  const who = username();
  return who ? readView(who, name) : null;
}
