/** The tips of a first game of High Tide, in the order in which they are shown. */

import {t} from "../../words.js";

/** @type {import("../../parts/tips.js").Tips} */
const tips = {
  "high.beaches": () => [t("Six beaches."), t("On each stands one chair of yours, with a golden edge: nearest to the water is worth most, in it nothing.")],
  "high.choose": () => [t("Your go."), t("Roll two dice or take a pair from the track; each die moves your chair on the beach of its colour.")],
  "high.dice": () => [t("Your dice."), t("Look at a move, and dashed chairs show where yours would go. Press again to play it; it cannot be taken back.")],
  "high.track": () => [t("The dice track."), t("Declined pairs wait here, and any player can take one. The pair on top can be re-rolled.")],
  "high.rental": () => [t("The rental."), t("From here down the track is closed; it moves one space further with each go.")],
  "high.water": () => [t("A wave has come."), t("After each round the last pair of dice brings water to two beaches, and one wet chair ends the game.")],
  "high.towels": () => [t("Towels."), t("After their go, players put a towel on the track. The lowest towel plays first in the next round.")],
  "high.points": () => [t("Points."), t("What each player would score if the game ended now. Only the end counts.")],
  "high.coins": () => [t("Coins."), t("Come to one with your own dice and you may take it, one of each colour; the richest get points at the end.")],
  "high.shark": () => [t("Shark alert."), t("Before the waves come, a shark pushes back the chair nearest to the water on this beach.")],
  "high.surfer": () => [t("Your surfer."), t("On one beach your chair wants to be in the water: there it gets 6 points, and on sand nothing.")],
  "high.baywatch": () => [t("Open dice."), t("The player who has them at the end of the round gets the face-up tile. The rules say what each tile does.")],
};
export default tips;
