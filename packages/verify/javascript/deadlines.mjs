/** Deadlines, banks and stops, worked out again from the log. */

import { bySpan, Clock, isSpan } from "./clock.mjs";
import { at, Fault, same } from "./faults.mjs";
import { DAY, earlier, later, lengthOf, moment, stamp, THE_END } from "./moments.mjs";
import { canonicalText } from "./values.mjs";

const PROMISED = "the clock in /log/events/0/data/clock, the stops, and the answers before";

/** How long each seat has, worked out again from what the game promised and what the log tells. */
export class Deadlines {
  constructor(known) {
    /** Undefined where only the log can say which turns continue the one before. */
    this.begins = known?.sittingBegins;
    this.clock = null;
    this.vacations = false;
    /** What is in each seat's bank. */
    this.banks = [];
    /** What was in the banks of the seats asked when the newest turn opened. */
    this.inTurn = new Map();
    /** What others have given the seats asked, and the seats that have given time in this turn. */
    this.given = new Map();
    this.givers = new Set();
    /** Whether time was given that no deadline has yet. */
    this.owed = false;
    /** When the sitting's time began, and how much there is beside the banks. */
    this.since = 0n;
    this.base = 0n;
    /** The deadlines as they were told last. */
    this.told = [];
    /** When the clock of each seat asked stands still, as it was told last. */
    this.stops = new Map();
    /** The deadlines of the seats asked, as they were told last. */
    this.dues = new Map();
    /** The last of all deadlines that were told in this turn. */
    this.latest = 0n;
    /** How long stops may hold the game up, and for how long at most they have in closed turns. */
    this.mostStopped = 0n;
    this.held = 0n;
    /** When the answers that stand were sealed. */
    this.sealed = new Map();
    this.pauses = [];
    /** By number, that of the turn to come and that of the turn before. */
    this.sitting = 0;
    this.sittingBefore = 0;
    this.checked = 0;
  }

  read(event, place, table) {
    const { type: kind, data } = event;
    const time = moment(event.at);
    place = at(place, "data");
    if (kind === "created") {
      this.clock = new Clock(data.clock);
      this.vacations = data.absence.vacations;
      this.mostStopped = lengthOf(data.absence.most_stopped);
    } else if (kind === "started") {
      this.banks = table.seats.map(() => this.clock.bank);
    } else if (this.begins?.includes(kind)) {
      this.sitting += 1;
    } else if (kind === "turn_opened") {
      if (this.begins === undefined && !data.continues) this.sitting += 1;
      this.open(data, time, place, table);
    } else if (kind === "deadlines_moved") {
      const before = canonicalText(this.told);
      this.check(data.deadlines, at(place, "deadlines"), table);
      if (canonicalText(this.told) === before) {
        throw new Fault(at(place, "deadlines"), "are those that were told before");
      }
    } else if (kind === "time_given") {
      this.give(data, time, place, table);
    } else {
      this.note(kind, data, time, place);
    }
  }

  /** One player gives another who is asked a day, or in a faster game a turn's time: once in a turn. */
  give(data, time, place, table) {
    const { seat, by } = data;
    same(data.turn, table.turn, at(place, "turn"), "the open turn");
    if (!this.inTurn.has(seat) || this.sealed.has(seat) || !table.isThere(seat)) {
      throw new Fault(at(place, "seat"), "is not waited for");
    }
    if (this.clock.known && time >= this.dues.get(seat)) {
      throw new Fault(at(place, "seat"), "has no time left to which more could be added");
    }
    if (by === seat || this.givers.has(by) || !table.isThere(by)) {
      throw new Fault(at(place, "by"), "cannot give time in this turn");
    }
    const given = lengthOf(data.length);
    if (given !== earlier(DAY, this.clock.perTurn)) {
      throw new Fault(at(place, "length"), "is not what can be given in this game");
    }
    this.given.set(seat, this.given.get(seat) + given);
    this.givers.add(by);
    this.owed = true;
  }

  /** What deadlines that are told of later depend on. */
  note(kind, data, time, place) {
    if ((kind === "sealed" || kind === "turn_closed") && this.owed) {
      throw new Fault(place, "comes where time that was given has not moved the deadlines");
    }
    if ((kind === "sealed" || kind === "turn_closed") && this.lacksPause()) {
      throw new Fault(place, "comes where a pause of the log has not moved the deadlines");
    }
    if (kind === "sealed") this.sealed.set(data.seat, time);
    if (kind === "withdrawn") this.sealed.delete(data.seat);
    if (kind === "turn_closed") this.close(time);
    if (kind === "paused") {
      same(data.from, stamp(time), at(place, "from"), "the time of the event");
      this.pauses.push([time, moment(data.until)]);
    }
    if (kind === "pause_ended") {
      const pause = this.pauses.at(-1);
      if (pause === undefined || pause[1] <= time) {
        throw new Fault(place, "comes where there is no pause");
      }
      pause[1] = time;
    }
  }

  open(data, time, place, table) {
    const sameSitting = table.opened > 1 && this.sitting === this.sittingBefore;
    // Nobody's time is used up by whom she has waited for.
    const asked = new Set(data.asked);
    const continues = sameSitting && [...this.inTurn.keys()].every((seat) => asked.has(seat));
    same(data.continues, continues, at(place, "continues"), "the sittings of this game");
    this.latest = 0n;
    if (!continues) {
      this.since = time;
      this.base = this.clock.perTurn + (table.opened === 1 ? this.clock.grace : 0n);
    }
    const banks = new Map();
    const given = new Map();
    for (const seat of data.asked) {
      const goesOn = continues && this.inTurn.has(seat);
      if (!goesOn) {
        this.banks[seat] = earlier(this.clock.bank, this.banks[seat] + this.clock.increment);
      }
      banks.set(seat, goesOn ? this.inTurn.get(seat) : this.banks[seat]);
      given.set(seat, goesOn ? this.given.get(seat) : 0n);
    }
    this.given = given;
    this.givers = new Set();
    this.inTurn = banks;
    this.sittingBefore = this.sitting;
    const dues = this.check(data.deadlines, at(place, "deadlines"), table);
    const last = stamp(dues.reduce(later));
    same(data.due_at, last, at(place, "due_at"), "the last of the deadlines");
  }

  close(time) {
    for (const [seat, bank] of this.inTurn) {
      const until = this.sealed.get(seat) ?? time;
      const passed = this.clock.used(this.since, until, this.stops.get(seat));
      this.banks[seat] = bank - earlier(bank, later(0n, passed - this.base - this.given.get(seat)));
    }
    if (this.clock.known) this.held += later(0n, this.latest - this.withoutStops());
    this.sealed = new Map();
  }

  /** The deadlines told of are those that were promised. Gives them. */
  check(told, place, table) {
    const seats = told.map((one) => one.seat);
    if (canonicalText(seats) !== canonicalText([...this.inTurn.keys()])) {
      throw new Fault(place, "are not those of the seats asked");
    }
    this.owed = false;
    this.told = told;
    for (const [number, one] of told.entries()) {
      this.stops.set(one.seat, this.readStops(one, at(place, number), table));
    }
    if (!this.vacations) this.checkAlike(told, place);
    for (const [number, { seat, due_at: said }] of told.entries()) {
      if (!this.clock.known) continue;
      const due = this.due(seat, this.stops.get(seat));
      if (due >= THE_END) throw new Fault(at(place, number), "is beyond all time");
      same(said, stamp(due), at(at(place, number), "due_at"), PROMISED);
      this.checked += 1;
    }
    this.dues = new Map(told.map((one) => [one.seat, moment(one.due_at)]));
    this.latest = [...this.dues.values()].reduce(later, this.latest);
    if (this.lacksPause()) throw new Fault(place, "lack a pause of the log, and stops may still last");
    return [...this.dues.values()];
  }

  due(seat, stops) {
    const own = this.base + this.given.get(seat) + this.inTurn.get(seat);
    return this.clock.due(this.since, own, stops);
  }

  /**
   * Whether a pause does not stop the clocks as it was told last, though it could.
   *
   * It does not where all stops together have lasted for as long as they may: then there is one moment,
   * the same for all seats, from which on none stops anything more.
   */
  lacksPause() {
    let whole = 0n;
    const cuts = new Set();
    let missing = THE_END;
    for (const [seat, due] of this.dues) {
      const stops = this.stops.get(seat);
      for (const [begin, end] of this.pauses) {
        if (!(begin < earlier(end, due) && end > this.since)) continue;
        const cut = stops.findLast(([since, until]) => since === begin && until < end);
        if (stops.some((stop) => isSpan(stop, [begin, end]))) whole = later(whole, end);
        else if (cut !== undefined) cuts.add(cut[1]);
        else missing = earlier(missing, later(begin, this.since));
      }
    }
    if (cuts.size === 0 && missing === THE_END) return false;
    const last = cuts.size === 0 ? missing : [...cuts].reduce(later);
    return cuts.size > 1 || !(whole <= last && last <= missing) || this.mayLast();
  }

  /** Whether stops could hold the game up for longer yet, as `created` has it, than they do. */
  mayLast() {
    const left = this.mostStopped - this.held;
    const until = this.withoutStops() + left;
    const last = [...this.dues.values()].reduce(later);
    return this.clock.known && this.clock.used(last, until, []) > 0n;
  }

  withoutStops() {
    return [...this.inTurn.keys()].map((seat) => this.due(seat, [])).reduce(later);
  }

  readStops(one, place, table) {
    const stops = one.stops.map((stop) => [moment(stop.from), moment(stop.until)]);
    const due = moment(one.due_at);
    place = at(place, "stops");
    if (!stops.toSorted(bySpan).every((stop, number) => isSpan(stop, stops[number]))) {
      throw new Fault(place, "are not in order");
    }
    for (const [number, [since, until]] of stops.entries()) {
      if (!(since < until && since < due && until > this.since)) {
        throw new Fault(
          at(place, number),
          "does not stop the clock between its start and due_at",
        );
      }
      const paused = this.pauses.some(([begin, end]) => since === begin && until <= end);
      if (!paused && !(this.vacations && table.owner(one.seat) !== null)) {
        throw new Fault(at(place, number), "is no pause of the log and no vacation that may be");
      }
    }
    return stops;
  }

  /** A pause is the same for all. */
  checkAlike(told, place) {
    const every = told.flatMap((one) => this.stops.get(one.seat)).sort(bySpan);
    const once = every.filter((stop, number) => number === 0 || !isSpan(stop, every[number - 1]));
    for (const [number, one] of told.entries()) {
      const due = moment(one.due_at);
      const right = once.filter(([since]) => since < due);
      const stops = this.stops.get(one.seat);
      const alike = stops.length === right.length;
      if (!alike || !stops.every((stop, item) => isSpan(stop, right[item]))) {
        throw new Fault(at(at(place, number), "stops"), "are not those of the other seats");
      }
    }
  }
}
