/** Where dice would carry one's chairs. The server decides; this is to see it before one seals. */

/** @typedef {Api.Schemas["HighTideTable"]} Table */
/** @typedef {{beach: string, steps: number}} Step */
/** @typedef {{beach: string, start: number, end: number, wet: boolean}} Move */

/** Where the chair of a seat stands on a beach; null if it swims. @param {Table} table @param {string} name @param {number} seat */
export function chairAt(table, name, seat) {
  const beach = table.beaches.find((one) => one.beach === name);
  if (!beach || beach.flooded.includes(seat)) return null;
  return beach.chairs.find((one) => one.seats.includes(seat))?.space ?? null;
}

/**
 * The moves of these steps together; two of one beach are added. The first space of the water stops a chair.
 *
 * @param {Table} table
 * @param {number} seat
 * @param {Step[]} steps
 * @returns {Move[]}
 */
export function movesOf(table, seat, steps) {
  const sums = new Map(/** @type {[string, number][]} */ ([]));
  for (const {beach, steps: far} of steps) sums.set(beach, (sums.get(beach) ?? 0) + far);
  return [...sums].flatMap(([beach, far]) => {
    const start = chairAt(table, beach, seat);
    const water = table.beaches.find((one) => one.beach === beach)?.water ?? 0;
    if (start === null) return [];
    const end = Math.max(0, Math.min(start + far, water));
    return [{beach, start, end, wet: end >= water}];
  });
}

/** The steps that an action would make at once; none if chance or another question comes first.
 *
 * @param {import("../contract.js").Action} action
 * @param {Table} table
 * @returns {Step[]}
 */
export function stepsOf(action, table) {
  const inPlay = table.dice ? [table.dice.left, table.dice.right] : [];
  if (action.type === "accept" || action.type === "move") return inPlay;
  if (action.type === "reroll" && Array.isArray(action.dice) && !action.dice.length) return inPlay;
  if (action.type === "take") {
    const pair = table.track.spaces.find((one) => one.space === action.space)?.pair;
    return pair ? [pair.left, pair.right].map(({colour, face}) => ({beach: colour, steps: face})) : [];
  }
  if (action.type === "tile" && action.tile === "B3") {
    return [{beach: String(action.beach), steps: Number(action.steps)}];
  }
  return [];
}
