/** The picture of each ruleset. One that nobody has drawn yet gets the general one, and can be played. */

/** @type {Record<string, () => Promise<{default: import("./contract.js").Picture}>>} */
const DRAWN = {
  turn_the_tide: () => import("./turn_the_tide/index.js"),
  high_tide: () => import("./high_tide/index.js"),
};

/** @param {string} ruleset */
export async function pictureOf(ruleset) {
  const found = await (DRAWN[ruleset] ?? (() => import("./general/index.js")))();
  return found.default;
}
