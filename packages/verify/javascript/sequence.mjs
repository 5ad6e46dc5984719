/** The order of events in time: what follows from one thing is of one moment. */

import { at, Fault } from "./faults.mjs";
import { lengthOf, moment } from "./moments.mjs";

/** The moments of events, and how far the time of a test game was moved. */
export class Moments {
  constructor() {
    /** The moment of the event before. */
    this.before = 0n;
    /** Whether the next event follows from the one before it, and is of its moment. */
    this.together = false;
    /** How far the game's time has been moved in all. */
    this.ahead = 0n;
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    const time = moment(event.at);
    if (time < this.before) {
      throw new Fault(at(place, "at"), `${event.at} is before the event before it`);
    }
    if ((this.together || kind === "host_changed") && time !== this.before) {
      throw new Fault(at(place, "at"), `${event.at} is not the moment of the event before it`);
    }
    if (kind === "clock_moved") this.move(data, time, at(place, "data"), table);
    // From the start, or the end of a turn, to the next turn or the result there is nothing to wait for.
    const started = table.seats.length > 0;
    const between = started && !table.turn;
    const full = !started && table.whenFull && table.came.size === table.size;
    this.together = between || full || kind === "created" || table.arriving !== null;
    this.before = time;
  }

  /** A player of a test game has moved its time forward. */
  move(data, time, place, table) {
    const by = lengthOf(data.by);
    if (table.playerOf(data.seat) === null) throw new Fault(at(place, "seat"), "is no player's");
    if (table.seats.length > 0 && !table.turn) throw new Fault(place, "comes where no turn is open");
    if (by === 0n || time < this.before + by) {
      throw new Fault(at(place, "by"), "is not how far the time has moved since the event before");
    }
    this.ahead += by;
    if (lengthOf(data.ahead) !== this.ahead) {
      throw new Fault(at(place, "ahead"), "is not all that it was moved by");
    }
  }
}
