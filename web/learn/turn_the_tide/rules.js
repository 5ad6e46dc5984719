/** The rules of Turn the Tide, chapter by chapter. */

import {html} from "../../vendor/preact.js";
import {t} from "../../words.js";
import {Figure} from "../figure.js";
import {Bearing, Passing, Round, StageOver} from "./drawings.js";

/** @type {import("../rules.js").Book} */
const book = {
  name: "Turn the Tide",
  by: "Stefan Dorra",
  edition: (options) => [String(options.edition ?? "amigo")],
  others: () => t("The other editions"),
  chapters: () => [
    {id: "about", title: t("What it is about"), body: html`
      <p>${t("Everybody swims in the same sea. Each round brings two tides, and whoever is out deepest then loses a life preserver.")}</p>
      <p>${t("Each hand is dealt once and played by everybody in turn. So in the end all have had the same cards, and luck has little to say.")}</p>`},
    {id: "hand", title: t("Your hand"), body: html`
      <p>${t("You hold twelve weather cards, or ten if six play. There are sixty, each number once; what is left over stays out of the game unseen.")}</p>
      <${Figure} words=${t("Cards from 25 to 36 bear a life preserver, those from 13 to 24 and from 37 to 48 half a one. Very low and very high cards bear none.")}><${Bearing} /><//>
      <p>${t("Add up what your cards bear and round down: with so many preservers you begin the stage. Playing a card does not cost what it bears.")}</p>`},
    {id: "round", title: t("A round"), body: html`
      <ol class="steps-told">
        <li>${t("Two tide cards are turned over. They go from 1 to 12, and each number is there twice.")}</li>
        <li>${t("Everybody seals one weather card. Nobody sees it until all have sealed theirs; until then you can take it back.")}</li>
        <li>${t("All cards are revealed. The highest takes the lower tide, the second highest the other one.")}</li>
        <li>${t("A new tide covers your old one, and only the newest counts. Who got none keeps what she has; without any tide her level is 0.")}</li>
        <li>${t("Whoever has the highest tide level now loses a preserver. If two share it, both do.")}</li>
      </ol>
      <${Figure} words=${t("The tides are 4 and 7. The 44 takes the 4, the 27 takes the 7 and stands highest: it costs a preserver. The 16 and the 2 get nothing and lose nothing.")}><${Round} /><//>`},
    {id: "out", title: t("Who is out"), body: html`
      <p>${t("Losing your last preserver does not hurt yet. Who must lose one and has none is out of this stage: her tide and her cards are put away. In the next stage she plays again.")}</p>`},
    {id: "points", title: t("The end of a stage"), body: html`
      <p>${t("A stage ends with the last card, or at once when two players or fewer are left in it. Then there are points:")}</p>
      <ul class="points-told">
        <li>${t("1 for each preserver that you have left,")}</li>
        <li>${t("1 more for the lowest tide level of those still in; all who share it get it,")}</li>
        <li>${t("−1 if you are out.")}</li>
      </ul>
      <${Figure} words=${t("Two preservers left: 2 points. None left: 0. Three left: 3. One left and the lowest tide: 2 points.")}><${StageOver} /><//>`},
    {id: "stages", title: t("The next stage"), body: html`
      <p>${t("Now every hand goes to the left neighbour, with all of its cards and all of its preservers. There are as many stages as players, so everybody plays every hand once. Whoever has most points after the last stage wins; a tie is a shared win.")}</p>
      <${Figure} words=${t("Four players, four hands: each moves on by one seat from stage to stage.")}><${Passing} /><//>`},
    ...editions(),
    {id: "here", title: t("At this table"), body: html`
      <ul class="points-told">
        <li>${t("Your last card is played by itself: there is nothing to decide.")}</li>
        <li>${t("If your time is up, the clock plays your lowest card. If you stand highest and one of the two tides is lower, it plays your highest card.")}</li>
        <li>${t("What was revealed stays to be read below the table. Cards that nobody has shown stay secret until the game is over.")}</li>
      </ul>`},
  ],
};
export default book;

/** @returns {import("../rules.js").Chapter[]} */
function editions() {
  const pays = html`<p>${t("When somebody is put out, her debt is still to be paid. Whoever stands highest after her loses a preserver; if she has none either, she is out too, and so on, until somebody has paid or two are left. Who has paid already in this round does not pay again.")}</p>`;
  const gone = html`<p>${t("Who is put out takes her debt with her: nobody else pays for her.")}</p>`;
  const six = html`<p>${t("Six can play as well: then there are ten cards in a hand, ten rounds in a stage, six stages, and tides from 1 to 10.")}</p>`;
  return [
    {id: "amigo", only: "amigo", title: t("The edition of AMIGO"), body: pays},
    {id: "gamewright", only: "gamewright", title: t("The edition of Gamewright"), body: gone},
    {id: "bga", only: "bga", title: t("The edition of Board Game Arena"), body: html`${pays}${six}`},
    {id: "bga_modified", only: "bga_modified", title: t("The modified edition of Board Game Arena"), body: html`${gone}${six}`},
  ];
}
