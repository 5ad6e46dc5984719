/**
 * The last view of each page that a player has looked at, for when there is no connection.
 *
 * It is kept under her name and shown to nobody else. It is gone once she signs out, and when her token is lost.
 */

import {drop, keep, kept, keysOf, rename} from "./store.js";

/** @typedef {{at: number, player: string, data: any}} View `at`: milliseconds since 1970 */

const MOST = 40;
const LAST = ["player", "last"];

/** @param {string} player @param {string} name @param {unknown} data */
export async function keepView(player, name, data) {
  await keep(["view", player, name], {at: Date.now(), player, data});
  await keep(LAST, player);
  await onlyTheNewest(player);
}

/** What this player has seen last under this name, or null. @param {string} player @param {string} name @returns {Promise<View | null>} */
export async function keptView(player, name) {
  return (await kept(["view", player, name])) ?? null;
}

/** Who has played on this device last and not signed out, or null. @returns {Promise<string | null>} */
export async function lastPlayer() {
  return (await kept(LAST)) ?? null;
}

/** @param {string} player */
export async function forgetViews(player) {
  await drop(...(await keysOf("view", player)));
  if ((await lastPlayer()) === player) await drop(LAST);
}

/** She is called otherwise now. @param {string} before @param {string} now */
export async function renameViews(before, now) {
  await rename("view", before, now);
  if ((await lastPlayer()) === before) await keep(LAST, now);
}

/** @param {string} player */
async function onlyTheNewest(player) {
  const all = await keysOf("view", player);
  if (all.length <= MOST) return;
  const aged = await Promise.all(all.map(async (key) => ({key, at: (await kept(key))?.at ?? 0})));
  aged.sort((one, other) => other.at - one.at);
  await drop(...aged.slice(MOST).map(({key}) => key));
}
