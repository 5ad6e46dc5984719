/** Missed sittings, and the bots that are due because of them. */

import { at, count, Fault } from "./faults.mjs";
import { range, remove } from "./lists.mjs";

/** Who misses so many turns in a row that a bot takes her seat, as `created` has it. */
export class Absences {
  constructor() {
    this.sitting = 0;
    this.botAfter = 0;
    this.stoodIn = 0;
    this.missed = [];
    this.missedSitting = [];
    /** Seats that a bot takes before the next turn opens. */
    this.due = [];
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    if (kind === "created") {
      this.botAfter = data.absence.bot_after;
    } else if (kind === "started") {
      this.missed = table.seats.map(() => 0);
      this.missedSitting = table.seats.map(() => -1);
    } else if (kind === "turn_closed") {
      this.count(data.actions, table);
    } else if (kind === "returned") {
      this.missed[data.seat] = 0;
      this.missedSitting[data.seat] = -1;
    } else if (kind === "stand_in" && data.away === "absent") {
      if (!this.due.includes(data.seat)) {
        const rule = `${count(this.botAfter, "turn")} missed in a row as in /log/events/0/data/absence`;
        throw new Fault(at(place, "data"), `does not come after ${rule}`);
      }
      remove(this.due, data.seat);
      this.stoodIn += 1;
    } else if (kind === "turn_opened" && this.due.length > 0) {
      throw new Fault(place, `comes before the bot that is due in seat ${this.due[0]}`);
    }
    if (kind === "turn_opened" && !data.continues) this.sitting += 1;
  }

  count(actions, table) {
    for (const { seat, by } of actions) {
      const present = table.bots[seat] === null;
      if (table.owner(seat) === null || (by === "bot" && present)) continue;
      if (by === "player" || by === "order") {
        this.missed[seat] = 0;
        this.missedSitting[seat] = -1;
      } else if (this.missedSitting[seat] !== this.sitting) {
        this.missed[seat] += 1;
        this.missedSitting[seat] = this.sitting;
      }
    }
    const isDue = (seat) =>
      this.missed[seat] >= this.botAfter && table.owner(seat) !== null && table.bots[seat] === null;
    this.due = range(0, this.missed.length).filter(isDue);
  }
}
