/**
 * Drafts: texts that are written and not sent, kept in this browser by player, game and kind.
 *
 * All that shows a draft, in other tabs too, shows the same. Signing out drops it.
 */

import {device} from "./storage.js";
import {username} from "./token.js";
import {useEffect, useRef, useState} from "./vendor/preact.js";

const PREFIX = "tide-draft ";
const CHANGED = "tide-draft-changed";

/** @param {string | null} player */
const ofPlayer = (player) => `${PREFIX}${player ?? ""} `;

/**
 * A draft of this kind, or `fresh` if there is none; what changes it, and what drops it, with what is there from now on.
 *
 * @template T
 * @param {string} kind
 * @param {string} game Empty for what belongs to no game.
 * @param {T} fresh
 * @returns {[T, (next: T) => void, (kept?: T) => void]}
 */
export function useDraft(kind, game, fresh) {
  const key = `${ofPlayer(username())}${game} ${kind}`;
  const begun = useRef(fresh);
  const [value, setValue] = useState(() => keptUnder(key, fresh));
  useEffect(() => {
    /** @param {Event} event */
    function changed(event) {
      const name = event instanceof StorageEvent ? event.key : /** @type {CustomEvent} */ (event).detail;
      if (name === key) setValue(keptUnder(key, begun.current));
    }
    window.addEventListener("storage", changed);
    window.addEventListener(CHANGED, changed);
    return () => {
      window.removeEventListener("storage", changed);
      window.removeEventListener(CHANGED, changed);
    };
  }, [key]);
  /** @param {T} next */
  function write(next) {
    const text = JSON.stringify(next);
    // Emptied it is shown so, and not as it was at first.
    if (next && text !== JSON.stringify(begun.current)) device.write(key, text);
    else device.remove(key);
    setValue(() => next);
  }
  function drop(kept = fresh) {
    begun.current = kept;
    device.remove(key);
    window.dispatchEvent(new CustomEvent(CHANGED, {detail: key}));
  }
  return [value, write, drop];
}

/** @template T @param {string} key @param {T} fresh @returns {T} */
function keptUnder(key, fresh) {
  return device.readJson(key) ?? fresh;
}

/** Drop all that a player has not sent. @param {string} player */
export function dropDrafts(player) {
  for (const key of keysOf(player)) device.remove(key);
}

/** Keep under the new name what was kept under the old one. @param {string} before @param {string} now */
export function renameDrafts(before, now) {
  for (const key of keysOf(before)) {
    device.write(ofPlayer(now) + key.slice(ofPlayer(before).length), device.read(key) ?? "");
    device.remove(key);
  }
}

/** @param {string} player */
const keysOf = (player) => device.keys(ofPlayer(player));
