/** What is said of the games that have a folder here, before it is loaded. */

import {t} from "../words.js";

/**
 * What a game is about, and which stage is played.
 *
 * @type {Record<string, {summary: () => string, stage?: (numbers: {n: number | null, all: number | null}) => string}>}
 */
export const GAMES = {
  turn_the_tide: {summary: () => t("Sealed weather cards, rising water, too few life preservers.")},
  high_tide: {
    summary: () => t("Six beaches, two dice, and a deckchair on each that must not get wet."),
    stage: (numbers) => t("Round {n} of {all}", numbers),
  },
};
