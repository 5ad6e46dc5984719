/**
 * The last view of each page that a player has seen, for when there is no connection.
 *
 * It is kept under the player's name and shown to nobody else. It is gone once somebody else is signed in, or nobody.
 */

import {drop, keep, kept, keysOf, rename} from "./store.js";

/** @typedef {{at: number, player: string, data: any}} View `at`: milliseconds since 1970 */

const MOST = 40;
const LAST = ["player", "last"];

/** @param {string} player @param {string} name @param {unknown} data */
export async function saveView(player, name, data) {
  await keep(["view", player, name], {at: Date.now(), player, data});
  await onlyTheNewest(player);
}

/** What this player has seen last under this name, or null. @param {string} player @param {string} name @returns {Promise<View | null>} */
export async function readView(player, name) {
  return (await kept(["view", player, name])) ?? null;
}

/** Who has played on this device last, to know a player again by another name. @returns {Promise<import("../token.js").Player | null>} */
export const lastPlayer = async () => (await kept(LAST)) ?? null;

/** @param {import("../token.js").Player | null} player */
export const keepLastPlayer = (player) => keep(LAST, player);

/** Forget what any other player than this one has seen here. @param {string | null} player */
export async function forgetOthersViews(player) {
  await drop(...(await keysOf("view")).filter(([, whose]) => whose !== player));
}

/** The player has another name now. @param {string} before @param {string} now */
export const renameViews = (before, now) => rename("view", before, now);

/** @param {string} player */
async function onlyTheNewest(player) {
  const all = await keysOf("view", player);
  if (all.length <= MOST) return;
  const aged = await Promise.all(all.map(async (key) => ({key, at: (await kept(key))?.at ?? 0})));
  aged.sort((one, other) => other.at - one.at);
  await drop(...aged.slice(MOST).map(({key}) => key));
}
