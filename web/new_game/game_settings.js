/** The settings of a new table, and the request to the server that follows from them. */

import {botName} from "../names.js";
import {SITE} from "../preloads.js";
import {device} from "../storage.js";
import {t} from "../words.js";

/**
 * @typedef {{
 *   ruleset: string, options: Record<string, any>, seats: number, others: string[],
 *   perTurn: string, bank: string, increment: string, grace: string, hours: import("../lobby/terms.js").Hours | null,
 *   botAfter: number, vacations: boolean, reliability: number, botAccounts: boolean,
 *   hidden: boolean, chat: string, byHost: boolean,
 * }} GameSettings
 * `others` has a bot's name for each seat but the host's, or nothing where a person is to sit; lengths are ISO
 * 8601 durations, empty for none.
 *
 * @typedef {Api.Schemas["Ruleset"]} Ruleset
 */

/** @type {GameSettings} */
export const DEFAULT_SETTINGS = {
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
  chat: SITE.chat,
  byHost: false,
};

/** A table for friends: strangers neither find it nor watch. @type {GameSettings} */
export const FRIENDS_SETTINGS = {...DEFAULT_SETTINGS, hidden: true};

const KEPT = "tide-last-table";

/** The settings of the last table that this player has opened on this device, or null. @param {string} player @returns {GameSettings | null} */
export function lastSettings(player) {
  const kept = device.readJson(KEPT);
  return kept?.player === player ? {...DEFAULT_SETTINGS, ...kept.settings} : null;
}

/** @param {string} player @param {GameSettings} settings */
export const keepLastSettings = (player, settings) => device.writeJson(KEPT, {player, settings});

/** How many can play so. @param {Ruleset} ruleset @param {GameSettings} settings */
export function limits(ruleset, settings) {
  const edition = settings.options.edition ?? ruleset.editions[0]?.id;
  return ruleset.editions.find((one) => one.id === edition)?.seat_limits ?? ruleset.seat_limits;
}

/** The settings, with what its game does not have left out. @param {GameSettings} settings @param {Ruleset[]} rulesets @returns {GameSettings} */
export function fitSettings(settings, rulesets) {
  const ruleset = rulesets.find((one) => one.id === settings.ruleset) ?? rulesets[0];
  if (!ruleset) return settings;
  const known = Object.keys(/** @type {any} */ (ruleset.options).properties ?? {});
  const options = Object.fromEntries(Object.entries(settings.options).filter(([name]) => known.includes(name)));
  const {least, most} = limits(ruleset, {...settings, options});
  const seats = Math.min(Math.max(settings.seats, least), most);
  const others = Array.from({length: seats - 1}, (_, at) => settings.others[at] ?? "").map((one) => (ruleset.bots.includes(one) ? one : ""));
  return {...settings, ruleset: ruleset.id, options, seats, others};
}

/** A bot by how well it plays. @param {string} bot @param {Api.Schemas["Ruleset"]} ruleset */
export function botWords(bot, ruleset) {
  /** @type {Record<string, () => string>} */
  const levels = {beginner: () => t("a beginner"), casual: () => t("a casual player"), strong: () => t("a strong player"), expert: () => t("an expert")};
  const level = levels[ruleset.levels[bot] ?? ""]?.();
  return level ? t("{name} bot: {level}", {name: botName(bot), level}) : t("{name} bot", {name: botName(bot)});
}

/** What is asked of the server. @param {GameSettings} settings @returns {Api.Schemas["GameRequest"]} */
export function gameRequest(settings) {
  return /** @type {any} */ ({
    ruleset: settings.ruleset,
    options: settings.options,
    seat_count: settings.seats,
    bots: settings.others.filter(Boolean),
    clock: clockOf(settings),
    absence: absenceOf(settings),
    bot_accounts: settings.botAccounts,
    private: settings.hidden,
    chat: settings.chat,
    start: settings.byHost ? "host" : "full",
  });
}

/** @param {GameSettings} settings */
export const clockOf = (settings) => ({
  per_turn: settings.perTurn,
  ...(settings.bank && {bank: settings.bank}),
  ...(settings.bank && settings.increment && {increment: settings.increment}),
  ...(settings.grace && {grace: settings.grace}),
  ...(settings.hours && {hours: settings.hours}),
});

/** @param {GameSettings} settings */
export const absenceOf = (settings) => ({
  bot_after: settings.botAfter,
  vacations: settings.vacations,
  ...(settings.reliability && {least_reliability: settings.reliability}),
});

/** The hours to begin with: the day, in the viewer's zone. @returns {import("../lobby/terms.js").Hours} */
export function usualHours() {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  return {zone: timeZone, days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "08:00", to: "22:00"};
}
