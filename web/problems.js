/** Refusals in the player's words. The server says them in the language of the page; named here is what it says to programs. */

import {t} from "./words.js";

/** @type {Record<string, () => string>} */
const WORDS = {
  offline: () => t("The server cannot be reached. Is there a connection?"),
  token_expired: () => t("You have been signed out. Sign in again."),
  token_invalid: () => t("You have been signed out. Sign in again."),
  no_guests: () => t("This server has no guests. Sign up first."),
  busy: () => t("The server is busy. Try again in a moment."),
  unavailable: () => t("The server is busy. Try again in a moment."),
  insufficient_scope: () => t("Please sign in again to do this."),
  not_for_guests: () => t("Guests cannot do this. First choose a name and a password."),
};

/** @param {{code: string, detail: string}} problem A problem, or one of its faults. */
export const inWords = (problem) => WORDS[problem.code]?.() ?? problem.detail;
