/** What is said of the games that have a folder here, before it is loaded. */

import {t} from "../words.js";

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
