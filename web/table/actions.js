/** Actions are plain values; two are the same if they say the same. */

/** @typedef {import("../games/contract.js").Action} Action */

/** @param {Action | null} one @param {Action | null} other */
export function same(one, other) {
  return one !== null && other !== null && keyOf(one) === keyOf(other);
}

/** A text that is the same for the same action, whatever the order of its members. @param {Action} action */
export function keyOf(action) {
  const members = Object.entries(action).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(members);
}
