/** The module of each page. That of a game is named in the page of its address, and loaded late on others. */

/**
 * What a page is given: `id` is of what it is about, `again` draws everything once more.
 *
 * @typedef {{id: string, again: () => void}} Given
 */

/** @type {Record<import("../router.js").Place["page"], () => Promise<import("../parts/lazy.js").Loaded<Given>>>} */
export const PAGES = {
  front: () => import("./front.js"),
  game: () => import("./game.js"),
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
