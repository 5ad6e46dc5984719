/** The check `times`. */

import { Absences } from "./absences.mjs";
import { Agreements } from "./agreements.mjs";
import { Deadlines } from "./deadlines.mjs";
import { asciiOnly, count } from "./faults.mjs";
import { KNOWN } from "./registry.mjs";
import { Moments } from "./sequence.mjs";
import { readLog } from "./table.mjs";

/** Times do not go back, deadlines are those that were promised, and so are bots for who is absent. */
export function checkTimes(record) {
  const deadlines = new Deadlines(KNOWN.get(record.ruleset));
  const absences = new Absences();
  const moments = new Moments();
  const agreements = new Agreements();
  for (const [place, event, table] of readLog(record)) {
    moments.read(event, place, table);
    agreements.read(event, place, table);
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
