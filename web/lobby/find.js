/** Which tables are shown: what is wished for stands in the address, so that it can be kept and sent to a friend. */

import {read} from "../api.js";
import {username} from "../token.js";

/**
 * @typedef {"open" | "running" | "mine"} Shown
 * @typedef {{show: Shown, ruleset: string, variant: string, seats: string, pace: string, company: string, friends: boolean,
 *   joinable: boolean, soon: boolean, cursor: string}} Wish
 * @typedef {Api.Schemas["GameSummary"]} Summary
 * @typedef {{games: Summary[], friends: Set<string>, next: string | null}} Found
 */

const PAGE = 50;
/** The time per turn of each pace. @type {Record<string, Record<string, string>>} */
const PACES = {
  quick: {max_per_turn: "PT1H"},
  daily: {min_per_turn: "PT1H1S", max_per_turn: "PT24H"},
  slow: {min_per_turn: "PT24H1S"},
};

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
    joinable: query.has("joinable"),
    soon: query.has("soon"),
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

/** Whether a wish narrows its list. @param {Wish} wish */
export const isNarrowed = ({variant, seats, pace, company, friends, joinable}) => Boolean(variant || seats || pace || company || friends || joinable);

/**
 * A page of tables that fit.
 *
 * @param {Wish} wish
 * @param {Set<string>} editions The ids of all editions: a variant is one of them, or else an expansion.
 * @returns {Promise<import("../api.js").Said<Found>>}
 */
export async function find(wish, editions) {
  const said = await read("/games", {}, queryOf(wish, editions));
  if (!said.ok) return said;
  const {results, friends, next} = said.data;
  return {ok: true, data: {games: results, friends: new Set(friends), next: next && new URL(next, location.origin).searchParams.get("cursor")}};
}

/** @param {Wish} wish @param {Set<string>} editions */
const queryOf = (wish, editions) => ({
  page_size: PAGE,
  ...(wish.show === "mine" ? {status: "finished", player: username() ?? ""} : {status: wish.show}),
  ...termsOf(wish, editions),
  ...(username() && {include: "friends"}),
  ...(username() && wish.friends && {friends: true}),
  ...(wish.show === "open" && seatsOf(wish)),
  ...(wish.cursor && {cursor: wish.cursor}),
});

/** @param {Wish} wish @param {Set<string>} editions */
const termsOf = ({ruleset, variant, seats, pace, company}, editions) => ({
  ...(ruleset && {ruleset}),
  ...(variant && {[editions.has(variant) ? "edition" : "expansion"]: variant}),
  ...(seats && {seat_count: seats}),
  ...PACES[pace],
  ...(company && {bots: company === "bots"}),
});

/** @param {Wish} wish */
const seatsOf = ({joinable, soon}) => ({...(username() && joinable && {joinable}), ...(soon && {sort: "seats_missing"})});
