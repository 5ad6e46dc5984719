/** Refusals in the player's words. What is not named here, nor in `refusals/`, is said as the server says it. */

import {loadWordsOf, spoken, t} from "./words.js";

/** Words for what is refused seldom, once they are loaded. @type {Record<string, (problem: {detail: string}) => string> | null} */
let seldom = null;

/** Nothing that breaks a rule with a number or a form is here: the server's sentence has the rule. @type {Record<string, () => string>} */
const WORDS = {
  offline: () => t("The server cannot be reached. Is there a connection?"),
  turn_closed: () => t("Too late: this turn has closed."),
  time_is_up: () => t("Too late: your time is up, and what is sealed for you stays."),
  not_asked: () => t("You are not asked now."),
  game_not_found: () => t("There is no such game, or it is not for you to see."),
  token_expired: () => t("You have been signed out. Sign in again."),
  token_invalid: () => t("You have been signed out. Sign in again."),
  no_guests: () => t("Guests cannot play on this server. Sign up first."),
  username_taken: () => t("Somebody has this name already."),
  throttled: () => t("That was too often. Wait a little."),
  busy: () => t("The server is busy. Try again in a moment."),
  unavailable: () => t("The server is busy. Try again in a moment."),
  game_full: () => t("All seats of this table are taken."),
  too_many_games: () => t("You have as many games as you may have. Finish one first."),
  insufficient_scope: () => t("For this you have to sign in once more."),
  not_for_guests: () => t("Guests cannot do this. Keep your account first, with a name and a password."),
  player_not_found: () => t("Nobody here has this name."),
  unknown_player: () => t("Nobody here has this name."),
  player_blocked: () => t("You have blocked this player."),
  not_yourself: () => t("That is you."),
  already_joined: () => t("There is a seat at this table already."),
  already_started: () => t("This game has started already."),
  game_cancelled: () => t("This game was called off."),
  not_enough_players: () => t("Too few seats are taken for a start."),
  too_unreliable: () => t("This table asks for players who answer more often."),
  no_bot_accounts: () => t("This table is for people alone."),
  invitation_not_found: () => t("This invitation is gone. Ask for another one."),
  invitation_over: () => t("This invitation is over: the table is full, has started or was called off, or somebody was quicker."),
  too_many_invitations: () => t("This table has as many invitations as it may have. Take one back first."),
  too_many_people: () => t("This list is as long as it may be."),
  wrong_type: () => t("This cannot be read."),
  missing_field: () => t("Something is missing here."),
  invalid_seats: () => t("So many cannot play this edition."),
  too_many_bots: () => t("One seat has to be yours."),
  unknown_bot: () => t("This bot does not play this game."),
};

/** @param {{code: string, detail: string}} problem A problem, or one of its faults. */
export function inWords(problem) {
  return (WORDS[problem.code] ?? seldom?.[problem.code])?.(problem) ?? problem.detail;
}

/** Have the words of what was refused, if they are seldom needed. In English the server has said it. @param {import("./api.js").Problem} problem */
export async function loadWordsFor({code, errors = []}) {
  if (seldom || spoken() === "en" || [code, ...errors.map((one) => one.code)].every((one) => one in WORDS)) return;
  // Without them it is said as the server says it.
  const found = await Promise.all([import("./refusals/index.js"), loadWordsOf("refusals")]).catch(() => null);
  seldom = found?.[0].default ?? null;
}
