/** High Tide: beaches, dice and the track. */

import { ascending, range, remove, sum } from "../../lists.mjs";
import { isWhole } from "../../values.mjs";

export const BEACHES = ["black", "purple", "blue", "orange", "yellow", "white"];
export const TILES = range(1, 10).map((number) => `B${number}`);
export const SIDES = ["left", "right"];
const BAR = 0;
export const FACES = 6;
export const COIN_SPACES = 8;
export const LAST_ROUND = 6;
export const PASS = { type: "pass" };
/** Which dice of a pair may be re-rolled, by the space that it was taken from; lower down, none. */
export const REROLLS = { 1: [[], ["left"], ["right"], ["left", "right"]], 2: [[], ["left"], ["right"]] };
export const HIGH_TIDE_TELLS = [
  "round_began",
  "go_began",
  "rolled",
  "declined",
  "taken",
  "rerolled",
  "tile_used",
  "open_dice",
  "chair_moved",
  "coin_taken",
  "towel_placed",
  "last_pair_rolled",
  "shark_came",
  "wave_laid",
  "tile_gained",
  "point_gained",
  "surfers_revealed",
  "game_ended",
];

/** One beach. Chairs stand in `order` as they came to their spaces, the last one rightmost. */
export class Beach {
  constructor(length, seats) {
    this.dry = length;
    this.space = range(0, seats).map(() => BAR);
    this.order = range(0, seats);
    /** Values by space. */
    this.coins = new Map();
  }

  /** The same chairs on another beach, where they may move. Its coins do not matter. */
  copy() {
    const beach = new Beach(this.dry, this.space.length);
    beach.space = [...this.space];
    beach.order = [...this.order];
    return beach;
  }

  swims(seat) {
    return this.space[seat] > this.dry;
  }

  get flooded() {
    return this.order.filter((seat) => this.swims(seat));
  }

  /** The seats on sand, nearest to the water first, of one space the rightmost first. */
  get ranking() {
    const onSand = (seat) => this.space[seat] > BAR && this.space[seat] <= this.dry;
    const sand = [...this.order].reverse().filter(onSand);
    return sand.sort((one, other) => this.space[other] - this.space[one]);
  }

  /** Where so many steps lead, those below 0 away from the water; out of it none do. */
  goal(seat, steps) {
    const start = this.space[seat];
    return start > this.dry ? start : Math.max(BAR, Math.min(start + steps, this.dry + 1));
  }

  /** Whether the chair has left its space. */
  move(seat, steps) {
    const goal = this.goal(seat, steps);
    if (goal === this.space[seat]) return false;
    this.space[seat] = goal;
    remove(this.order, seat);
    this.order.push(seat);
    return true;
  }

  /** Spaces with coins where these steps, in either order, bring the chair to. */
  coinsOnTheWay(seat, steps) {
    const stops = new Set([sum(steps), ...steps].map((one) => this.goal(seat, one)));
    return ascending(stops).filter((stop) => this.coins.has(stop) && stop !== this.space[seat]);
  }

  flood(length) {
    this.dry = Math.max(BAR, this.dry - length);
    this.coins = new Map([...this.coins].filter(([space]) => space <= this.dry));
  }

  /** Points by seat; `surfer` is the seat whose surfer tile shows this beach. */
  points(places, surfer) {
    const atBar = this.order.filter((seat) => this.space[seat] === BAR);
    const worth = new Map(atBar.map((seat) => [seat, 1]));
    if (worth.has(surfer)) worth.set(surfer, 2);
    const left = [...places];
    if (surfer !== null && this.swims(surfer)) {
      worth.set(surfer, 6);
      left.shift();
    }
    const ranked = this.ranking.filter((seat) => seat !== surfer);
    for (const seat of ranked.slice(0, left.length)) worth.set(seat, left.shift());
    return worth;
  }
}

/** A die: `beach` is the one that it counts for, `change` and `back` are what B6 and B9 made of it. */
export class Die {
  constructor(colour, face) {
    this.colour = colour;
    this.face = face;
    this.beach = colour;
    this.change = 0;
    this.back = false;
  }

  get number() {
    return Math.min(Math.max(this.face + this.change, 1), FACES);
  }

  get steps() {
    return this.back ? -this.number : this.number;
  }

  get shown() {
    return { colour: this.colour, face: this.face };
  }
}

/** Two dice side by side: the higher one left, equal ones in the order of the beaches. */
export class Pair {
  constructor(one, other) {
    const place = (die) => BEACHES.indexOf(die.colour);
    [this.left, this.right] = [one, other].sort(
      (first, second) => second.face - first.face || place(first) - place(second),
    );
  }

  get total() {
    return this.left.face + this.right.face;
  }

  get shown() {
    return { left: this.left.shown, right: this.right.shown };
  }

  /** By beach the steps of its chair: those of two dice for one beach are one move. */
  get moves() {
    const { left, right } = this;
    if (left.beach === right.beach) return [[left.beach, left.steps, right.steps]];
    return [left, right].map((die) => [die.beach, die.steps]);
  }

  /** The same pair once more, each die on its side. */
  copy() {
    const again = (die) => Object.assign(new Die(die.colour, die.face), die);
    return Object.assign(Object.create(Pair.prototype), {
      left: again(this.left),
      right: again(this.right),
    });
  }

  /** What B6, B7 and B9 make of dice. */
  changeBy({ tile, left, right, die, colour }) {
    if (tile === "B6") {
      this.left.change = left;
      this.right.change = right;
    }
    if (tile === "B7") this[die].beach = colour;
    if (tile === "B9") this[die].back = true;
  }
}

/** The dice track: a towel (the number of its seat), a pair or nothing on each space. */
export class Track {
  constructor(length, rental) {
    this.spaces = range(0, length).map(() => null);
    this.rental = rental <= length ? rental : null;
    /** The rental does not move before the next go (B1). */
    this.rests = false;
  }

  /** The spaces, which count from 1, that pairs lie on. */
  get pairs() {
    return range(1, this.spaces.length + 1).filter((space) => this.spaces[space - 1] instanceof Pair);
  }

  get towels() {
    return this.spaces.filter(isWhole);
  }

  /** How many free spaces lie above the rental. */
  get free() {
    const available = this.rental === null ? this.spaces.length : this.rental - 1;
    return this.spaces.slice(0, available).filter((lies) => lies === null).length;
  }

  /** Lay a towel or a pair on the topmost free space, and say which that is. */
  put(what) {
    const place = this.spaces.indexOf(null);
    this.spaces[place] = what;
    return place + 1;
  }

  take(space) {
    const pair = this.spaces[space - 1];
    this.spaces[space - 1] = null;
    return pair;
  }

  pushRental() {
    if (this.rental !== null) this.rental = this.rental < this.spaces.length ? this.rental + 1 : null;
  }

  nextGo() {
    if (!this.rests) this.pushRental();
    this.rests = false;
  }
}
