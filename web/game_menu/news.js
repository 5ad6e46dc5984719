/**
 * News of one table for one player: messages, the standing order, a rematch.
 *
 * Why so: docs/decisions/feeds.md.
 */

import {read} from "../api.js";
import {watch} from "../feeds.js";
import {device} from "../storage.js";
import {username} from "../token.js";

/** @typedef {import("../table/menu.js").News} News */
const MOST = 50;
const ORDERS = ["order_followed", "order_failed"];
/** How many of the newest events of the feed are looked through for an order. */
const LOOKED_BACK = 100;

/** The newest message that was read here, by game: what is newer is unread. @param {string} game */
const key = (game) => `tide-read-${game}`;

/** @param {string} game @param {string} message */
export function markRead(game, message) {
  device.write(key(game), message);
}

/** What became of an order, once it is put away. @param {string} game */
const orderKey = (game) => `tide-order-${game}`;

/** Say no more of what became of an order. @param {string} game @param {Api.LoggedEvent} event */
export function putAway(game, event) {
  device.write(orderKey(game), String(event.number));
}

/** Messages of others since the newest that was read here. @param {string} game */
export async function unread(game) {
  const result = await read("/games/{game}/messages", {game}, {page_size: MOST});
  if (!result.ok) return 0;
  const known = device.read(key(game));
  const at = result.data.results.findIndex((one) => one.id === known);
  const fresh = at < 0 ? result.data.results : result.data.results.slice(0, at);
  return fresh.filter((one) => one.player !== username() && one.text !== null && !one.folded).length;
}

/** Give what is new, now and whenever there is more. Gives what ends it. @param {string} game @param {(news: News) => void} changed */
export function watchNews(game, changed) {
  /** @type {News} */
  let news = {messages: 0, heard: 0, order: null, rematch: null};
  let gone = false;
  /** @param {Partial<News>} more */
  function tell(more) {
    news = {...news, ...more};
    if (!gone) changed(news);
  }
  const counted = async () => tell({messages: await unread(game)});
  window.addEventListener("tide-messages-read", counted);
  const stop = watch("/me", {
    events: (some) => {
      // What concerns no game's log says in its data which game it is about.
      const here = some.filter((one) => (/** @type {any} */ (one).game ?? one.data.game) === game);
      if (here.some((one) => one.type === "message_written" || one.type === "message_deleted")) {
        tell({heard: news.heard + 1});
        void counted();
      }
      const order = here.filter((one) => ORDERS.includes(one.type)).at(-1);
      if (order) tell({order});
      const rematch = wisherOf(some, game);
      if (rematch) tell({rematch});
    },
    state: () => {},
    // The feed goes on where this ends, so that nothing falls between the two.
    began: (number) => {
      void counted();
      void before(game, number).then(({order, rematch}) => {
        const isNewer = (order?.number ?? 0) > (news.order?.number ?? 0);
        tell({order: isNewer ? order : news.order, rematch: news.rematch ?? rematch});
      });
    },
  });
  return () => {
    gone = true;
    window.removeEventListener("tide-messages-read", counted);
    stop();
  };
}

/** Who asks for a rematch of the game among these. @param {any[]} some @param {string} game @returns {string | null} */
const wisherOf = (some, game) => some.find((one) => one.type === "invited" && one.data.rematch_of === game)?.data.player ?? null;

/**
 * What has happened before one looks: what became of the order last, unless the player has put that away, and whether
 * somebody wants a rematch.
 *
 * @param {string} game
 * @param {number} last how far the feed goes
 * @returns {Promise<{order: Api.LoggedEvent | null, rematch: string | null}>}
 */
async function before(game, last) {
  const result = await read("/me/events", {}, {after: Math.max(0, last - LOOKED_BACK), page_size: LOOKED_BACK, without: "hash"});
  const some = result.ok ? result.data.results : [];
  const found = some.filter((one) => one.game === game && ORDERS.includes(one.type)).at(-1);
  const isKnown = found && device.read(orderKey(game)) === String(found.number);
  return {order: isKnown ? null : /** @type {Api.LoggedEvent | null} */ (found ?? null), rematch: wisherOf(some, game)};
}
