/**
 * Which tables are shown: what is wished for stands in the address, so that it can be kept and sent to a friend.
 *
 * Why so: docs/why.md#lobby-filters.
 */

import {read} from "../api.js";
import {seconds} from "../time.js";

/**
 * @typedef {"open" | "running" | "mine"} Shown
 * @typedef {{show: Shown, ruleset: string, variant: string, seats: string, pace: string, company: string, friends: boolean, cursor: string}} Wish
 * @typedef {Api.Schemas["GameSummary"]} Summary
 * @typedef {{games: Summary[], looked: number, next: string | null}} Found
 */

const PAGE = 50;
/** So many tables are enough to show; until then further pages are looked through, but not for ever. */
const ENOUGH = 12;
const MOST_PAGES = 5;
const HOUR = 3600;

/** @param {string} [search] @returns {Wish} */
export function wished(search = location.search) {
  const query = new URLSearchParams(search);
  const text = (/** @type {string} */ name) => query.get(name) ?? "";
  const show = /** @type {const} */ (["running", "mine"]).find((one) => one === query.get("show")) ?? "open";
  return {
    show,
    ruleset: text("ruleset"),
    variant: text("variant"),
    seats: text("seats"),
    pace: text("pace"),
    company: text("company"),
    friends: query.has("friends"),
    cursor: text("cursor"),
  };
}

/** The lobby's address for this wish; what is usual is left out. @param {Partial<Wish>} wish */
export function addressOf(wish) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wish)) {
    if (value && !(name === "show" && value === "open")) query.set(name, value === true ? "yes" : String(value));
  }
  return query.size ? `/lobby?${query}` : "/lobby";
}

/**
 * A page of tables that fit. The server narrows by state and game; the rest is sorted out here, through as many
 * of its pages as it takes to have something to show.
 *
 * @param {Wish} wish
 * @param {Set<string>} friends
 * @returns {Promise<import("../api.js").Said<Found>>}
 */
export async function find(wish, friends) {
  const mine = wish.show === "mine";
  const query = {status: mine ? "finished" : wish.show, page_size: PAGE, ...(!mine && wish.ruleset && {ruleset: wish.ruleset})};
  /** @type {Found} */
  const found = {games: [], looked: 0, next: wish.cursor};
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const where = found.next ? {...query, cursor: found.next} : query;
    const said = mine ? await read("/me/games", {}, where) : await read("/games", {}, where);
    if (!said.ok) return said;
    found.games.push(...said.data.results.filter((one) => fits(one, wish, friends)));
    found.looked += said.data.results.length;
    found.next = cursorIn(said.data.next);
    if (!found.next || found.games.length >= ENOUGH) break;
  }
  return {ok: true, data: found};
}

/** @param {string | null} url */
const cursorIn = (url) => url && new URL(url, location.origin).searchParams.get("cursor");

/** Whether a table is as wished for. @param {Summary} game @param {Wish} wish @param {Set<string>} friends */
export function fits(game, wish, friends) {
  const people = game.seats.flatMap((one) => one.player ?? []);
  return (
    (!wish.ruleset || game.ruleset === wish.ruleset) &&
    hasVariant(/** @type {any} */ (game.options), wish.variant) &&
    (!wish.seats || game.seat_count === Number(wish.seats)) &&
    (!wish.pace || paceOf(game.clock.per_turn) === wish.pace) &&
    (!wish.company || (wish.company === "bots") === game.seats.some((one) => one.player === null)) &&
    (!wish.friends || people.some((one) => friends.has(one)))
  );
}

/** @param {{edition?: string, expansions?: string[]}} options @param {string} variant */
function hasVariant({edition, expansions = []}, variant) {
  if (!variant) return true;
  if (variant === "none") return expansions.length === 0 && edition === undefined;
  return edition === variant || expansions.includes(variant);
}

/** How quick a table is. @param {string} perTurn @returns {"quick" | "daily" | "slow"} */
export function paceOf(perTurn) {
  const length = seconds(perTurn) ?? 0;
  if (length <= HOUR) return "quick";
  return length <= 24 * HOUR ? "daily" : "slow";
}

/** My friends' names; none for whoever has no account. */
export async function friendsOf() {
  const said = await read("/me/friends", {}, {page_size: 100});
  const all = said.ok ? said.data.results : [];
  return new Set(all.filter((one) => one.standing === "friends").map((one) => one.username));
}
