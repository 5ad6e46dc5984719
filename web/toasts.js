/** What others write to the player or ask for comes as a toast, on whichever page the player is. */

import {watch} from "./feeds.js";
import {tell} from "./parts/announcements.js";
import {place} from "./router.js";
import {username, watchPlayer} from "./token.js";
import {t} from "./words.js";

/** @typedef {{type: string, data: any}} Told */

let who = /** @type {string | null} */ (null);
let stop = () => {};

/** Follow the feed of whoever plays in this tab. */
export function begin() {
  follow();
  watchPlayer(follow);
}

function follow() {
  if (username() === who) return;
  stop();
  who = username();
  stop = who === null ? () => {} : watch("/me", {events: show, state: () => {}, began: () => {}});
}

/** The newest of these that is a toast. @param {any[]} some */
function show(some) {
  const last = some.map(toastOf).filter((one) => one !== null).at(-1);
  // Where the messages of a table are open, one sees them.
  if (last && !document.hidden && !document.querySelector("dialog[open]")) tell(last.text, `/game/${last.game}`);
}

/** @param {Told} event @returns {{text: string, game: string} | null} */
export function toastOf({type, data}) {
  const {player: name, game} = data;
  if (type === "message_written" && name !== username()) return {text: t("{name} has written to you.", {name}), game};
  // At the table itself the wish stands beside the result.
  if (type === "invited" && (data.rematch_of === null || data.rematch_of !== place().id)) return {text: data.rematch_of ? t("{name} wants a rematch.", {name}) : t("{name} invites you to a table.", {name}), game};
  return null;
}
