/** A seat now: at the table of a stranger that waits for players, or else at a new one. */

import {act, read} from "../api.js";
import {personName} from "../names.js";
import {tell} from "../parts/announcements.js";
import {username} from "../token.js";
import {t} from "../words.js";

/** How many tables are tried before a new one is opened: others may be quicker. */
const TRIED = 5;
/** One bot sits at a new table, so that one more player is enough. */
const TABLE = /** @type {const} */ ({seat_count: 3, bots: ["careful"]});

/** Sit down, or give what was refused. @param {string} ruleset @returns {Promise<import("../api.js").Result<{id: string}>>} */
export async function takeSeat(ruleset) {
  const open = await read("/games", {}, {status: "open", ruleset, joinable: true, sort: "seats_missing", page_size: TRIED});
  if (!open.ok) return open;
  for (const {id, host} of open.data.results) {
    const joined = await act("POST", "/games/{game}/join", {game: id}, {});
    if (joined.ok) tell(t("You sit at the table of {name}.", {name: personName(host)}));
    if (joined.ok) return {ok: true, data: {id}};
  }
  const mine = await read("/games", {}, {status: "open", ruleset, player: username() ?? "", page_size: 1});
  const [waiting] = mine.ok ? mine.data.results : [];
  const made = waiting ? {ok: /** @type {const} */ (true), data: waiting} : await act("POST", "/games", {}, {ruleset, ...TABLE, bots: [...TABLE.bots]});
  if (made.ok) tell(t("Nobody is waiting, so this table is yours. It starts once one more player comes."));
  return made;
}
