/** The tips of a first game of Turn the Tide, in the order in which they are shown. */

import {t} from "../../words.js";

/** @type {import("../../parts/tips.js").Tips} */
const tips = {
  "tide.goal": () => [t("The goal."), t("Do not be the deepest. Each preserver kept is a point.")],
  "tide.tides": () => [t("The tides."), t("The highest card takes the lower one, the second highest the other.")],
  "tide.hand": () => [t("Your hand."), t("Choose a card: high is not always good.")],
  "tide.out": () => [t("Out."), t("Without a preserver to lose one sits out, and loses a point.")],
  "tide.highest": () => [t("Deepest in the water."), t("The dashed frame costs a preserver in each round.")],
  "tide.stages": () => [t("A stage is over."), t("Each hand moves one seat on: yours was played before.")],
};
export default tips;
