/** The rules of Turn the Tide, chapter by chapter. */

import {Figure} from "../../../rules/figure.js";
import {html} from "../../../vendor/preact.js";
import {t} from "../../../words.js";
import {Bearing, Passing, Round, StageOver} from "./drawings.js";

/** @type {import("../../../rules/book.js").Book} */
const book = {
  by: "Stefan Dorra",
  style: new URL("./drawings.css", import.meta.url).href,
  edition: (options) => [String(options.edition ?? "amigo")],
  others: () => t("The other editions"),
  chapters: () => [
    {id: "about", title: t("What it is about"), body: html`
      <p>${t("All players swim in the same sea. Each round brings two tides, and the player deepest in the water loses a life preserver.")}</p>
      <p>${t("Each hand is dealt once, and every player plays it once. In the end all players have had the same cards, so luck matters little.")}</p>`},
    {id: "hand", title: t("Your hand"), body: html`
      <p>${t("You hold twelve weather cards, or ten if six play. There are sixty, each number once; the cards left over stay out of the game unseen.")}</p>
      <${Figure} words=${t("Cards from 25 to 36 bear a life preserver, those from 13 to 24 and from 37 to 48 half a one. Very low and very high cards bear none.")}><${Bearing} /><//>
      <p>${t("Add up the preservers on your cards and round down: that is how many you start the stage with. Playing a card does not cost you its preservers.")}</p>`},
    {id: "round", title: t("A round"), body: html`
      <ol class="steps-told">
        <li>${t("Two tide cards are turned over. They go from 1 to 12, and each number is there twice.")}</li>
        <li>${t("Each player seals one weather card. Your card stays secret until everyone has played. You can still change it until then.")}</li>
        <li>${t("All cards are revealed. The highest takes the lower tide, the second highest the other one.")}</li>
        <li>${t("A new tide covers your old one, and only the newest counts. Players who get none keep the one they have; without any tide your level is 0.")}</li>
        <li>${t("The player with the highest tide level loses a preserver. If two players share it, both lose one.")}</li>
      </ol>
      <${Figure} words=${t("The tides are 4 and 7. The 44 takes the 4, the 27 takes the 7 and stands highest: it costs a preserver. The 16 and the 2 get nothing and lose nothing.")}><${Round} /><//>`},
    {id: "out", title: t("Who is out"), body: html`
      <p>${t("Losing your last preserver does not hurt yet. If you must lose one and have none, you are out of this stage: your tide and your cards are put away. In the next stage you play again.")}</p>`},
    {id: "points", title: t("The end of a stage"), body: html`
      <p>${t("A stage ends with the last card, or at once when two players or fewer are left in it. Then there are points:")}</p>
      <ul class="points-told">
        <li>${t("1 for each preserver that you have left,")}</li>
        <li>${t("1 more for the lowest tide level of the players still in; all players who share it get the point,")}</li>
        <li>${t("−1 if you are out.")}</li>
      </ul>
      <${Figure} words=${t("Two preservers left: 2 points. None left: 0. Three left: 3. One left and the lowest tide: 2 points.")}><${StageOver} /><//>`},
    {id: "stages", title: t("The next stage"), body: html`
      <p>${t("Now every hand goes to the left neighbour, with all of its cards and all of its preservers. There are as many stages as players, so each player plays every hand once. The player with the most points after the last stage wins; a tie is a shared win.")}</p>
      <${Figure} words=${t("Four players, four hands: each moves on by one seat from stage to stage.")}><${Passing} /><//>`},
    ...editions(),
    {id: "here", title: t("At this table"), body: html`
      <ul class="points-told">
        <li>${t("Your last card is played for you, because there is nothing to decide.")}</li>
        <li>${t("If your time runs out, the server plays your lowest card. If you have the highest level and one of the two tides is lower, it plays your highest card.")}</li>
        <li>${t("You can look up revealed cards below the table. Cards that were not revealed stay secret until the game is over.")}</li>
      </ul>`},
  ],
};
export default book;

/** @returns {import("../../../rules/book.js").Chapter[]} */
function editions() {
  const pays = html`<p>${t("When a player is eliminated, the preserver is still owed. The player with the next highest level loses one; a player who has none is out too, and so on, until one has paid or two players are left. A player who has already paid in this round does not pay again.")}</p>`;
  const gone = html`<p>${t("When a player is eliminated, no other player pays in their place.")}</p>`;
  const six = html`<p>${t("Six can play as well: then there are ten cards in a hand, ten rounds in a stage, six stages, and tides from 1 to 10.")}</p>`;
  return [
    {id: "amigo", only: "amigo", title: t("The edition of AMIGO"), body: pays},
    {id: "gamewright", only: "gamewright", title: t("The edition of Gamewright"), body: gone},
    {id: "bga", only: "bga", title: t("The edition of Board Game Arena"), body: html`${pays}${six}`},
    {id: "bga_modified", only: "bga_modified", title: t("The modified edition of Board Game Arena"), body: html`${gone}${six}`},
  ];
}
