/** Where each page is, but for that of a game, which comes with all that is needed at once. */

/**
 * What a page is given: `id` is of what it is about, `again` draws all anew.
 *
 * @typedef {{id: string, again: () => void}} Given
 */

/** @type {Record<Exclude<import("../router.js").Place["page"], "game">, () => Promise<import("../parts/later.js").Loaded<Given>>>} */
export const PAGES = {
  front: () => import("./front.js"),
  home: () => import("./home.js"),
  lost: () => import("./lost.js"),
  absence: () => import("../desk/absence.js"),
  lobby: () => import("../lobby/index.js"),
  open: () => import("../open/index.js"),
  invitation: () => import("../invitation/index.js"),
  notices: () => import("./notices.js"),
  rules: () => import("../rules/index.js"),
  people: () => import("../people/index.js"),
  player: () => import("../people/player.js"),
  settings: () => import("../settings/index.js"),
};
