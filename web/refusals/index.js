/**
 * Refusals that are met seldom, in the player's words: loaded with the first of them, and only where English is not
 * spoken. In English the server says them itself, with the numbers in question.
 */

import {t} from "../words.js";

/** The number that a sentence of the server names. @param {{detail: string}} problem */
const numberIn = ({detail}) => /\d+/.exec(detail)?.[0] ?? "?";

/** Whether a sentence of the server is about the letters of a text, and not about how many things stand in a list. @param {{detail: string}} problem */
const isText = ({detail}) => detail.includes("characters");

/** The forms that fields ask for, by what the server calls them. @type {Record<string, () => string>} */
const FORMS = {
  "2 to 30 letters, digits, _ or -, the first a letter or digit": () => t("Needed are 2 to 30 letters, digits, _ or -; the first is a letter or a digit."),
  "the beginning of a name: letters, digits, _ or -, the first a letter or digit": () => t("A name has letters, digits, _ and -; the first is a letter or a digit."),
  "an e-mail address such as ann@tide.example": () => t("Needed is an address such as ann@tide.example."),
  "a duration such as PT24H": () => t("Needed is a length of time."),
  "a moment such as 2027-08-01T00:00:00Z": () => t("Needed is a day and a time."),
  "a time of day such as 08:00": () => t("Needed is a time of day such as 08:00."),
};

/** @type {Record<string, (problem: {detail: string}) => string>} */
const words = {
  weak_password: () => t("This password is too easy to guess. It needs 8 characters, is none that many people use, and unlike your name and address."),
  too_short: (problem) => (isText(problem) ? t("Too short: {n} characters at least.", {n: numberIn(problem)}) : t("Too few: {n} at least.", {n: numberIn(problem)})),
  too_long: (problem) => (isText(problem) ? t("Too long: {n} characters at most.", {n: numberIn(problem)}) : t("Too many: {n} at most.", {n: numberIn(problem)})),
  out_of_range: (problem) => (problem.detail.includes("at least") ? t("Too small: {n} at least.", {n: numberIn(problem)}) : t("Too large: {n} at most.", {n: numberIn(problem)})),
  wrong_format: ({detail}) => FORMS[/^This must be (.*)\.$/.exec(detail)?.[1] ?? ""]?.() ?? detail,
  not_host: () => t("Only the host of the table may do this."),
  not_a_player: () => t("You have no seat in this game."),
  game_not_started: () => t("This game has not started."),
  game_finished: () => t("This game is over."),
  game_not_finished: () => t("This game is not over yet."),
  no_submission: () => t("You have sealed nothing in this turn."),
  invalid_action: () => t("This cannot be played now."),
  invalid_order: () => t("This order cannot be kept."),
  not_away: () => t("Nobody plays for you in this game."),
  seat_not_vacant: () => t("No player is away from this seat."),
  no_offer: () => t("This seat is not offered any more."),
  not_offered: () => t("This seat is not offered to you."),
  invalid_pause: () => t("So long a pause is not possible."),
  already_paused: () => t("The clock stands still already."),
  not_paused: () => t("No pause is proposed."),
  not_stopped: () => t("Nothing holds this game up."),
  not_waited_for: () => t("Nobody waits for this player now."),
  time_given: () => t("You have given time in this turn already."),
  no_vote: () => t("You have no vote now."),
  invalid_vacation: () => t("This cannot be a vacation. Does it end after it begins, and in the future?"),
  vacation_overlaps: () => t("You have announced a vacation for that time already."),
  no_vacation_left: () => t("You have not so much vacation left in that year."),
  vacation_not_found: () => t("This vacation is gone."),
  vacation_over: () => t("This vacation is over."),
  too_many_changes: () => t("This was done as often as it may be."),
  messages_off: () => t("Nobody writes at this table."),
  message_not_found: () => t("This message is gone."),
  too_many_messages: () => t("This table has as many messages as it may have."),
  too_many_notes: () => t("You have as many notes as you may have."),
  no_analysis: () => t("No bot here can judge this game."),
  invalid_invitation: () => t("This cannot be an invitation."),
  invalid_options: () => t("This game is not played so."),
  invalid_clock: () => t("This server does not allow such a clock."),
  unknown_ruleset: () => t("This server does not have this game."),
  ruleset_not_found: () => t("This server does not have this game."),
  rules_missing: () => t("The rules of this game are not here at the moment."),
  not_a_choice: () => t("This cannot be chosen."),
  unknown_field: () => t("This does not belong here."),
  invalid_request: () => t("Something in this cannot be read."),
  invalid_query: () => t("Something in this cannot be read."),
  body_too_large: () => t("This is too long."),
  idempotency_key_in_use: () => t("This is being done already."),
  not_authenticated: () => t("For this you have to sign in."),
  permission_denied: () => t("You may not do this."),
  username_reserved: () => t("This name is not given to players."),
  not_a_guest: () => t("You have a name and a password already."),
  receiver_not_found: () => t("This is not there any more."),
  subscription_not_found: () => t("This is not there any more."),
  too_many_receivers: () => t("You are told in as many places as you may be."),
  receiver_disabled: () => t("This is switched off. Switch it on first."),
  invalid_preferences: () => t("This cannot be set so."),
  channel_off: () => t("This server does not have this."),
  invalid_url: () => t("Nothing can be sent to this address."),
  not_found: () => t("There is nothing here."),
  seat_not_found: () => t("There is no such seat."),
  turn_not_found: () => t("There is no such turn."),
  internal_error: () => t("The server has made a mistake."),
};
export default words;
