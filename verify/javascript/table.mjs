/** Seats, holders and the open turn, while the log is read. */

import { at, Fault, same } from "./faults.mjs";
import { ascending } from "./games/high_tide/forms.mjs";

/** Who holds which seat, and which turn is open, while the log is read. */
export class Table {
  constructor() {
    /** By seat, whose it is: a participant's id, null for a bot's from the start. */
    this.seats = [];
    /** By seat, the bot that plays in it now. */
    this.bots = [];
    /** By seat, whether its player has given it up. */
    this.resigned = [];
    /** Who has sat down before the start, by seat: a participant, a bot, and a text's hash. */
    this.came = new Map();
    this.host = null;
    this.size = 0;
    /** Whether the game starts as soon as all seats are taken. */
    this.whenFull = true;
    this.opened = 0;
    this.closed = 0;
  }

  /** The number of the open turn, 0 if none is open. */
  get turn() {
    return this.opened > this.closed ? this.opened : 0;
  }

  /** The participant whose seat it is, here or absent; null of a bot's, or one that was given up. */
  owner(seat) {
    return this.resigned[seat] ? null : this.seats[seat];
  }

  /** Take an event into account. Throws `Fault` where it cannot come now. */
  read(event, place) {
    const { type: kind, data, number } = event;
    const started = this.seats.length > 0;
    if ((kind === "created") !== (number === 1)) {
      throw new Fault(at(place, "type"), "created is the first event, and no other is");
    }
    if (["joined", "left", "entropy_given", "started"].includes(kind) && started) {
      throw new Fault(at(place, "type"), "comes after the start");
    }
    if (["stand_in", "returned", "seat_taken", "turn_opened"].includes(kind) && !started) {
      throw new Fault(at(place, "type"), "comes before the start");
    }
    const full = this.came.size === this.size && !started && number > 1;
    if (full && this.whenFull && kind !== "started") {
      throw new Fault(
        at(place, "type"),
        "comes where all seats are taken, so that the game starts",
      );
    }
    if (Object.hasOwn(Table.handlers, kind)) Table.handlers[kind](this, data, at(place, "data"));
    if (number === 2) this.seatHost(kind, data, place);
  }

  /** Whoever opens a game is seated by the same call, which is the first to show the commitment. */
  seatHost(kind, data, place) {
    if (kind !== "joined") throw new Fault(at(place, "type"), "is not the joined of the host");
    place = at(place, "data");
    same(data.player, this.host, at(place, "player"), "/log/events/0/data/host");
    if (data.entropy !== null) {
      throw new Fault(at(place, "entropy"), "was given before the commitment was shown");
    }
  }

  /** What each type of event changes. */
  static handlers = {
    created(table, data) {
      table.host = data.host;
      table.size = data.seats;
      table.whenFull = data.start === "full";
      const first = data.seats - data.bots.length;
      const holder = (bot) => ({ player: null, bot, text: null });
      table.came = new Map(data.bots.map((bot, number) => [first + number, holder(bot)]));
    },

    joined(table, data, place) {
      if (table.came.has(data.seat)) throw new Fault(at(place, "seat"), "is taken");
      const players = [...table.came.values()].map((one) => one.player);
      table.refuseSecondSeat(players, data, place);
      table.came.set(data.seat, { player: data.player, bot: null, text: data.entropy });
    },

    left(table, data, place) {
      const player = table.came.get(data.seat)?.player ?? null;
      if (player !== data.player) throw new Fault(place, "has not sat there");
      table.came.delete(data.seat);
    },

    entropy_given(table, data, place) {
      const holder = table.came.get(data.seat);
      if ((holder?.player ?? null) === null) throw new Fault(at(place, "seat"), "is no player's");
      table.came.set(data.seat, { ...holder, text: data.entropy });
    },

    started(table, data, place) {
      const taken = ascending(table.came.keys());
      const holders = taken.map((seat) => table.came.get(seat));
      const right = holders.map(({ player, bot }, seat) => ({ seat, player, bot }));
      same(data.seats, right, at(place, "seats"), "who had sat down");
      const texts = holders.map((one) => one.text);
      same(data.entropy, texts, at(place, "entropy"), "what they had given");
      table.seats = holders.map((one) => one.player);
      table.bots = holders.map((one) => one.bot);
      table.resigned = holders.map(() => false);
    },

    stand_in(table, data, place) {
      same(data.player, table.owner(data.seat), at(place, "player"), "whose seat it was");
      table.bots[data.seat] = data.bot;
      table.resigned[data.seat] = data.away === "resigned";
    },

    seat_taken(table, data, place) {
      table.vacant(data, place);
      table.refuseSecondSeat(table.seats, data, place);
      table.seats[data.seat] = data.player;
    },

    returned(table, data, place) {
      table.vacant(data, place);
      same(data.player, table.seats[data.seat], at(place, "player"), "who held the seat");
      table.bots[data.seat] = null;
      table.resigned[data.seat] = false;
    },

    turn_opened(table, data, place) {
      if (table.turn) throw new Fault(at(place, "turn"), `turn ${table.turn} is still open`);
      table.opened += 1;
      same(data.turn, table.opened, at(place, "turn"), "the turns before");
    },

    turn_closed(table, data, place) {
      same(data.turn, table.turn, at(place, "turn"), "the open turn");
      table.closed += 1;
    },
  };

  vacant(data, place) {
    if (this.bots[data.seat] === null || this.seats[data.seat] === null) {
      throw new Fault(at(place, "seat"), "is not vacant");
    }
  }

  refuseSecondSeat(holders, data, place) {
    if (holders.includes(data.player)) throw new Fault(at(place, "player"), "has a seat already");
  }
}

/** Each event with its place, and the table as it stands right after it. */
export function* readLog(record) {
  const table = new Table();
  for (const [number, event] of record.log.events.entries()) {
    const place = `/log/events/${number}`;
    table.read(event, place);
    if (table.seats.length > 0 && table.seats.length !== record.seats.length) {
      throw new Fault("/seats", `are not ${table.seats.length} as at ${place}`);
    }
    yield [place, event, table];
  }
}

/** Whether a player sits in a seat herself. */
export const isThere = (seat, table) =>
  seat < table.seats.length && table.owner(seat) !== null && table.bots[seat] === null;
