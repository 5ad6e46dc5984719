/** What has happened in a turn, in words. */

import {html} from "../../vendor/preact.js";
import {listed, t} from "../../words.js";
import {colourName, dieWords} from "./dice.js";

/** @param {{events: Api.LoggedEvent[], about: import("../contract.js").About}} props */
export default function Log({events, about}) {
  return html`<ul class="happened">${events
    .map((one) => eventWords(one, about))
    .filter(Boolean)
    .map((words) => html`<li>${words}</li>`)}</ul>`;
}

/** @param {any} pair */
const pairWords = (pair) => listed([pair.left, pair.right].map((die) => dieWords(die.colour, die.face)));

/** Who surfs where. @param {{surfers: string[]}} data @param {import("../contract.js").About} about */
const surfersOf = ({surfers}, about) => surfers.map((beach, seat) => t("{name}: {beach}", {name: about.names(seat), beach: colourName(beach)}));

/** What an event says, or null if the others say it already. @param {Api.LoggedEvent} event @param {import("../contract.js").About} about */
export function eventWords(event, about) {
  const data = /** @type {any} */ (event.data);
  const name = data.seat === undefined || data.seat === null ? "" : about.names(data.seat);
  const beach = colourName(data.beach ?? "");
  /** @type {Record<string, () => string>} */
  const words = {
    turn_closed: () => data.actions.map(restWords(about)).join(" "),
    round_began: () => t("Round {round} begins.", data),
    rolled: () => t("{name} rolled {pair}.", {name, pair: pairWords(data.pair)}),
    declined: () => t("{name} put {pair} on the track.", {name, pair: pairWords(data.pair)}),
    taken: () => t("{name} took {pair}.", {name, pair: pairWords(data.pair)}),
    rerolled: () => t("{name} re-rolled: {pair}.", {name, pair: pairWords(data.pair)}),
    tile_used: () => t("{name} used tile {tile}.", {name, tile: data.action.tile}),
    open_dice: () => t("The open dice: {name}.", {name}),
    chair_moved: () => (data.in_water ? t("{name}: {beach} {start} → into the water", {...data, name, beach, start: data.start || t("bar")}) : t("{name}: {beach} {start} → {end}", {...data, name, beach, start: data.start || t("bar")})),
    coin_taken: () => t("{name} took a coin worth {value}.", {name, value: data.value}),
    last_pair_rolled: () => t("The last pair is {pair}.", {pair: pairWords(data.pair)}),
    shark_came: () => (data.seat === null ? t("A shark came to the {beach} beach, but no chair was there.", {beach}) : t("A shark drove {name} back on the {beach} beach: {start} → {end}", {...data, name, beach, start: data.start || t("bar")})),
    wave_laid: () => t("{size} wave on the {beach} beach: water from space {water}.", {size: data.size === "large" ? t("A large") : t("A small"), beach, water: data.water}),
    tile_gained: () => t("Tile {tile}: {name}.", {name, tile: data.tile}),
    point_gained: () => t("A point for the open dice: {name}.", {name}),
    surfers_revealed: () => t("The surfer tiles are turned up: {surfers}.", {surfers: listed(surfersOf(data, about))}),
    game_ended: () => t("The game is over."),
    stand_in: () => t("A bot plays for {name} now.", {name}),
  };
  return words[event.type]?.() || null;
}

/** What somebody did of which no other event tells. @param {import("../contract.js").About} about */
const restWords = (about) => (/** @type {any} */ {seat, action}) => {
  const name = about.names(seat);
  if (action.type === "pass") return t("{name} made no change.", {name});
  return action.type === "reroll" && !action.dice.length ? t("{name} kept both dice.", {name}) : "";
};
