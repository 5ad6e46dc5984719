/** The check `sealed`: answers between their seal and the end of the turn. */

import { at, count, Fault, same, show } from "./faults.mjs";
import { answerCommitment } from "./hashes.mjs";
import { ascending } from "./lists.mjs";
import { earlier, moment } from "./moments.mjs";
import { readLog } from "./table.mjs";
import { canonicalText } from "./values.mjs";

/** What stands sealed in the open turn, by seat, and the deadlines of those who are asked. */
export class Seals {
  constructor(record) {
    this.game = record.game;
    this.turns = record.turns;
    /**
     * By seat: where, as what and when it was sealed, whether in the place of another answer, whether time
     * was up, and whether a bot held the seat.
     */
    this.standing = new Map();
    this.due = new Map();
    /** By seat, when its player came back last. */
    this.returned = new Map();
    /** By turn and seat, the first deadline that was told of. */
    this.earliest = new Map();
    /** By turn and seat, the answer that was shown, sealed before or only then. */
    this.answered = new Map();
    /** By turn and seat, when something was sealed, or shown without a seal. */
    this.moments = new Map();
    this.opened = 0;
    this.replaced = 0;
    this.withdrawn = 0;
    this.unsealed = 0;
  }

  read(place, event, table) {
    const { type: kind, data } = event;
    if (kind === "turn_closed") {
      for (const [number, played] of data.actions.entries()) {
        this.open(played, `/turns/${data.turn - 1}/actions/${number}`, event);
      }
      this.standing = new Map();
      this.due = new Map();
      return;
    }
    if (kind === "returned") this.returned.set(data.seat, moment(event.at));
    if (!["turn_opened", "deadlines_moved", "sealed", "withdrawn"].includes(kind)) return;
    place = at(place, "data");
    same(data.turn, table.turn, at(place, "turn"), "the open turn");
    if (kind === "turn_opened" || kind === "deadlines_moved") this.tell(place, data, table);
    else this.change(place, event, table);
  }

  /** Deadlines are told: they are those of the seats that are asked. */
  tell(place, data, table) {
    this.due = new Map(data.deadlines.map((one) => [one.seat, moment(one.due_at)]));
    const seats = ascending(this.due.keys());
    if (canonicalText(seats) !== canonicalText(this.turns[table.turn - 1].asked)) {
      throw new Fault(at(place, "deadlines"), "are not those of the seats asked");
    }
    for (const [seat, due] of this.due) {
      const known = this.earliest.get(inTurn(table.turn, seat)) ?? due;
      this.earliest.set(inTurn(table.turn, seat), earlier(known, due));
    }
  }

  /** An answer is sealed or withdrawn: what stood is named, and there was time to change it. */
  change(place, event, table) {
    const { type: kind, data } = event;
    const { seat } = data;
    if (!this.due.has(seat)) throw new Fault(at(place, "seat"), "is not asked in this turn");
    const stood = this.standing.get(seat)?.commitment ?? null;
    this.standing.delete(seat);
    const time = moment(event.at);
    // A deadline is over at its own moment.
    const late = time >= this.due.get(seat);
    // Who answers and is back by that was asked until when before that moved her deadline.
    if (stood !== null && late && this.returned.get(seat) !== time) {
      throw new Fault(at(place, "seat"), "changes what stood sealed when its time was up");
    }
    if (kind === "withdrawn") {
      same(data.commitment, stood, at(place, "commitment"), "what stood sealed");
      this.withdrawn += 1;
      return;
    }
    same(data.replaces, stood, at(place, "replaces"), "what stood sealed");
    this.replaced += stood === null ? 0 : 1;
    const bot = table.bots[seat] !== null;
    const replaced = stood !== null;
    this.noteMoment(table.turn, seat, time);
    this.standing.set(seat, { place, commitment: data.commitment, time, replaced, late, bot });
  }

  noteMoment(turn, seat, time) {
    const key = inTurn(turn, seat);
    this.moments.set(key, [...(this.moments.get(key) ?? []), time]);
  }

  /** An action is shown: it is the one that was sealed, and by whom it is said to be. */
  open(played, place, event) {
    const { seat, by, nonce, action } = played;
    const sealed = this.standing.get(seat);
    const said = `${show(by)} is said, but`;
    const { turn } = event.data;
    const time = moment(event.at);
    this.answered.set(inTurn(turn, seat), sealed ?? { time, late: true });
    if (sealed === undefined) {
      this.noteMoment(turn, seat, time);
      this.unsealed += 1;
      if (by === "player" || by === "bot") {
        throw new Fault(at(place, "by"), `${said} nothing stood sealed in /log/events`);
      }
      if (time < (this.due.get(seat) ?? time)) {
        throw new Fault(at(place, "by"), `${said} in /log/events there was time left`);
      }
      return;
    }
    if (sealed.commitment !== answerCommitment(nonce, action, this.game, seat, turn)) {
      throw new Fault(place, `action and nonce are not what was sealed, see ${sealed.place}`);
    }
    if (by !== "player" && sealed.replaced) {
      // Clock, orders and bots answer where nothing lies.
      throw new Fault(at(place, "by"), `${said} it replaced another, see ${sealed.place}`);
    }
    if (by === "clock" && !sealed.late) {
      throw new Fault(at(place, "by"), `${said} there was time left, see ${sealed.place}`);
    }
    if ((by === "bot") !== sealed.bot && (by === "player" || by === "bot" || !sealed.late)) {
      throw new Fault(at(place, "by"), `${said} who held the seat was another, see ${sealed.place}`);
    }
    this.opened += 1;
  }
}

/** What stands for a turn and a seat together. */
export function inTurn(turn, seat) {
  return `${turn} ${seat}`;
}

/** Every answer is what it was when it was sealed, and who played herself had sealed. */
export function checkSealed(record) {
  const seals = new Seals(record);
  for (const [place, event, table] of readLog(record)) seals.read(place, event, table);
  return (
    `${count(seals.opened, "sealed answer")} opened,` +
    ` ${seals.replaced} replaced and ${seals.withdrawn} withdrawn before;` +
    ` ${count(seals.unsealed, "answer")} of clock or orders without a seal`
  );
}
