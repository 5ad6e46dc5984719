/** Standing orders, from the private lists. */

import { at, Fault, same, show } from "./faults.mjs";
import { moment } from "./moments.mjs";
import { inTurn, Seals } from "./seals.mjs";
import { readLog } from "./table.mjs";

export const THE_RULES = "the rules, from /options, /setup and /turns";

/** All orders of a game from its private lists, and what they have led to. */
export class Orders {
  constructor(record) {
    const seats = () => record.seats.map(() => []);
    /** By seat: where, by whom and when it was given and taken back, what it says, whether at once. */
    this.given = seats();
    /** By turn, in the order in which they were told: that an order was followed, or failed. */
    this.uses = new Map();
    /** By seat, when it was given up or became another's: orders end with that. */
    this.lost = seats();
    /** By seat, when an order was given or taken back. */
    this.changed = seats();
    this.seals = new Seals(record);
    /** By seat, whose it was from when on. */
    this.owners = seats();
    for (const [place, event, table] of readLog(record)) {
      this.seals.read(place, event, table);
      const { type: kind, data } = event;
      if (kind === "seat_taken" || (kind === "stand_in" && data.away === "resigned")) {
        this.lost[data.seat].push(moment(event.at));
      }
      for (const seat of table.seats.keys()) {
        this.owners[seat].push({ since: moment(event.at), owner: table.owner(seat) });
      }
    }
    const standing = new Map();
    for (const { number: turn, private: list } of record.turns) {
      for (const [number, item] of list.told.entries()) {
        this.read(turn, item, `/turns/${turn - 1}/private/told/${number}`, standing);
      }
    }
  }

  read(turn, item, place, standing) {
    const { type: kind, data, player } = item;
    if (!["order_given", "order_taken_back", "order_followed", "order_failed"].includes(kind)) return;
    const { seat } = data;
    const time = moment(item.at);
    if (kind === "order_given") {
      if (!this.ownersAt(seat, time).includes(player)) {
        throw new Fault(at(place, "player"), `did not hold seat ${seat} then in /log/events`);
      }
      const { order: wishes, at_once: atOnce } = data;
      const given = { place, player, given: time, takenBack: null, wishes, atOnce };
      standing.set(seat, given);
      this.given[seat].push(given);
      this.changed[seat].push(time);
      return;
    }
    const order = standing.get(seat);
    if (order === undefined) throw new Fault(place, `comes where no order of seat ${seat} stands`);
    same(player, order.player, at(place, "player"), order.place);
    if (this.lost[seat].some((lost) => order.given < lost && lost < time)) {
      throw new Fault(place, `comes where the order of ${order.place} had ended with the seat`);
    }
    if (kind === "order_taken_back") {
      order.takenBack = time;
      this.changed[seat].push(time);
      standing.delete(seat);
      return;
    }
    same(data.turn, turn, `${place}/data/turn`, "the turn that it is bound to");
    const use = { place, followed: kind === "order_followed", time, data, order };
    this.uses.set(turn, [...(this.uses.get(turn) ?? []), use]);
  }

  /** Whose seat it was at this time; what happened at one moment may be either way. */
  ownersAt(seat, time) {
    const before = this.owners[seat].findLast(({ since }) => since < time);
    const then = this.owners[seat].filter(({ since }) => since === time);
    return [...(before === undefined ? [] : [before]), ...then].map(({ owner }) => owner);
  }

  /**
   * What was played by orders in this turn, and by the clock in spite of them.
   *
   * Without `rules`, which are `{ fallback, follow }`, it stays open whether an order says what was played.
   */
  check({ number: turn, asked, actions }, rules) {
    const uses = this.uses.get(turn) ?? [];
    for (const use of uses) {
      const { place, time, order } = use;
      const { seat } = use.data;
      if (!asked.includes(seat)) {
        throw new Fault(`${place}/data/seat`, `is not asked in turn ${turn}`);
      }
      if (rules !== undefined) this.follow(use, rules);
      if (!this.seals.moments.get(inTurn(turn, seat))?.includes(time)) {
        throw new Fault(`${place}/at`, "is not when an answer of the seat was sealed");
      }
      if (time < this.seals.earliest.get(inTurn(turn, seat)) && !order.atOnce) {
        throw new Fault(place, `comes before the deadline, see ${order.place}/data/at_once`);
      }
    }
    for (const [number, played] of actions.entries()) {
      const place = `/turns/${turn - 1}/actions/${number}`;
      const own = uses.filter((use) => use.data.seat === played.seat);
      if (played.by === "order") this.byOrder(turn, played, place, own);
      if (played.by === "clock") this.byClock(turn, played, place, own);
    }
  }

  /** The order gives what it is said to have given, or nothing. */
  follow({ place, followed, data, order }, { fallback, follow }) {
    const { seat } = data;
    const source = `${order.place} and ${THE_RULES}`;
    const { action, skipped } = follow(seat, order.wishes);
    if ((action !== null) !== followed) {
      const said = action === null ? "gives nothing" : `gives ${show(action)}`;
      throw new Fault(at(place, "type"), `the order of ${order.place} ${said} by ${THE_RULES}`);
    }
    same(data.action, action ?? fallback(seat), `${place}/data/action`, source);
    const fell = data.skipped.map(({ pointer, code }) => ({ pointer, code }));
    same(fell, skipped, `${place}/data/skipped`, source);
  }

  byOrder(turn, { seat, action }, place, uses) {
    const use = uses.at(-1);
    if (use === undefined || !use.followed) {
      const list = `/turns/${turn - 1}/private/told`;
      throw new Fault(at(place, "by"), `${show("order")} is said, but ${list} has none followed`);
    }
    same(action, use.data.action, at(place, "action"), use.place);
    if (!this.seals.answered.get(inTurn(turn, seat)).late && !use.order.atOnce) {
      throw new Fault(
        at(place, "by"),
        `${show("order")} is said, but there was time left, see ${use.order.place}`,
      );
    }
  }

  byClock(turn, { seat }, place, uses) {
    const order = this.standingAt(seat, this.seals.answered.get(inTurn(turn, seat)).time);
    if (order !== null && uses.every((use) => use.followed)) {
      const said = `${show("clock")} is said, but the order of ${order.place} stood`;
      throw new Fault(at(place, "by"), said);
    }
  }

  /** The order that stood for certain at this time; what happened at one moment may be either way. */
  standingAt(seat, time) {
    const order = this.given[seat].findLast((one) => one.given < time);
    if (order === undefined || this.changed[seat].includes(time)) return null;
    const ended = [...this.lost[seat], ...(order.takenBack === null ? [] : [order.takenBack])];
    return ended.some((end) => order.given <= end && end <= time) ? null : order;
  }
}
