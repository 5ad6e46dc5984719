/** Surfer tiles: open to all, or each seen by its player alone until the game is scored. */

/** @typedef {Api.Schemas["HighTideTable"]} Table */
/** @typedef {import("../contract.js").About} About */

/** Whether the tiles lie face down. @param {Table} table */
export const areHidden = (table) => table.surfers === null && table.expansions.includes("surfer");

/** The beach of a seat's tile, or nothing where there is none or the viewer does not see it. @param {Table} table @param {number} seat @param {About} about */
export function surferOf(table, seat, {game}) {
  const own = game.mine?.seat === seat ? game.mine.surfer : undefined;
  return table.surfers?.[seat] ?? own ?? null;
}
