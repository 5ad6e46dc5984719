/** What the notes of a first game say. */

import {t} from "../words.js";

/** The sentence of a note: the name of the thing, and what one has to know of it. @type {Record<string, () => [string, string]>} */
const SENTENCES = {
  "tide.tides": () => [t("The tides."), t("Two lie out in each round: the highest card takes the lower one, the second highest the other.")],
  "tide.hand": () => [t("Your hand."), t("Choose a card: its number decides who takes a tide, and high is not always good.")],
  "tide.sea": () => [t("The sea."), t("Each player's water is as high as their newest tide. The player with the highest level after a round loses a life preserver.")],
  "tide.preservers": () => [t("Life preservers."), t("Each one left at the end of the stage is a point; they come from the cards in your hand.")],
  "tide.highest": () => [t("Deepest in the water."), t("The dashed frame marks the highest level: it costs a preserver again, unless the next round changes it.")],
  "tide.out": () => [t("Out."), t("A player who must lose a preserver and has none is out until the next stage, and loses a point.")],
  "tide.stages": () => [t("A stage is over."), t("Each hand has moved one seat to the left: another player has already played the hand that you hold now.")],
  "high.beaches": () => [t("Six beaches."), t("On each stands one chair of yours, with a golden edge: nearest to the water is worth most, in it nothing.")],
  "high.choose": () => [t("Your go."), t("Roll two dice or take a pair from the track; each die moves your chair on the beach of its colour.")],
  "high.dice": () => [t("Your dice."), t("Choose a move, and dashed chairs on the beaches show where yours would go.")],
  "high.track": () => [t("The dice track."), t("Declined pairs wait here, and any player can take one. The pair on top can be re-rolled.")],
  "high.rental": () => [t("The rental."), t("From here down the track is closed; it moves one space further with each go.")],
  "high.towels": () => [t("Towels."), t("After their go, players put a towel on the track. The lowest towel plays first in the next round.")],
  "high.points": () => [t("Points."), t("What each player would score if the game ended now. Only the end counts.")],
  "high.water": () => [t("A wave has come."), t("After each round the last pair of dice brings water to two beaches, and one wet chair ends the game.")],
  "high.coins": () => [t("Coins."), t("Come to one with your own dice and you may take it, one of each colour; the richest get points at the end.")],
  "high.shark": () => [t("Shark alert."), t("Before the waves come, a shark pushes back the chair nearest to the water on this beach.")],
  "high.surfer": () => [t("Your surfer."), t("On one beach your chair wants to be in the water: there it gets 6 points, and on sand nothing.")],
  "high.baywatch": () => [t("Open dice."), t("The player who has them at the end of the round gets the face-up tile. The rules say what each tile does.")],
  "any.seal": () => [t("Sealing."), t("Your move stays secret until everyone has played. You can still change it until then.")],
  "any.alone": () => [t("Sealing."), t("It is only your turn: your move is played at once, and you cannot take it back.")],
  "any.history": () => [t("What has happened."), t("See what happened in the last turn. The arrows show earlier turns.")],
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
