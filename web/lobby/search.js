/** The search for tables. It stands in the address, so it can be kept and sent to a friend. */

import {read} from "../api.js";
import {username} from "../token.js";

/**
 * @typedef {"open" | "running" | "mine"} Shown
 * @typedef {{show: Shown, ruleset: string, variant: string, seats: string, pace: string, company: string, friends: boolean,
 *   joinable: boolean, soon: boolean, cursor: string}} Search
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

/** @param {string} [search] @returns {Search} */
export function readSearch(search = location.search) {
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

/** The lobby's address for this search; what is usual is left out. @param {Partial<Search>} search */
export function addressOf(search) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value && !(name === "show" && value === "open")) query.set(name, value === true ? "yes" : String(value));
  }
  return query.size ? `/lobby?${query}` : "/lobby";
}

/** Whether a search narrows its list. @param {Search} search */
export const isNarrowed = ({variant, seats, pace, company, friends, joinable}) => Boolean(variant || seats || pace || company || friends || joinable);

/**
 * A page of tables that fit.
 *
 * @param {Search} search
 * @param {Set<string>} editions The ids of all editions: a variant is one of them, or else an expansion.
 * @returns {Promise<import("../api.js").Result<Found>>}
 */
export async function findTables(search, editions) {
  const result = await read("/games", {}, queryOf(search, editions));
  if (!result.ok) return result;
  const {results, friends, next} = result.data;
  return {ok: true, data: {games: results, friends: new Set(friends), next: next && new URL(next, location.origin).searchParams.get("cursor")}};
}

/** @param {Search} search @param {Set<string>} editions */
const queryOf = (search, editions) => ({
  page_size: PAGE,
  ...(search.show === "mine" ? {status: "finished", player: username() ?? ""} : {status: search.show}),
  ...termsOf(search, editions),
  include: username() ? "friends,text" : "text",
  ...(username() && search.friends && {friends: true}),
  ...(search.show === "open" && seatsOf(search)),
  ...(search.cursor && {cursor: search.cursor}),
});

/** @param {Search} search @param {Set<string>} editions */
const termsOf = ({ruleset, variant, seats, pace, company}, editions) => ({
  ...(ruleset && {ruleset}),
  ...(variant && {[editions.has(variant) ? "edition" : "expansion"]: variant}),
  ...(seats && {seat_count: seats}),
  ...PACES[pace],
  ...(company && {bots: company === "bots"}),
});

/** @param {Search} search */
const seatsOf = ({joinable, soon}) => ({...(username() && joinable && {joinable}), ...(soon && {sort: "seats_missing"})});
