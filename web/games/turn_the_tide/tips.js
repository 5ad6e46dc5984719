/** The tips of a first game of Turn the Tide, in the order in which they are shown. */

import {t} from "../../words.js";

/** @type {import("../../parts/tips.js").Tips} */
const tips = {
  "tide.tides": () => [t("The tides."), t("Two lie out in each round: the highest card takes the lower one, the second highest the other.")],
  "tide.hand": () => [t("Your hand."), t("Choose a card: its number decides who takes a tide, and high is not always good.")],
  "tide.sea": () => [t("The sea."), t("Each player's water is as high as their newest tide. The player with the highest level after a round loses a life preserver.")],
  "tide.preservers": () => [t("Life preservers."), t("Each one left at the end of the stage is a point; they come from the cards in your hand.")],
  "tide.out": () => [t("Out."), t("A player who must lose a preserver and has none is out until the next stage, and loses a point.")],
  "tide.highest": () => [t("Deepest in the water."), t("The dashed frame marks the highest level: it costs a preserver again, unless the next round changes it.")],
  "tide.stages": () => [t("A stage is over."), t("Each hand has moved one seat to the left: another player has already played the hand that you hold now.")],
};
export default tips;
