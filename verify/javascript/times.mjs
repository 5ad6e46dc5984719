/** The check `times`. */

import { Absences } from "./absences.mjs";
import { Deadlines } from "./deadlines.mjs";
import { asciiOnly, at, count, Fault } from "./faults.mjs";
import { moment } from "./moments.mjs";
import { KNOWN } from "./registry.mjs";
import { readLog } from "./table.mjs";

/** Times do not go back, deadlines are those that were promised, and so are bots for who is absent. */
export function checkTimes(record) {
  const deadlines = new Deadlines(KNOWN.get(record.ruleset));
  const absences = new Absences();
  let before = 0n;
  for (const [place, event, table] of readLog(record)) {
    const time = moment(event.at);
    if (time < before) {
      throw new Fault(at(place, "at"), `${event.at} is before the event before it`);
    }
    before = time;
    deadlines.read(event, place, table);
    absences.read(event, place, table);
  }
  const bots = `${count(absences.stoodIn, "bot")} for who was absent`;
  if (!deadlines.clock.known) {
    const zone = asciiOnly(deadlines.clock.zone);
    return `in order; ${bots}; deadlines not checked: this machine does not know ${zone}`;
  }
  return `in order; ${count(deadlines.checked, "deadline")} as promised; ${bots}`;
}
