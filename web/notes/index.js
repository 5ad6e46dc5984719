/** What the notes of a first game say. */

import {t} from "../words.js";

/** The sentence of a note: the name of the thing, and what one has to know of it. @type {Record<string, () => [string, string]>} */
const SENTENCES = {
  "tide.tides": () => [t("The tides."), t("Two lie out in each round: the highest card takes the lower one, the second highest the other.")],
  "tide.hand": () => [t("Your hand."), t("Choose a card: its number decides who takes a tide, and high is not always good.")],
  "tide.sea": () => [t("The sea."), t("Everybody's water stands as high as her newest tide, and whoever stands highest after a round loses a life preserver.")],
  "tide.preservers": () => [t("Life preservers."), t("Each one left at the end of the stage is a point; they come from the cards in your hand.")],
  "tide.highest": () => [t("Deepest in the water."), t("The dashed frame marks the highest level: it costs a preserver again, unless the next round changes it.")],
  "tide.out": () => [t("Out."), t("Who must lose a preserver and has none left sits out until the next stage, and gets one point less.")],
  "tide.stages": () => [t("A stage is over."), t("Each hand has moved on to the left, so what you hold now somebody else has played before you.")],
  "high.beaches": () => [t("Six beaches."), t("On each stands one chair of yours, with a golden edge: nearest to the water is worth most, in it nothing.")],
  "high.choose": () => [t("Your go."), t("Roll two dice or take a pair from the track; each die moves your chair on the beach of its colour.")],
  "high.dice": () => [t("Your dice."), t("Choose an answer, and dashed chairs on the beaches show where yours would come.")],
  "high.track": () => [t("The dice track."), t("Pairs that were declined wait here for whoever wants them; the pair on top may be re-rolled.")],
  "high.rental": () => [t("The rental."), t("From here down the track is closed; it moves one space further with each go.")],
  "high.towels": () => [t("Towels."), t("Who has had her go puts a towel on the track, and the lowest one plays first in the next round.")],
  "high.points": () => [t("Points."), t("They show what each would have if the game ended now; only the end counts.")],
  "high.water": () => [t("A wave has come."), t("After each round the last pair of dice brings water to two beaches, and one wet chair ends the game.")],
  "high.coins": () => [t("Coins."), t("Come to one with your own dice and you may take it, one of each colour; the richest get points at the end.")],
  "high.shark": () => [t("Shark alert."), t("On this beach a shark drives the chair nearest to the water back before the waves come.")],
  "high.surfer": () => [t("Your surfer."), t("On one beach your chair wants to be in the water: there it gets 6 points, and on sand nothing.")],
  "high.baywatch": () => [t("Open dice."), t("Whoever has them at the end of the round gets the tile that lies face up; the rules say what each tile does.")],
  "any.seal": () => [t("Sealing."), t("Nobody sees what you seal until all have answered; as long as others think you can take it back.")],
  "any.alone": () => [t("Sealing."), t("You alone are asked: what you seal is played at once, and cannot be taken back.")],
  "any.history": () => [t("What has happened."), t("Here stands what the last turn brought, and the arrows lead through all turns before.")],
};

/** What is to be named before what. */
export const ORDER = [
  ...["any.seal", "any.alone"],
  ...["tide.tides", "tide.hand", "tide.sea", "tide.preservers", "tide.out", "tide.highest", "tide.stages"],
  ...["high.beaches", "high.choose", "high.dice", "high.track", "high.rental", "high.water", "high.towels"],
  ...["high.points", "high.coins", "high.shark", "high.surfer", "high.baywatch"],
  "any.history",
];

/** @param {string} note @returns {[string, string]} */
export const sentence = (note) => SENTENCES[note]?.() ?? ["", ""];
