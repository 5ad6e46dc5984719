/** Refusals in the player's words. What is not named here is said as the server says it. */

import {t} from "./words.js";

/** @type {Record<string, () => string>} */
const WORDS = {
  offline: () => t("The server cannot be reached. Is there a connection?"),
  turn_closed: () => t("Too late: this turn has closed."),
  time_is_up: () => t("Too late: your time was up, and the clock has played for you."),
  not_asked: () => t("You are not asked now."),
  game_not_found: () => t("There is no such game, or it is not for you to see."),
  token_expired: () => t("You have been signed out. Sign in again."),
  token_invalid: () => t("You have been signed out. Sign in again."),
  no_guests: () => t("Guests cannot play on this server. Sign up first."),
  username_taken: () => t("Somebody has this name already."),
  weak_password: () => t("This password is too easy to guess."),
  throttled: () => t("That was too often. Wait a little."),
  busy: () => t("The server is busy. Try again in a moment."),
  unavailable: () => t("The server is busy. Try again in a moment."),
  game_full: () => t("All seats of this table are taken."),
  too_many_games: () => t("You have as many games as you may have. Finish one first."),
};

/** @param {import("./api.js").Problem} problem */
export function inWords(problem) {
  return WORDS[problem.code]?.() ?? problem.detail;
}
