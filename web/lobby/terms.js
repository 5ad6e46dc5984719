/** The terms of a table in words: time, hours of play, absence, who can see it. */

import {duration, seconds, weekday} from "../time.js";
import {locale, t, tn} from "../words.js";

/**
 * @typedef {{zone: string, days: string[], from: string, to: string}} Hours
 * @typedef {{per_turn: string, bank?: string | null, increment?: string | null, grace?: string | null, hours?: Hours | null}} Clock
 * @typedef {{bot_after: number, vacations: boolean, least_reliability?: number | null}} Absence
 */

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** A day of the week, in the viewer's language. @param {string} day @param {"short" | "long"} [form] */
export function dayName(day, form = "short") {
  return weekday(DAYS.indexOf(day), form);
}

/** Days that follow one another as a span: "Mon–Fri, Sun". @param {string[]} days */
function dayWords(days) {
  if (days.length === DAYS.length) return t("every day");
  /** @type {string[][]} */
  const runs = [];
  for (const day of DAYS.filter((one) => days.includes(one))) {
    const run = runs.at(-1);
    if (run && DAYS.indexOf(run.at(-1) ?? "") === DAYS.indexOf(day) - 1) run.push(day);
    else runs.push([day]);
  }
  const names = runs.map((run) => [...new Set([run[0], run.at(-1)])].map((day) => dayName(day ?? "")));
  return names.map((pair) => pair.join("–")).join(", ");
}

/** How long one has, each part a sentence without its stop. @param {Clock} clock */
export function clockWords({per_turn, bank, increment, grace, hours}) {
  return [
    t("{span} for each move", {span: duration(per_turn)}),
    bank && t("a reserve of {span} for each player", {span: duration(bank)}),
    increment && t("{span} of it is added back with each move", {span: duration(increment)}),
    grace && t("{span} more for the first move", {span: duration(grace)}),
    hours ? hoursWords(hours) : t("the clock runs day and night"),
  ].filter((one) => typeof one === "string");
}

/** How fast a table is: a word, and the time of a move where that does not say it. @param {Clock} clock */
export function paceWords({per_turn}) {
  const length = seconds(per_turn) ?? 0;
  if (length === 86_400) return [t("One move a day")];
  return [length <= 3600 ? t("Quick") : length < 86_400 ? t("A few moves a day") : t("Slow"), duration(per_turn)];
}

/** @param {Hours} hours */
function hoursWords({zone, days, from, to}) {
  return t("the clock runs {days}, {from} to {to} ({zone})", {days: dayWords(days), from, to, zone: zone.replaceAll("_", " ")});
}

/** What happens to a player who is away. @param {Absence} absence */
export function absenceWords({bot_after, vacations, least_reliability}) {
  return [
    tn(bot_after, "after one missed move a bot plays on", "after {n} missed moves in a row a bot plays on"),
    vacations ? t("vacations stop the clock") : t("vacations do not stop the clock"),
    least_reliability ? t("for players who make at least {n} of 100 moves in time", {n: least_reliability}) : null,
  ].filter((one) => one !== null);
}

/** Who sees it and who may sit there. @param {{private: boolean, chat: string, bot_accounts: boolean}} game */
export function companyWords(game) {
  return [
    game.private ? t("private: not listed, and only its players can see the game") : t("public: anyone can watch"),
    chatWords(game.chat),
    game.bot_accounts ? null : t("people only"),
  ].filter((one) => one !== null);
}

/** What players may write to each other. @param {string} chat */
function chatWords(chat) {
  if (chat === "none") return t("no messages at this table");
  return chat === "phrases" ? t("players can send each other set phrases") : t("players can write to each other");
}

/** A list as a sentence of its own. @param {string[]} parts */
export function sentence(parts) {
  const text = parts.join("; ");
  return text && `${text.charAt(0).toLocaleUpperCase(locale())}${text.slice(1)}.`;
}

