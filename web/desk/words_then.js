/** An action in words as it was at the table of its turn: by another table it would be another, or nothing. */

import {pictureOf} from "../games/index.js";
import {namesOf} from "../names.js";
import {useEffect, useState} from "../vendor/preact.js";

/** @typedef {(action: any, turn: number) => string} Words */

/** Null until it is loaded. @param {Api.Schemas["Game"]} game @param {Api.LoggedEvent[]} events @param {number} seat who acts @returns {Words | null} */
export function useWordsThen(game, events, seat) {
  const [loaded, setLoaded] = useState(/** @type {{picture: import("../games/contract.js").Picture, past: any} | null} */ (null));
  useEffect(() => {
    void pictureOf(game.ruleset).then(async (picture) => setLoaded({picture, past: await picture.past?.()}));
  }, []);
  if (!loaded) return null;
  const {picture, past} = loaded;
  const about = {game: /** @type {any} */ ({...game, mine: {seat}}), names: namesOf(game), chosen: null, sealed: false, events: []};
  return (action, turn) => {
    const closed = closingOf(events, turn);
    const table = past && closed >= 0 ? past.tableAt(events.slice(0, closed), game, events) : game.table;
    return picture.words(action, table, about);
  };
}

/** Where in the log this turn has closed; -1 if that is not there yet. @param {Api.LoggedEvent[]} events @param {number} turn */
export const closingOf = (events, turn) => events.findIndex((one) => one.type === "turn_closed" && one.data.turn === turn);
