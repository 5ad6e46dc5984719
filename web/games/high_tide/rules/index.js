/** The rules of High Tide, chapter by chapter. */

import {Figure} from "../../../rules/figure.js";
import {html} from "../../../vendor/preact.js";
import {t} from "../../../words.js";
import {Alerted, Begin, Places, Rolled, Surfing, TrackOf, Waves, WithCoins} from "./drawings.js";
import {Tiles} from "./tiles.js";

/** @type {import("../../../rules/book.js").Book} */
const book = {
  by: "Dirk Henn",
  style: new URL("./drawings.css", import.meta.url).href,
  edition: (options) => /** @type {string[]} */ (options.expansions ?? []),
  others: () => t("The expansions that are not in this game"),
  chapters: (options) => [
    {id: "about", title: t("What it is about"), body: html`
      <p>${t("You have a deckchair on each of six beaches, and you want it close to the water. But the water rises, and a chair in the water scores nothing.")}</p>
      <${Figure} words=${t("Six beaches. Below is the bar, where all chairs begin; above is the water. A chair has its player's number.")}><${Begin} /><//>
      <p>${t("A beach has {n} spaces of sand. On one space a chair stands to the right of those that were there before, and counts as nearer to the water.", {n: options.beach_length ?? 20})}</p>`},
    {id: "round", title: t("A round"), body: html`
      <p>${t("A game has up to six rounds. In each round every player has one go, in the order of the towels. What you can do depends on the dice track.")}</p>
      <${Figure} words=${t("The track has one space more than there are players. Pairs of dice and towels fill it from the top. Spaces from the rental down are closed.")}><${TrackOf} /><//>
      <p>${t("The deckchair rental moves one space down before each go but the first, and in the end off the track. So the later you play, the more spaces are open.")}</p>`},
    {id: "go", title: t("Your go: roll or take"), body: html`
      <p>${t("Take a pair that lies on the track, or roll two dice out of the bag. While no pair lies there you must roll; while no open space is free you must take.")}</p>
      <p class="sub">${t("If you take")}</p>
      <p>${t("Of the pair on the top space you may re-roll one or both dice, once. Of the pair on the second space, one. Lower down they stay as they are.")}</p>
      <p class="sub">${t("If you roll")}</p>
      <p>${t("Accept the roll, or decline it: then the pair goes on the topmost free space of the track and you roll two others. You cannot decline onto the last free space. Once you have rolled, you cannot take a pair.")}</p>
      <p>${t("Your towel goes on the first free space; the dice are out of play until the next round.")}</p>`},
    {id: "move", title: t("How chairs move"), body: html`
      <p>${t("Each die moves your chair on the beach of its colour towards the water. Two dice of one colour are added. The first space of the water stops a chair, and there it stays.")}</p>
      <${Figure} words=${t("Blue 4 and orange 2: one chair goes from space 1 to 5, another from the bar to 2. The dashed chair shows where one would come.")}><${Rolled} /><//>`},
    {id: "waves", title: t("The end of a round"), body: html`
      <p>${t("One pair is left on the track; if not, one is rolled. The beach of its left die gets a large wave of {large} spaces, that of its right die a small one of {small}. The bar stays dry.", {large: options.large_wave ?? 3, small: options.small_wave ?? 2})}</p>
      <${Figure} words=${t("The pair that is left is yellow 5, black 3: the water comes three spaces nearer on yellow, and two on black. On black it reaches a chair.")}><${Waves} /><//>
      <p>${t("Once a chair stands in water, or after round 6, the game is over. Otherwise the lowest towel on the track plays first in the next round, and so on upwards.")}</p>`},
    {id: "points", title: t("Points"), body: html`
      <p>${t("Only the end counts. On each beach the chair on sand nearest to the water gets 4 points and the second 2; with five or six players the third gets 1. A chair at the bar gets 1. A chair in the water gets nothing. Most points win; a tie is a shared win.")}</p>
      <${Figure} words=${t("Chair 3 gets 4 points, chair 1 gets 2: they share a space, and 3 came later. Chair 2 is at the bar and gets 1, chair 4 is wet and gets nothing.")}><${Places} /><//>`},
    ...expansions(),
    {id: "here", title: t("At this table"), body: html`
      <ul class="points-told">
        <li>${t("If there is only one possible move, it is played for you.")}</li>
        <li>${t("If your time runs out, the server plays for you: it takes the pair that scores most without going into the water, and otherwise rolls.")}</li>
        <li>${t("The points beside the names are what each player would score if the game ended now.")}</li>
      </ul>`},
  ],
};
export default book;

/** @returns {import("../../../rules/book.js").Chapter[]} */
function expansions() {
  return [
    {id: "coins", only: "coins", title: t("Expansion: Coins"), body: html`
      <p>${t("Eight coins lie on spaces 1 to 8 of each beach. If your own dice or tiles bring your chair to a coin you may take it, but only one of each colour in the game. Two dice of one colour may be played one after the other, to stop at a coin in between.")}</p>
      <${Figure} words=${t("A coin is a disc with its value. Waves take the coins that they cover, and a shark never brings a chair to a coin.")}><${WithCoins} /><//>
      <p>${t("At the end the highest total gets 4 points and the second 2; with five or six players the third gets 1. In a tie the better black coin decides, then purple and so on.")}</p>`},
    {id: "shark_alert", only: "shark_alert", title: t("Expansion: Shark Alert"), body: html`
      <p>${t("Each round one beach is alerted. Before the waves a shark comes there and drives the chair on sand that is nearest to the water back by 1 to 4 spaces, at most to the bar. Of chairs on one space it is the leftmost.")}</p>
      <${Figure} words=${t("A fin swims off the beach with the alert.")}><${Alerted} /><//>`},
    {id: "surfer", only: "surfer", title: t("Expansion: Surfer"), body: html`
      <p>${t("Each player has one beach where their chair scores in the water: there it gets 6 points and ranks first. On sand it gets nothing and is removed before the others are ranked; at the bar it gets 2. In the water it ends the game like any other chair.")}</p>
      <p>${t("If the tiles are face down, players see only their own. They are turned up when the game is scored; until then the points on the table leave surfers out.")}</p>
      <${Figure} words=${t("A surfer is off the beach of each; on yours your chair swims.")}><${Surfing} /><//>`},
    {id: "baywatch", only: "baywatch", title: t("Expansion: Baywatch"), body: html`
      <p>${t("The first pair played in a round are the open dice. A later pair with the same total or less takes their place. The player who has them after the waves gets the face-up tile for later rounds, or 1 point if the game has ended. Each tile can be used once, and several in one go.")}</p>
      <${Tiles} />`},
  ];
}
