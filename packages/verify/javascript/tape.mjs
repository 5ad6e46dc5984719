/** A game read from its record, draw by draw and answer by answer. */

import { at, Fault, same, show } from "./faults.mjs";
import { ascending, sum } from "./lists.mjs";
import { Orders, THE_RULES } from "./orders.mjs";
import { canonicalText } from "./values.mjs";

export const DEALT = "/options and the draws in /setup/chance";

/**
 * A record read from its first draw to its last: each draw and each answer must be the one due.
 *
 * What happens by the rules is told as well, and in the end compared with the log.
 */
export class Tape {
  constructor(record) {
    this.record = record;
    this.turns = record.turns;
    this.read = 0;
    this.chance = record.setup.chance;
    this.place = "/setup/chance";
    this.taken = 0;
    this.told = [];
    this.stages = [];
    this.orders = new Orders(record);
  }

  // -- draws

  /** So many things out of what the box still holds. */
  sample(purpose, source, size) {
    const [place, draw] = this.nextDraw(purpose);
    if (draw.from === undefined) {
      throw new Fault(place, `is a roll, but ${THE_RULES} draw from ${show(source)}`);
    }
    same(draw.from, source, at(place, "from"), THE_RULES);
    if (draw.value.length !== size) {
      throw new Fault(at(place, "value"), `is not of ${size} as by ${THE_RULES}`);
    }
    return [...draw.value];
  }

  roll(purpose, sides) {
    const [place, draw] = this.nextDraw(purpose);
    if (draw.sides === undefined) throw new Fault(place, `is no roll of a die as by ${THE_RULES}`);
    same(draw.sides, sides, at(place, "sides"), THE_RULES);
    return draw.value;
  }

  nextDraw(purpose) {
    if (this.taken === this.chance.length) {
      throw new Fault(this.place, `end before ${show(purpose)}, which is due by ${THE_RULES}`);
    }
    const place = at(this.place, this.taken);
    const draw = this.chance[this.taken];
    same(draw.purpose, purpose, at(place, "purpose"), THE_RULES);
    this.taken += 1;
    return [place, draw];
  }

  /** Nothing was drawn here that is not accounted for: on to what was drawn afterwards. */
  allDrawn() {
    this.nothingLeft();
    const goesOn = this.read < this.turns.length;
    this.chance = goesOn ? this.turns[this.read].chance : this.record.end.chance;
    this.place = goesOn ? `/turns/${this.read}/chance` : "/end/chance";
    this.taken = 0;
  }

  nothingLeft() {
    if (this.taken < this.chance.length) {
      throw new Fault(at(this.place, this.taken), `is not due by ${THE_RULES}`);
    }
  }

  // -- answers

  /**
   * What each of these seats plays. All that have a choice were asked at once; where no seat has one
   * there was no turn.
   *
   * `legal` says what they may, `fallback` what the clock plays for one, `follow` what comes of an order.
   */
  ask(heading, legal, fallback, follow) {
    const isFree = (seat) => legal.get(seat).length > 1;
    const seats = ascending(legal.keys()).filter(isFree);
    const only = [...legal].filter(([seat]) => !isFree(seat)).map(([seat, [way]]) => [seat, way]);
    if (seats.length === 0) return new Map(only);
    if (this.read === this.turns.length) {
      throw new Fault("/turns", `end before ${show(heading)}, which is due by ${THE_RULES}`);
    }
    this.nothingLeft();
    const turn = this.turns[this.read];
    const place = `/turns/${this.read}`;
    for (const [name, right] of Object.entries(heading)) {
      same(turn[name], right, at(place, name), THE_RULES);
    }
    same(turn.asked, seats, at(place, "asked"), THE_RULES);
    if (canonicalText(turn.actions.map((played) => played.seat)) !== canonicalText(seats)) {
      throw new Fault(at(place, "actions"), `are not those of the seats asked by ${THE_RULES}`);
    }
    for (const [number, played] of turn.actions.entries()) {
      this.judge(played, legal.get(played.seat), fallback, `${place}/actions/${number}`);
    }
    this.orders.check(turn, { fallback, follow });
    this.tell("turn_opened", { turn: turn.number });
    this.tell("turn_closed", { turn: turn.number });
    this.read += 1;
    this.allDrawn();
    return new Map([...only, ...turn.actions.map((played) => [played.seat, played.action])]);
  }

  judge(played, legal, fallback, place) {
    const action = canonicalText(played.action);
    if (legal.every((one) => canonicalText(one) !== action)) {
      throw new Fault(at(place, "action"), `${show(played.action)} is not legal by ${THE_RULES}`);
    }
    if (played.by === "clock" && canonicalText(fallback(played.seat)) !== action) {
      const right = `${show(fallback(played.seat))} is what the clock plays by ${THE_RULES}`;
      throw new Fault(at(place, "action"), `${show(played.action)} is said, but ${right}`);
    }
  }

  // -- what happens

  tell(kind, data) {
    this.told.push([kind, data]);
  }

  endStage(scores) {
    this.stages.push({ stage: this.stages.length + 1, scores });
  }

  /** Whether turns, stages, result and log are those that the rules lead to. */
  compare(kinds) {
    if (this.read < this.turns.length) {
      throw new Fault(`/turns/${this.read}`, `comes after the end by ${THE_RULES}`);
    }
    this.nothingLeft();
    same(this.record.stages, this.stages, "/stages", THE_RULES);
    const scores = this.record.seats.map((_, seat) => sum(this.stages.map((one) => one.scores[seat])));
    const best = Math.max(...scores);
    const winners = [...scores.keys()].filter((seat) => scores[seat] === best);
    same(this.record.result, { scores, winners }, "/result", THE_RULES);
    this.compareLog(["turn_opened", "turn_closed", ...kinds]);
  }

  compareLog(kinds) {
    let next = 0;
    for (const [number, event] of this.record.log.events.entries()) {
      if (!kinds.includes(event.type)) continue;
      const place = `/log/events/${number}`;
      const [kind, data] = this.told[next] ?? ["finished", {}];
      next += 1;
      same(event.type, kind, at(place, "type"), THE_RULES);
      // The rest of what is told of turns has been compared with the record.
      const ofTurn = kind === "turn_opened" || kind === "turn_closed";
      same(ofTurn ? { turn: event.data.turn } : event.data, data, at(place, "data"), THE_RULES);
    }
    if (next < this.told.length) {
      const [kind] = this.told[next];
      throw new Fault("/log/events", `do not tell of a last ${show(kind)} as by ${THE_RULES}`);
    }
  }
}
