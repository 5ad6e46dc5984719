/** Seats, holders and the open turn, while the log is read. */

import { at, Fault, same } from "./faults.mjs";
import { ascending } from "./lists.mjs";

/** What only a deed of a player leads to. While a game is played a turn is always open. */
const IN_A_TURN = new Set([
  ...["returned", "seat_offered", "offer_ended", "seat_taken"],
  ...["pause_agreed", "pause_dropped", "pause_ended", "go_on_voted", "going_on", "vacation"],
]);

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
    /** Who the next event has to make the host; null where the host stays. */
    this.nextHost = null;
    /** By vacant seat, the participant to whom it is offered. */
    this.offers = new Map();
    /** The seat that was taken by the last event, and is given back by the next. */
    this.arriving = null;
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
    if (["stand_in", "paused", "turn_opened"].includes(kind) && !started) {
      throw new Fault(at(place, "type"), "comes before the start");
    }
    this.checkWhen(kind, at(place, "type"));
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

  /** Throw a `Fault` where the last event leaves no room for this one. */
  checkWhen(kind, place) {
    if (IN_A_TURN.has(kind) && !this.turn) throw new Fault(place, "comes where no turn is open");
    if (kind === "cancelled") {
      throw new Fault(place, "comes in a game that was played to its end");
    }
    if ((kind === "host_changed") !== (this.nextHost !== null)) {
      const due = this.nextHost === null ? "is not due" : "is due";
      throw new Fault(place, `comes where host_changed ${due}`);
    }
    if (this.arriving !== null && kind !== "returned") {
      throw new Fault(place, "comes before the returned of who has taken a seat");
    }
  }

  /** Whether a player sits in a seat herself. */
  isThere(seat) {
    return seat < this.seats.length && this.owner(seat) !== null && this.bots[seat] === null;
  }

  /** The participant whose seat it is by now, also before the start; null if it is nobody's. */
  playerOf(seat) {
    if (this.seats.length > 0) return seat < this.seats.length ? this.owner(seat) : null;
    return this.came.get(seat)?.player ?? null;
  }

  /** Have the first of those who are there be the host; where nobody is, the host stays. */
  passOn(players) {
    this.nextHost = players.find((player) => player !== null) ?? null;
  }

  there() {
    return this.seats.filter((_, seat) => this.isThere(seat));
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
      if (data.seat >= table.size) throw new Fault(at(place, "seat"), `is none of ${table.size}`);
      if (table.came.has(data.seat)) throw new Fault(at(place, "seat"), "is taken");
      const players = [...table.came.values()].map((one) => one.player);
      table.refuseSecondSeat(players, data, place);
      table.came.set(data.seat, { player: data.player, bot: null, text: data.entropy });
    },

    left(table, data, place) {
      const player = table.came.get(data.seat)?.player ?? null;
      if (player !== data.player) throw new Fault(place, "has not sat there");
      table.came.delete(data.seat);
      const left = ascending(table.came.keys()).map((seat) => table.came.get(seat).player);
      if (left.every((one) => one === null)) {
        throw new Fault(place, "is the last player, with whom the game is called off");
      }
      if (player === table.host) table.passOn(left);
    },

    host_changed(table, data, place) {
      same(data.host, table.nextHost, at(place, "host"), "who is there");
      table.host = data.host;
      table.nextHost = null;
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
      if (data.player === table.host) table.passOn(table.there());
    },

    seat_offered(table, data, place) {
      table.vacant(data, place);
      const others = table.seats.filter((_, seat) => seat !== data.seat);
      table.refuseSecondSeat(others, data, place);
      if (!table.seats.some((_, seat) => table.owner(seat) === table.host)) {
        throw new Fault(place, "comes where the host has no seat");
      }
      table.offers.set(data.seat, data.player);
    },

    offer_ended(table, data, place) {
      table.offered(data, place);
      table.offers.delete(data.seat);
    },

    seat_taken(table, data, place) {
      table.vacant(data, place);
      table.refuseSecondSeat(table.seats, data, place);
      table.offered(data, place);
      table.seats[data.seat] = data.player;
      table.arriving = data.seat;
    },

    returned(table, data, place) {
      table.vacant(data, place);
      same(data.player, table.seats[data.seat], at(place, "player"), "who held the seat");
      if (table.arriving !== null) {
        same(data.seat, table.arriving, at(place, "seat"), "the seat that was taken");
      } else if (table.resigned[data.seat]) {
        // What was given up for good is had again as others have it.
        table.offered(data, place);
      }
      table.arriving = null;
      table.offers.delete(data.seat);
      table.bots[data.seat] = null;
      table.resigned[data.seat] = false;
      if (!table.there().includes(table.host)) table.passOn(table.there());
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

  offered(data, place) {
    if (this.offers.get(data.seat) !== data.player) {
      throw new Fault(at(place, "player"), "is not who the seat is offered to");
    }
  }

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
