/** The check `private`. */

import { at, count, Fault, show } from "./faults.mjs";
import { privateCommitment } from "./hashes.mjs";
import { moment } from "./moments.mjs";
import { readLog } from "./table.mjs";
import { canonicalText } from "./values.mjs";

/** What players alone were told is what the log had bound when each turn closed. */
export function checkPrivate(record) {
  let entries = 0;
  let before = 0n;
  const publicOnes = new Counterparts();
  for (const [place, event, table] of readLog(record)) {
    const closed = moment(event.at);
    publicOnes.read(event, table);
    if (event.type === "started") before = closed;
    if (event.type !== "turn_closed") continue;
    const turn = event.data.turn - 1;
    const { salt, told } = record.turns[turn].private;
    if (privateCommitment(salt, told) !== event.data.private) {
      throw new Fault(`/turns/${turn}/private`, `salt and list are not those of ${place}`);
    }
    for (const [number, item] of told.entries()) {
      const where = `/turns/${turn}/private/told/${number}`;
      const time = moment(item.at);
      if (time < before) {
        throw new Fault(at(where, "at"), `${item.at} is before what had come before it`);
      }
      if (time > closed) throw new Fault(at(where, "at"), `${item.at} is after the turn had closed`);
      publicOnes.match(item, where);
      before = time;
    }
    publicOnes.close(place);
    entries += told.length;
    before = closed;
  }
  const lists = count(record.turns.length, "private list");
  return `${lists} with ${entries} ${entries === 1 ? "entry" : "entries"}`;
}

/** What one player has to be told alone of an event that all are told of. */
class Counterparts {
  constructor() {
    /** Private entries that follow from the events since the last turn closed. */
    this.due = [];
    /** By seat, whose it was before the event. */
    this.holders = [];
  }

  read(event, table) {
    const { type: kind, data } = event;
    if (kind === "seat_offered") {
      this.expect("offered_to_you", data.player, event, { seat: data.seat, host: table.host });
    } else if (kind === "seat_taken") {
      this.expect("seat_lost", this.holders[data.seat], event, data);
    }
    this.holders = [...table.seats];
  }

  expect(type, player, event, data) {
    this.due.push({ player, type, at: event.at, data });
  }

  /** Refuse what tells of something that the log does not know. */
  match(item, place) {
    if (!["offered_to_you", "seat_lost"].includes(item.type)) return;
    const own = canonicalText(item);
    const found = this.due.findIndex((one) => canonicalText(one) === own);
    if (found < 0) throw new Fault(place, "follows from nothing in /log/events");
    this.due.splice(found, 1);
  }

  /** Refuse a list that lacks whose seat was lost; an offer by who is blocked may be withheld. */
  close(place) {
    const lost = this.due.find((item) => item.type === "seat_lost");
    if (lost !== undefined) throw new Fault(place, `binds no ${show(lost)} in its private list`);
    this.due = [];
  }
}
