/** High Tide: the course of a game. */

import { at, same } from "../../faults.mjs";
import { Adviser } from "./advice.mjs";
import {
  Beach,
  BEACHES,
  COIN_SPACES,
  Die,
  FACES,
  HIGH_TIDE_TELLS,
  LAST_ROUND,
  Pair,
  PASS,
  REROLLS,
  SIDES,
  TILES,
  Track,
} from "./board.mjs";
import { range, ranked, remove, sum } from "../../lists.mjs";
import { DEALT, Tape } from "../../tape.mjs";

/** A game of High Tide played again, with whichever expansions. */
export class HighTide {
  constructor(record) {
    this.tape = new Tape(record);
    this.options = record.options;
    this.expansions = this.options.expansions;
    this.seats = record.seats.length;
    this.places = this.seats <= 4 ? [4, 2] : [4, 2, 1];
    this.beaches = new Map(
      BEACHES.map((name) => [name, new Beach(this.options.beach_length, this.seats)]),
    );
    /** The coins of each seat: values by colour. */
    this.owned = range(0, this.seats).map(() => new Map());
    /** Coins that a seat's chair has come to: seat, beach, spaces. */
    this.offers = [];
    this.round = 0;
    this.place = 1;
    this.track = new Track(0, 0);
    this.bag = [];
    this.draws = 0;
    this.rolls = 0;
    this.alert = null;
    this.sharks = [...this.options.shark_distances];
    this.stack = [...TILES];
    this.faceUp = null;
    /** Baywatch tiles and the seats that hold them. */
    this.held = new Map();
    /** Their total, and the seat that they lie before. */
    this.openDice = null;
    this.surfers = null;
    this.hidesSurfers = Object.hasOwn(this.options, "surfers");
    /** The pair before the player whose turn it is. */
    this.pair = null;
    this.setUp(record.setup);
  }

  setUp(said) {
    this.pile = this.tape.sample("start order", range(0, this.seats), this.seats);
    let coins = null;
    if (this.expansions.includes("coins")) {
      const values = this.options.coin_values;
      coins = BEACHES.map((name) => this.tape.sample(`${name} coins`, values, COIN_SPACES));
      for (const [number, row] of coins.entries()) {
        const bySpace = row.map((value, place) => [place + 1, value]);
        this.beaches.get(BEACHES[number]).coins = new Map(bySpace);
      }
    }
    if (this.expansions.includes("surfer")) {
      this.surfers = this.tape.sample("surfer tiles", BEACHES, this.seats);
    }
    if (this.expansions.includes("baywatch")) this.revealTile();
    const laid = {
      start_order: this.pile,
      coins,
      surfers: this.surfers,
      baywatch_tile: this.faceUp,
    };
    for (const [name, right] of Object.entries(laid)) {
      same(said[name], right, at("/setup", name), DEALT);
    }
    this.tape.allDrawn();
  }

  play() {
    let over = false;
    while (!over) {
      this.round += 1;
      over = this.playRound();
    }
    this.tape.compare(HIGH_TIDE_TELLS);
  }

  tell(kind, data) {
    this.tape.tell(kind, { round: this.round, ...data });
  }

  ask(decision, legal) {
    const heading = { stage: this.round, round: this.round, place: this.place, decision };
    const adviser = (seat) => new Adviser(this, decision, seat, legal.get(seat));
    const fallback = (seat) => adviser(seat).fallback();
    return this.tape.ask(heading, legal, fallback, (seat, order) => adviser(seat).follow(order));
  }

  /** What the seat plays. */
  decide(seat, decision, legal) {
    return this.ask(decision, new Map([[seat, legal]])).get(seat);
  }

  // -- rounds

  /** Play one round; whether the game is over with it. */
  playRound() {
    this.track = new Track(this.seats + 1, this.options.rental_start);
    const dice = this.seats <= 4 ? 2 : 3;
    this.bag = BEACHES.flatMap((name) => range(0, dice).map(() => name));
    this.draws = 0;
    this.rolls = 0;
    this.openDice = null;
    if (this.expansions.includes("shark_alert")) {
      const others = BEACHES.filter((name) => name !== this.alert);
      [this.alert] = this.tape.sample(`round ${this.round} alert`, others, 1);
    }
    this.tell("round_began", { order: [...this.pile], alert: this.alert });
    for (const place of range(1, this.seats + 1)) {
      this.place = place;
      this.interrupts();
      if (place > 1) this.track.nextGo();
      this.tell("go_began", { place, seat: this.pile[0], rental: this.track.rental });
      this.playGo(this.pile[0]);
    }
    return this.endRound();
  }

  endRound() {
    if (this.track.pairs.length === 0) {
      const pair = this.drawPair();
      this.tell("last_pair_rolled", { space: this.track.put(pair), pair: pair.shown });
    }
    if (this.alert !== null) this.sharkComes(this.alert);
    const last = this.track.spaces[this.track.pairs[0] - 1];
    this.waveComes(last.left.colour, "large");
    this.waveComes(last.right.colour, "small");
    const flood = [...this.beaches.values()].some((beach) => beach.flooded.length > 0);
    const over = flood || this.round === LAST_ROUND;
    const point = this.awardOpenDice(over);
    if (over) {
      if (this.hidesSurfers) this.tell("surfers_revealed", { surfers: this.surfers });
      const scores = this.points(point);
      this.tell("game_ended", { ended_by: flood ? "flood" : "last_round", scores });
      this.tape.endStage(scores);
      return true;
    }
    this.tape.endStage(range(0, this.seats).map(() => 0));
    this.pile = this.track.towels.reverse();
    return false;
  }

  /** The foremost chair on sand, the leftmost of its space, flees from the water. */
  sharkComes(alert) {
    const [distance] = this.tape.sample(`round ${this.round} shark`, [...this.sharks], 1);
    remove(this.sharks, distance);
    const beach = this.beaches.get(alert);
    let [seat, start, end] = [null, null, null];
    if (beach.ranking.length > 0) {
      start = beach.space[beach.ranking[0]];
      seat = beach.order.find((one) => beach.space[one] === start);
      beach.move(seat, -distance);
      end = beach.space[seat];
    }
    this.tell("shark_came", { beach: alert, distance, seat, start, end });
  }

  waveComes(colour, size) {
    const beach = this.beaches.get(colour);
    beach.flood(this.options[`${size}_wave`]);
    const water = beach.dry + 1;
    this.tell("wave_laid", { beach: colour, size, water, flooded: beach.flooded });
  }

  /** Who has the open dice gains the tile that lies face up, or at the end a point. */
  awardOpenDice(over) {
    if (this.openDice === null) return null;
    const { seat } = this.openDice;
    if (over) {
      this.tell("point_gained", { seat, points: 1 });
      return seat;
    }
    const gained = this.faceUp;
    this.held.set(gained, seat);
    this.revealTile();
    this.tell("tile_gained", { seat, tile: gained, next: this.faceUp });
    return null;
  }

  revealTile() {
    const number = TILES.length - this.stack.length + 1;
    [this.faceUp] = this.tape.sample(`baywatch tile ${number}`, [...this.stack], 1);
    remove(this.stack, this.faceUp);
  }

  // -- a go

  playGo(seat) {
    const pair = this.settlePair(seat);
    if (this.expansions.includes("baywatch")) {
      this.useTiles(seat, pair);
      if (this.openDice === null || pair.total <= this.openDice.total) {
        this.openDice = { total: pair.total, seat };
        this.tell("open_dice", { seat, pair: pair.shown });
      }
    }
    for (const [colour, ...steps] of pair.moves) this.moveChair(seat, colour, ...steps);
    this.takeCoins();
    this.pair = null;
    remove(this.pile, seat);
    this.tell("towel_placed", { seat, space: this.track.put(seat) });
  }

  /** Roll or take, accept or decline, re-roll: the pair before tiles change what it does. */
  settlePair(seat) {
    for (;;) {
      const ways = this.track.free > 0 ? [{ type: "roll" }] : [];
      ways.push(...this.track.pairs.map((space) => ({ type: "take", space })));
      if (this.track.rental !== null) ways.push(...this.tile(seat, "B1"));
      const answer = this.decide(seat, "choose", ways);
      if (answer.type === "roll") return this.rollPair(seat);
      if (answer.type === "take") return this.takePair(seat, answer.space);
      this.spend(seat, answer);
      this.track.pushRental();
      this.track.rests = true;
    }
  }

  rollPair(seat) {
    for (;;) {
      const pair = this.drawPair();
      this.pair = pair;
      this.tell("rolled", { seat, pair: pair.shown });
      const ways = [{ type: "accept" }];
      if (this.track.free > 1) ways.push({ type: "decline" });
      for (const space of this.track.pairs) ways.push(...this.tile(seat, "B8", { space }));
      const answer = this.decide(seat, "accept", ways);
      if (answer.type === "accept") return pair;
      if (answer.type === "tile") this.spend(seat, answer);
      this.tell("declined", { seat, space: this.track.put(pair), pair: pair.shown });
      if (answer.type === "tile") return this.takePair(seat, answer.space);
    }
  }

  takePair(seat, space) {
    const pair = this.track.take(space);
    this.pair = pair;
    this.tell("taken", { seat, space, pair: pair.shown });
    const ways = (REROLLS[space] ?? [[]]).map((dice) => ({ type: "reroll", dice }));
    this.reroll(seat, pair, this.decide(seat, "reroll", ways).dice);
    return pair;
  }

  reroll(seat, pair, dice) {
    for (const side of dice) pair[side].face = this.rollDie();
    if (dice.length > 0) this.tell("rerolled", { seat, dice, pair: pair.shown });
  }

  /** Two dice from the bag, rolled. */
  drawPair() {
    this.draws += 1;
    const colours = this.tape.sample(`round ${this.round} draw ${this.draws}`, [...this.bag], 2);
    for (const colour of colours) remove(this.bag, colour);
    const [one, other] = colours.map((colour) => new Die(colour, this.rollDie()));
    return new Pair(one, other);
  }

  rollDie() {
    this.rolls += 1;
    return this.tape.roll(`round ${this.round} roll ${this.rolls}`, FACES);
  }

  // -- chairs and coins

  moveChair(seat, colour, ...steps) {
    const beach = this.beaches.get(colour);
    const coins = this.owned[seat].has(colour) ? [] : beach.coinsOnTheWay(seat, steps);
    const start = beach.space[seat];
    if (beach.move(seat, sum(steps))) {
      const end = beach.space[seat];
      this.tell("chair_moved", { seat, beach: colour, start, end, in_water: beach.swims(seat) });
    }
    if (coins.length > 0) this.offers.push([seat, colour, coins]);
  }

  /** Ask for each coin that a chair has come to whether it is taken. */
  takeCoins() {
    while (this.offers.length > 0) {
      const [seat, beach, spaces] = this.offers.shift();
      const ways = spaces.map((space) => ({ type: "coin", beach, space }));
      const answer = this.decide(seat, "coin", [...ways, PASS]);
      if (answer.type === "pass") continue;
      const { space } = answer;
      const { coins } = this.beaches.get(beach);
      const value = coins.get(space);
      coins.delete(space);
      this.owned[seat].set(beach, value);
      this.tell("coin_taken", { seat, beach, space, value });
    }
  }

  // -- Baywatch

  /** The use of a tile, if the seat holds it. */
  tile(seat, tile, how = {}) {
    return this.held.get(tile) === seat ? [{ type: "tile", tile, ...how }] : [];
  }

  spend(seat, use) {
    this.held.delete(use.tile);
    this.tell("tile_used", { seat, action: use });
  }

  /** B2 and B3 before a go, until nobody holds one that she has not passed on. */
  interrupts() {
    const passed = new Set();
    for (;;) {
      const legal = new Map();
      for (const seat of range(0, this.seats)) {
        const uses = this.pile.slice(1).includes(seat) ? this.tile(seat, "B2") : [];
        if (this.place === 1) {
          for (const beach of BEACHES) {
            uses.push(...this.tile(seat, "B3", { beach, steps: 1 }));
            uses.push(...this.tile(seat, "B3", { beach, steps: 2 }));
          }
        }
        if (uses.length > 0 && !passed.has(seat)) legal.set(seat, [PASS, ...uses]);
      }
      if (legal.size === 0) return;
      // Actions stand in the order of the seats.
      for (const [seat, answer] of this.ask("interrupt", legal)) {
        if (answer.type === "pass") {
          passed.add(seat);
          continue;
        }
        this.spend(seat, answer);
        if (answer.tile === "B2") {
          remove(this.pile, seat);
          this.pile.unshift(seat);
        } else {
          this.moveChair(seat, answer.beach, answer.steps);
        }
      }
      this.takeCoins();
    }
  }

  /** B4 to B7 and B9, until she uses no more. */
  useTiles(seat, pair) {
    for (;;) {
      const answer = this.decide(seat, "tiles", [{ type: "move" }, ...this.waysWithDice(seat, pair)]);
      if (answer.type === "move") return;
      this.spend(seat, answer);
      switch (answer.tile) {
        case "B4":
          this.moveChair(seat, answer.beach, pair[answer.die].number);
          this.takeCoins();
          break;
        case "B5":
          this.reroll(seat, pair, [answer.die]);
          break;
        default:
          pair.changeBy(answer);
      }
    }
  }

  /** All uses of B4 to B7 and B9 that would change something. */
  waysWithDice(seat, pair) {
    const ashore = BEACHES.filter((name) => !this.beaches.get(name).swims(seat));
    const ways = [];
    for (const die of SIDES) {
      for (const beach of ashore) ways.push(...this.tile(seat, "B4", { die, beach }));
      ways.push(...this.tile(seat, "B5", { die }));
      for (const colour of BEACHES) {
        if (colour !== pair[die].beach) ways.push(...this.tile(seat, "B7", { die, colour }));
      }
      if (ashore.includes(pair[die].beach)) ways.push(...this.tile(seat, "B9", { die }));
    }
    const isFace = (number) => number >= 1 && number <= FACES;
    for (const left of [-1, 0, 1]) {
      for (const right of [-1, 0, 1]) {
        const within = isFace(pair.left.face + left) && isFace(pair.right.face + right);
        if (within && (left !== 0 || right !== 0)) ways.push(...this.tile(seat, "B6", { left, right }));
      }
    }
    return ways;
  }

  // -- the end

  /** By seat, for beaches, coins and the open dice; of surfer tiles those that the viewer, a seat, can see. */
  points(point, beaches = this.beaches, viewer = null) {
    const points = range(0, this.seats).map(() => 0);
    for (const [name, beach] of beaches) {
      const surfer = this.surferOn(name, viewer);
      for (const [seat, worth] of beach.points(this.places, surfer)) points[seat] += worth;
    }
    const rich = range(0, this.seats).filter((seat) => this.owned[seat].size > 0);
    rich.sort((one, other) => ranked(this.wealth(other), this.wealth(one)));
    for (const [place, seat] of rich.slice(0, this.places.length).entries()) {
      points[seat] += this.places[place];
    }
    if (point !== null) points[point] += 1;
    return points;
  }

  /** The seat that surfs on a beach, unless the viewer cannot see its tile. */
  surferOn(name, viewer) {
    if (this.surfers === null || !this.surfers.includes(name)) return null;
    const seat = this.surfers.indexOf(name);
    const isHidden = this.hidesSurfers && viewer !== null && viewer !== seat;
    return isHidden ? null : seat;
  }

  /** By this collectors are ranked: the total, then each coin in the order of the beaches. */
  wealth(seat) {
    const coins = this.owned[seat];
    return [sum([...coins.values()]), ...BEACHES.map((name) => coins.get(name) ?? 0)];
  }
}
