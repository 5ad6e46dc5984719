/** The tips of a first game of High Tide, in the order in which they are shown. */

import {t} from "../../words.js";

/** @type {import("../../parts/tips.js").Tips} */
const tips = {
  "high.beaches": () => [t("The goal."), t("End near the water and not in it, with a chair on each beach.")],
  "high.choose": () => [t("Your go."), t("Roll, or take a pair: each die moves your chair on the beach of its colour.")],
  "high.dice": () => [t("Your dice."), t("Look at a move to see where chairs would go; press again to play it.")],
  "high.track": () => [t("The dice track."), t("Declined pairs wait here for anybody. The top one can be re-rolled.")],
  "high.rental": () => [t("The rental."), t("Below it the track is closed; each go moves it one space on.")],
  "high.water": () => [t("A wave has come."), t("The last pair of a round brings water, and a wet chair ends the game.")],
  "high.towels": () => [t("Towels."), t("The lowest towel on the track begins the next round.")],
  "high.points": () => [t("Points."), t("What each would score if the game ended now. Only the end counts.")],
  "high.coins": () => [t("Coins."), t("Come to one with your own dice and take it, one of each colour.")],
  "high.shark": () => [t("Shark alert."), t("Before the waves a shark drives back the foremost chair here.")],
  "high.surfer": () => [t("Your surfer."), t("On one beach your chair wants to be wet: 6 points, and none on sand.")],
  "high.baywatch": () => [t("Open dice."), t("Who has them at the end of the round gets the face-up tile.")],
};
export default tips;
