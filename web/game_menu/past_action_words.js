/** An action in words as it was at the table of its turn. At another table it could mean something else. */

import {namesOf} from "../names.js";
import {useEffect, useState} from "../vendor/preact.js";

/** @typedef {import("../games/contract.js").Picture} Picture */
/** @typedef {(action: any, turn: number) => string} Words */

/** Null until all is loaded. @param {Picture | null} picture @param {Api.Schemas["Game"]} game @param {Api.LoggedEvent[]} events @param {number} seat who acts @returns {Words | null} */
export function usePastActionWords(picture, game, events, seat) {
  const [loaded, setLoaded] = useState(/** @type {{replay: any} | null} */ (null));
  useEffect(() => {
    if (picture) void Promise.resolve(picture.replay?.()).then((replay) => setLoaded({replay}));
  }, [picture]);
  if (!picture || !loaded) return null;
  const {replay} = loaded;
  const about = {game: /** @type {any} */ ({...game, mine: {seat}}), names: namesOf(game), chosen: null, sealed: false, events: []};
  return (action, turn) => {
    const closed = closingOf(events, turn);
    const table = replay && closed >= 0 ? replay.tableAt(events.slice(0, closed), game, events) : game.table;
    return picture.actionWords(action, table, about);
  };
}

/** Where in the log this turn has closed; -1 if that is not there yet. @param {Api.LoggedEvent[]} events @param {number} turn */
export const closingOf = (events, turn) => events.findIndex((one) => one.type === "turn_closed" && one.data.turn === turn);
