/** Lists whose order counts, while somebody arranges them. */

/** The list with one item moved up or down by one place. @template T @param {T[]} list @param {number} at @param {number} by */
export function moved(list, at, by) {
  const to = at + by;
  if (to < 0 || to >= list.length) return list;
  const now = without(list, at);
  now.splice(to, 0, /** @type {T} */ (list[at]));
  return now;
}

/** The list without one item. @template T @param {T[]} list @param {number} at */
export const without = (list, at) => list.filter((_, n) => n !== at);
