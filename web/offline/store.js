/** The store of this device, which outlives the tab. */

import {createStore, del, delMany, get, keys, set} from "../vendor/idb-keyval.js";

const opened = createStore("tideapi", "kept");
/** A browser that blocks it throws, and is to be heard of as one is that keeps nothing. @type {typeof opened} */
const store = async (...work) => opened(...work);

/** @typedef {string[]} Key Its first part says what kind it is, its second whose it is. */

/** A browser that keeps nothing (some do not in a private window) is no error: then nothing was kept. @template T @param {Promise<T>} work */
const ifItCan = (work) => work.catch(() => undefined);

/** @param {Key} key @returns {Promise<any>} undefined if there is nothing */
export const kept = (key) => ifItCan(get(key, store));

/** @param {Key} key @param {unknown} value */
export const keep = (key, value) => ifItCan(set(key, value, store));

/** @param {Key[]} some */
export const drop = (...some) => ifItCan(some.length === 1 ? del(/** @type {Key} */ (some[0]), store) : delMany(some, store));

/** What is kept of this kind under one name is kept under another. @param {string} kind @param {string} before @param {string} now */
export async function rename(kind, before, now) {
  for (const key of await keysOf(kind, before)) {
    await keep([kind, now, ...key.slice(2)], {...(await kept(key)), player: now});
    await drop(key);
  }
}

/** The keys that begin so. @param {string[]} beginning @returns {Promise<Key[]>} */
export async function keysOf(...beginning) {
  const all = /** @type {Key[]} */ ((await ifItCan(keys(store))) ?? []);
  return all.filter((key) => beginning.every((part, at) => key[at] === part));
}
