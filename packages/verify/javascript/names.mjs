/** The check `names`: participants and the names beside the record. */

import { at, count, Fault, show } from "./faults.mjs";

/** By these members data name participants, in whichever types of events. */
const NAMED = {
  created: "host",
  joined: "player",
  left: "player",
  host_changed: "host",
  stand_in: "player",
  returned: "player",
  seat_offered: "player",
  offer_ended: "player",
  seat_taken: "player",
  offered_to_you: "host",
  seat_lost: "player",
};

/** Every participant that the record names, with the place. */
function* participants(record) {
  const told = record.log.events.map((one, number) => [`/log/events/${number}`, one]);
  for (const [number, turn] of record.turns.entries()) {
    for (const [item, one] of turn.private.told.entries()) {
      const place = `/turns/${number}/private/told/${item}`;
      yield [at(place, "player"), one.player];
      told.push([place, one]);
    }
  }
  for (const [place, { type: kind, data }] of told) {
    if (Object.hasOwn(NAMED, kind)) {
      yield [`${place}/data/${NAMED[kind]}`, data[NAMED[kind]]];
    } else if (kind === "started") {
      for (const [seat, { player }] of data.seats.entries()) {
        if (player !== null) yield [`${place}/data/seats/${seat}/player`, player];
      }
    }
  }
}

/** Every participant has a name beside the record, and nobody else has. */
export function checkNames(record) {
  const { players } = record;
  const named = new Set();
  for (const [place, one] of participants(record)) {
    if (!Object.hasOwn(players, one)) {
      throw new Fault("/players", `have no name for ${show(one)}, see ${place}`);
    }
    named.add(one);
  }
  const names = Object.keys(players).sort();
  for (const one of names) {
    if (!named.has(one)) throw new Fault(at("/players", one), "is named nowhere in the record");
  }
  return `${count(names.length, "participant")}, whose names stand beside the record`;
}
