/** The table that somebody has in mind, and what is asked of the server for it. */

import {botName} from "../names.js";
import {device} from "../storage.js";
import {t} from "../words.js";

/**
 * @typedef {{
 *   ruleset: string, options: Record<string, any>, seats: number, others: string[],
 *   perTurn: string, bank: string, increment: string, grace: string, hours: import("../lobby/terms.js").Hours | null,
 *   botAfter: number, vacations: boolean, reliability: number, botAccounts: boolean,
 *   hidden: boolean, messages: boolean, byHost: boolean,
 * }} Wish
 * `others` has a bot's name for each seat but the host's, or nothing where a person is to sit; lengths are ISO
 * 8601 durations, empty for none.
 *
 * @typedef {Api.Schemas["Ruleset"]} Ruleset
 */

/** @type {Wish} */
export const GOOD = {
  ruleset: "turn_the_tide",
  options: {},
  seats: 3,
  others: ["", ""],
  perTurn: "PT24H",
  bank: "",
  increment: "",
  grace: "",
  hours: null,
  botAfter: 3,
  vacations: true,
  reliability: 0,
  botAccounts: true,
  hidden: false,
  messages: true,
  byHost: false,
};

/** A table for friends: strangers neither find it nor watch. @type {Wish} */
export const FOR_FRIENDS = {...GOOD, hidden: true};

const KEPT = "tide-last-table";

/** The wish of the last table that this player has opened on this device, or null. @param {string} player @returns {Wish | null} */
export function lastOf(player) {
  const kept = device.readJson(KEPT);
  return kept?.player === player ? {...GOOD, ...kept.wish} : null;
}

/** @param {string} player @param {Wish} wish */
export const keepLast = (player, wish) => device.writeJson(KEPT, {player, wish});

/** How many can play so. @param {Ruleset} ruleset @param {Wish} wish */
export function limits(ruleset, wish) {
  const edition = wish.options.edition ?? ruleset.editions[0]?.id;
  return ruleset.editions.find((one) => one.id === edition)?.seat_limits ?? ruleset.seat_limits;
}

/** The wish, with what its game does not have left out. @param {Wish} wish @param {Ruleset[]} rulesets @returns {Wish} */
export function fitting(wish, rulesets) {
  const ruleset = rulesets.find((one) => one.id === wish.ruleset) ?? rulesets[0];
  if (!ruleset) return wish;
  const known = Object.keys(/** @type {any} */ (ruleset.options).properties ?? {});
  const options = Object.fromEntries(Object.entries(wish.options).filter(([name]) => known.includes(name)));
  const {least, most} = limits(ruleset, {...wish, options});
  const seats = Math.min(Math.max(wish.seats, least), most);
  const others = Array.from({length: seats - 1}, (_, at) => wish.others[at] ?? "").map((one) => (ruleset.bots.includes(one) ? one : ""));
  return {...wish, ruleset: ruleset.id, options, seats, others};
}

/** A bot by how well it plays. @param {string} bot @param {Api.Schemas["Ruleset"]} ruleset */
export function botWords(bot, ruleset) {
  /** @type {Record<string, () => string>} */
  const levels = {beginner: () => t("a beginner"), casual: () => t("a casual player"), strong: () => t("a strong player"), expert: () => t("an expert")};
  const level = levels[ruleset.levels[bot] ?? ""]?.();
  return level ? t("{name} bot: {level}", {name: botName(bot), level}) : t("{name} bot", {name: botName(bot)});
}

/** What is asked of the server. @param {Wish} wish @returns {Api.Schemas["GameRequest"]} */
export function request(wish) {
  return /** @type {any} */ ({
    ruleset: wish.ruleset,
    options: wish.options,
    seat_count: wish.seats,
    bots: wish.others.filter(Boolean),
    clock: clockOf(wish),
    absence: absenceOf(wish),
    bot_accounts: wish.botAccounts,
    private: wish.hidden,
    messages: wish.messages,
    start: wish.byHost ? "host" : "full",
  });
}

/** @param {Wish} wish */
export const clockOf = (wish) => ({
  per_turn: wish.perTurn,
  ...(wish.bank && {bank: wish.bank}),
  ...(wish.bank && wish.increment && {increment: wish.increment}),
  ...(wish.grace && {grace: wish.grace}),
  ...(wish.hours && {hours: wish.hours}),
});

/** @param {Wish} wish */
export const absenceOf = (wish) => ({
  bot_after: wish.botAfter,
  vacations: wish.vacations,
  ...(wish.reliability && {least_reliability: wish.reliability}),
});

/** The hours to begin with: the day, in the zone of whoever looks. @returns {import("../lobby/terms.js").Hours} */
export function usualHours() {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  return {zone: timeZone, days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "08:00", to: "22:00"};
}
