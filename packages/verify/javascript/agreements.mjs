/** Pauses, vacations and votes: what players agree to, and what stops a clock. */

import { at, Fault, same } from "./faults.mjs";
import { ascending, range } from "./lists.mjs";
import { lengthOf, MINUTE, moment, stamp } from "./moments.mjs";
import { canonicalText } from "./values.mjs";

/** The shortest pause that can be proposed. */
const SHORTEST_PAUSE = MINUTE;

/** What the players of a game have proposed, agreed to and voted for. */
export class Agreements {
  constructor() {
    this.vacations = false;
    /** How long the pause is that is proposed, 0 where none is, and the seats that have agreed to it. */
    this.length = 0n;
    this.agreed = [];
    /** The end of the last pause. */
    this.until = 0n;
    /** The seats that have voted to go on in this turn. */
    this.votes = new Set();
    /** The seats whose answer is missing. */
    this.missing = new Set();
    /** The type of the next event, where the last one leaves no other. */
    this.next = "";
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    const time = moment(event.at);
    if (kind === "turn_opened" && this.allAgree(table)) this.next = "paused";
    if (this.next !== "" && this.next !== kind) {
      throw new Fault(at(place, "type"), `comes where ${this.next} is due`);
    }
    this.next = "";
    place = at(place, "data");
    if (kind === "vacation") this.vacation(data, place, table);
    else if (kind === "pause_agreed") this.agree(data, time, place, table);
    else if (kind === "paused") this.pause(data, time, place, table);
    else if (["pause_dropped", "pause_ended"].includes(kind)) this.end(kind, data, time, place, table);
    else if (kind === "go_on_voted") this.vote(data, place, table);
    else if (kind === "going_on") this.goOn(data, place);
    else this.note(kind, data);
  }

  /** What the agreements depend on. */
  note(kind, data) {
    if (kind === "created") this.vacations = data.absence.vacations;
    // Who comes new has agreed to nothing.
    if (kind === "seat_taken") this.agreed = this.agreed.filter((seat) => seat !== data.seat);
    if (kind === "turn_opened") {
      this.missing = new Set(data.asked);
      this.votes = new Set();
    }
    if (kind === "sealed") this.missing.delete(data.seat);
    if (kind === "withdrawn") this.missing.add(data.seat);
  }

  vacation(data, place, table) {
    if (!this.vacations) throw new Fault(place, "comes in a game without vacations");
    this.refuseStranger(data, place, table);
    if (moment(data.until) < moment(data.from)) {
      throw new Fault(at(place, "until"), "is before its beginning");
    }
  }

  refuseStranger(data, place, table) {
    if (table.owner(data.seat) === null) throw new Fault(at(place, "seat"), "is no player's");
  }

  // -- pauses

  agree(data, time, place, table) {
    this.refuseStranger(data, place, table);
    if (time < this.until) throw new Fault(place, "comes in a pause");
    const length = lengthOf(data.length);
    if (length < SHORTEST_PAUSE) throw new Fault(at(place, "length"), "is too short for a pause");
    if (length !== this.length) {
      // Another length is another proposal.
      this.length = length;
      this.agreed = [];
    }
    if (this.agreed.includes(data.seat)) throw new Fault(at(place, "seat"), "has agreed already");
    this.agreed = ascending([...this.agreed, data.seat]);
    same(data.agreed, this.agreed, at(place, "agreed"), "who had agreed to this length");
    if (this.allAgree(table)) this.next = "paused";
  }

  /** Whether a pause is proposed, and all who are there have agreed to it. */
  allAgree(table) {
    const there = range(0, table.seats.length).filter((seat) => table.isThere(seat));
    return this.length > 0n && there.length > 0 && there.every((seat) => this.agreed.includes(seat));
  }

  pause(data, time, place, table) {
    if (!this.allAgree(table)) {
      throw new Fault(place, "comes where not all who are there have agreed to a pause");
    }
    this.until = time + this.length;
    same(data.until, stamp(this.until), at(place, "until"), "the length agreed to");
    this.drop();
  }

  end(kind, data, time, place, table) {
    this.refuseStranger(data, place, table);
    // Of a pause that ends it is checked with the deadlines that there was one.
    if (kind === "pause_ended") this.until = time;
    else if (this.length === 0n) throw new Fault(place, "comes where no pause is proposed");
    else this.drop();
  }

  drop() {
    this.length = 0n;
    this.agreed = [];
  }

  // -- the vote to go on

  vote({ seat, votes, of }, place, table) {
    if (!table.isThere(seat) || this.votes.has(seat)) {
      throw new Fault(at(place, "seat"), "has no vote");
    }
    this.votes.add(seat);
    const there = ascending(this.votes).filter((one) => table.isThere(one));
    // Who is on vacation by now has no vote, and not all vacations are in the log.
    const right = there.filter((one) => votes.includes(one));
    if (!votes.includes(seat) || canonicalText(votes) !== canonicalText(right)) {
      throw new Fault(at(place, "votes"), `are not of ${showSeats(there)}`);
    }
    const all = range(0, table.seats.length).filter((one) => table.isThere(one)).length;
    if (of < votes.length || of > all) throw new Fault(at(place, "of"), "is not how many have a vote");
    if (2 * votes.length > of) this.next = "going_on";
  }

  goOn({ seats }, place) {
    if (this.votes.size === 0) throw new Fault(place, "comes where nobody has voted for it");
    const missing = ascending(this.missing);
    const right = missing.filter((seat) => seats.includes(seat));
    if (seats.length === 0 || canonicalText(seats) !== canonicalText(right)) {
      throw new Fault(at(place, "seats"), `are not of ${showSeats(missing)}`);
    }
    this.votes = new Set();
  }
}

function showSeats(seats) {
  return `seats ${seats.join(", ")}`;
}
