/** High Tide: the fallback, and what standing orders play. */

import { holds, NOT_MET } from "../../fields.mjs";
import { BEACHES, FACES, PASS, SIDES } from "./board.mjs";
import { range, ranked, sum } from "../../lists.mjs";
import { canonicalText } from "../../values.mjs";

/** In which decision each tile can be used. */
const USED_IN = {
  B1: "choose",
  B2: "interrupt",
  B3: "interrupt",
  B4: "tiles",
  B5: "tiles",
  B6: "tiles",
  B7: "tiles",
  B8: "accept",
  B9: "tiles",
};

/** What time plays for a seat, and what its order says, to a question as things stand. */
export class Adviser {
  constructor(game, decision, seat, legal) {
    this.game = game;
    this.decision = decision;
    this.seat = seat;
    this.legal = legal;
  }

  /** All that may be answered with an action of this type. */
  ways(kind) {
    return this.legal.filter((action) => action.type === kind);
  }

  /** What the clock plays: a dry move, no tile, the best coin. */
  fallback() {
    const { pair } = this.game;
    switch (this.decision) {
      case "coin":
        return best(this.ways("coin"), (coin) => [this.valueOf(coin)]);
      case "choose":
        return this.dryPair() ?? this.legal[0];
      case "accept": {
        const [decline] = this.ways("decline");
        return decline !== undefined && this.drowns(pair) ? decline : { type: "accept" };
      }
      case "reroll":
        return this.wetDice(pair);
      case "tiles":
        return { type: "move" };
      default:
        return PASS;
    }
  }

  valueOf({ beach, space }) {
    return this.game.beaches.get(beach).coins.get(space);
  }

  /** The best pair on the track that keeps all chairs dry, if it gains something or she cannot roll. */
  dryPair() {
    const { track } = this.game;
    const dry = this.ways("take").filter(({ space }) => !this.drowns(track.spaces[space - 1]));
    if (dry.length === 0) return null;
    const found = best(dry, (take) => [this.worth(take).points]);
    const gains = this.worth(found).points > this.worth(PASS).points;
    return gains || this.ways("roll").length === 0 ? found : null;
  }

  /** Only dice that would carry a chair into the water are re-rolled. */
  wetDice(pair) {
    const none = { type: "reroll", dice: [] };
    if (!this.drowns(pair)) return none;
    const wet = SIDES.filter((side) => this.entersWater(pair[side].colour, pair[side].face));
    for (const dice of [wet, wet.slice(0, 1), SIDES.slice(0, 1)]) {
      const isThis = (way) => canonicalText(way.dice) === canonicalText(dice);
      if (dice.length > 0 && this.legal.some(isThis)) return { type: "reroll", dice };
    }
    return none;
  }

  // -- standing orders

  /** What an order answers: part after part, the first entry that fits. */
  follow(order) {
    const skipped = [];
    for (const tried of this.tries(order)) {
      if (tried.pointer === undefined) return { action: tried, skipped };
      skipped.push(tried);
    }
    return { action: null, skipped };
  }

  /** Entries that fall through, up to an answer if there is one. */
  *tries(order) {
    switch (this.decision) {
      case "coin":
        yield* this.tryCoins(order.coins);
        return;
      case "choose":
        yield* this.tryTiles(order.tiles);
        yield* this.tryTake(order.take);
        return;
      case "accept":
        // B8 is not spent on a roll that is wanted, but comes before a new roll.
        yield* this.tryAccept(order.accept);
        yield* this.tryTiles(order.tiles);
        yield* this.tryDecline(order.accept);
        return;
      case "reroll":
        yield* this.tryReroll(order.reroll);
        return;
      default:
        yield* this.tryTiles(order.tiles);
    }
  }

  *tryTake(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      const pointer = `/take/${place}`;
      if (wish === "roll") {
        yield this.ways("roll")[0] ??
          skip(pointer, "not_on_offer");
        continue;
      }
      const { spaces } = this.game.track;
      const fitting = this.ways("take").filter(({ space }) => this.fits(wish, spaces[space - 1]));
      // Of equal pairs the topmost, which can be re-rolled most freely.
      if (fitting.length > 0) yield best(fitting, (take) => this.rank(take));
      yield skip(pointer, NOT_MET);
    }
  }

  *tryAccept(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      if (this.fits(wish, this.game.pair)) yield { type: "accept" };
      yield skip(`/accept/${place}`, NOT_MET);
    }
  }

  *tryDecline(wishes) {
    if (wishes === undefined) return;
    yield this.ways("decline")[0] ??
      skip("/accept", "must_accept");
  }

  *tryReroll(wishes) {
    if (wishes === undefined) return;
    const most = Math.max(...this.legal.map((way) => way.dice.length));
    const chosen = [];
    for (const [place, wish] of wishes.entries()) {
      if (chosen.length >= most) break;
      // The right die, which is never the higher one, before the left one.
      const fitting = [...SIDES].reverse().filter((side) => this.fitsDie(wish, side));
      if (fitting.length === 0) yield skip(`/reroll/${place}`, NOT_MET);
      chosen.push(...fitting.filter((side) => !chosen.includes(side)));
    }
    const rerolled = chosen.slice(0, most);
    yield { type: "reroll", dice: SIDES.filter((side) => rerolled.includes(side)) };
  }

  *tryCoins(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      if (wish === "pass") {
        yield PASS;
        return;
      }
      const { beaches, value } = wish;
      const wanted = (coin) => beaches === undefined || beaches.includes(coin.beach);
      const fitting = this.ways("coin").filter((one) => wanted(one) && holds(value, this.valueOf(one)));
      if (fitting.length > 0) yield best(fitting, (coin) => [this.valueOf(coin)]);
      yield skip(`/coins/${place}`, NOT_MET);
    }
  }

  /** Tiles of other decisions are passed over without a word. */
  *tryTiles(wishes = []) {
    for (const [place, wish] of wishes.entries()) {
      if (USED_IN[wish.tile] === this.decision) yield this.use(wish, `/tiles/${place}`);
    }
  }

  /** The best way of using the tile, if it can be used and gains what it must. */
  use({ tile, gain }, pointer) {
    if (this.game.held.get(tile) !== this.seat) {
      return skip(pointer, "tile_not_held");
    }
    const ways = this.legal.filter((action) => action.tile === tile);
    if (ways.length === 0) return skip(pointer, "not_on_offer");
    const found = best(ways, (use) => this.rank(use));
    const enough = gain === undefined ? -Infinity : gain * FACES;
    if (this.worth(found).points - this.worth(PASS).points < enough) {
      return skip(pointer, NOT_MET);
    }
    return found;
  }

  /** Whether a pair is as it is wished for; what is left open fits anything. */
  fits({ total, beaches, avoid = [], dry }, pair) {
    const colours = [pair.left.colour, pair.right.colour];
    const within = (some) => colours.some((colour) => some.includes(colour));
    return (
      holds(total, pair.total) &&
      (beaches === undefined || within(beaches)) &&
      !within(avoid) &&
      (dry === undefined || dry === !this.drowns(pair))
    );
  }

  fitsDie({ face, beaches, dry }, side) {
    const { pair } = this.game;
    const die = pair[side];
    // Two dice of one colour move their chair together.
    const steps = stepsOf(pair).get(die.colour);
    return (
      holds(face, die.face) &&
      (beaches === undefined || beaches.includes(die.colour)) &&
      (dry === undefined || dry === !this.entersWater(die.colour, steps))
    );
  }

  // -- what an answer would be worth

  /** Whether a pair carries a chair of the seat into water where it is worth nothing. */
  drowns(pair) {
    return [...stepsOf(pair)].some(([colour, steps]) => this.entersWater(colour, steps));
  }

  entersWater(colour, steps) {
    const beach = this.game.beaches.get(colour);
    if (beach.swims(this.seat) || this.surfs(colour)) return false;
    return beach.goal(this.seat, steps) > beach.dry;
  }

  surfs(colour) {
    const { surfers } = this.game;
    return surfers !== null && surfers[this.seat] === colour;
  }

  /** Of two answers the drier one is worth more, then the one with more points. */
  rank(action) {
    const { dry, points } = this.worth(action);
    return [dry, points];
  }

  /**
   * What taking a pair, using a tile or moving without one is worth if the game ended with it.
   *
   * `dry` and `points` are sums over what the six faces of a die that is re-rolled make of it: so often no
   * chair of the seat is carried into water where it is worth nothing, and so many points it would have.
   */
  worth(action) {
    const { game, seat } = this;
    let [dry, points] = [0, 0];
    for (const face of range(1, FACES + 1)) {
      const beaches = new Map([...game.beaches].map(([name, beach]) => [name, beach.copy()]));
      this.carryOut(action, beaches, face);
      const drowned = (name) =>
        beaches.get(name).swims(seat) && !game.beaches.get(name).swims(seat) && !this.surfs(name);
      dry += BEACHES.some(drowned) ? 0 : 1;
      points += game.points(null, beaches, seat)[seat];
    }
    return { dry, points };
  }

  /** Move the chairs of these beaches as the answer and the dice then before the player do. */
  carryOut(action, beaches, face) {
    const { game } = this;
    const { spaces } = game.track;
    const fresh = action.type === "take" || action.tile === "B8";
    const taken = fresh ? spaces[action.space - 1] : game.pair;
    // Whatever a tile makes of dice, it makes of copies.
    const pair = taken?.copy();
    switch (action.tile) {
      case "B3":
        beaches.get(action.beach).move(this.seat, action.steps);
        break;
      case "B4":
        beaches.get(action.beach).move(this.seat, pair[action.die].number);
        break;
      case "B5":
        pair[action.die].face = face;
        break;
      default:
        if (pair !== undefined) pair.changeBy(action);
    }
    if (pair === undefined) return;
    for (const [colour, ...steps] of pair.moves) beaches.get(colour).move(game.pile[0], sum(steps));
  }
}

function skip(pointer, code) {
  return { pointer, code };
}

/** The first of the items whose rank, a list of numbers, is highest. */
function best(items, rank) {
  return items.reduce((found, item) => (ranked(rank(item), rank(found)) > 0 ? item : found));
}

/** How far a pair, as it fell, moves chairs, by beach. */
function stepsOf({ left, right, total }) {
  if (left.colour === right.colour) return new Map([[left.colour, total]]);
  return new Map([left, right].map((die) => [die.colour, die.face]));
}
