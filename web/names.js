/** Names of seats, bots, stages and games. */

import {t} from "./words.js";

/** @typedef {(seat: number) => string} Names */

/**
 * What a game is about, and which stage is played.
 *
 * @type {Record<string, {summary: () => string, stage?: (numbers: {n: number | null, all: number | null}) => string}>}
 */
export const GAMES = {
  turn_the_tide: {summary: () => t("Do not be the deepest when the water rises.")},
  high_tide: {
    summary: () => t("Put your deckchairs nearest to the water, and keep them dry."),
    stage: (numbers) => t("Round {n} of {all}", numbers),
  },
};

/** Names for the seats of a game; the viewer's own is "you". @param {Api.Schemas["Game"]} game @returns {Names} */
export function namesOf(game) {
  const mine = game.mine?.seat;
  return (seat) => {
    // Before the start there are no entries for free seats.
    const found = game.seats.find((one) => one.seat === seat);
    if (seat === mine) return t("you");
    if (found?.player) return personName(found.player);
    if (found?.bot) return t("{name} bot {n}", {name: botName(found.bot), n: seat + 1});
    return t("seat {n}", {n: seat + 1});
  };
}

/** A player's name as one says it: "Sandy Otter" for the guest `guest-sandy-otter-x7k2`. @param {string} username */
export function personName(username) {
  const words = /^guest-([a-z]+)-([a-z]+)-\w+$/.exec(username)?.slice(1) ?? [];
  return words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join(" ") || username;
}

/** @param {string} bot */
export function botName(bot) {
  /** @type {Record<string, () => string>} */
  const known = {random: () => t("Random"), careful: () => t("Careful"), strong: () => t("Strong"), expert: () => t("Expert")};
  return known[bot]?.() ?? bot;
}

/** Which part of a game is played. @param {{ruleset: string, stage: number | null, stages: number | null}} game */
export function stageOf({ruleset, stage, stages}) {
  const numbers = {n: stage, all: stages};
  return GAMES[ruleset]?.stage?.(numbers) ?? t("Stage {n} of {all}", numbers);
}

/** What a ruleset is called. @param {string} id */
export function gameName(id) {
  const words = id.split("_").map((one) => one.charAt(0).toUpperCase() + one.slice(1));
  return words.join(" ").replace(" The ", " the ");
}
