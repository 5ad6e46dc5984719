/** The check `private`. */

import { count, Fault } from "./faults.mjs";
import { privateCommitment } from "./hashes.mjs";
import { moment } from "./moments.mjs";
import { readLog } from "./table.mjs";

/** What players alone were told is what the log had bound when each turn closed. */
export function checkPrivate(record) {
  let entries = 0;
  let before = 0n;
  for (const [place, event] of readLog(record)) {
    if (event.type !== "turn_closed") continue;
    const turn = event.data.turn - 1;
    const { salt, told } = record.turns[turn].private;
    if (privateCommitment(salt, told) !== event.data.private) {
      throw new Fault(`/turns/${turn}/private`, `salt and list are not those of ${place}`);
    }
    for (const [number, item] of told.entries()) {
      if (moment(item.at) < before) {
        const own = `/turns/${turn}/private/told/${number}/at`;
        throw new Fault(own, `${item.at} is before the turn before had closed`);
      }
    }
    entries += told.length;
    before = moment(event.at);
  }
  const lists = count(record.turns.length, "private list");
  return `${lists} with ${entries} ${entries === 1 ? "entry" : "entries"}`;
}
