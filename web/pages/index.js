/** The module of each page, except the game's, which comes with all that is needed at once. */

/**
 * What a page is given: `id` is of what it is about, `again` draws everything once more.
 *
 * @typedef {{id: string, again: () => void}} Given
 */

/** @type {Record<Exclude<import("../router.js").Place["page"], "game">, () => Promise<import("../parts/lazy.js").Loaded<Given>>>} */
export const PAGES = {
  front: () => import("./front.js"),
  home: () => import("./home.js"),
  lost: () => import("./not_found.js"),
  absence: () => import("../game_menu/absence.js"),
  lobby: () => import("../lobby/index.js"),
  open: () => import("../new_game/index.js"),
  invitation: () => import("../invitation/index.js"),
  notices: () => import("../notification_settings/index.js"),
  rules: () => import("../rules/index.js"),
  people: () => import("../people/index.js"),
  player: () => import("../people/player.js"),
  settings: () => import("../settings/index.js"),
};
