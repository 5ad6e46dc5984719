/** Turn the Tide: its forms and its rules. */

import { Fault, same, show } from "../faults.mjs";
import { bounds, holds, NOT_MET } from "../fields.mjs";
import { array, members, oneOf, someMembers, whole } from "../forms.mjs";
import { ascending, range, remove, sum } from "../lists.mjs";
import { DEALT, Tape } from "../tape.mjs";

const TIDE_BOUNDS = bounds(1, 12);
const CARD_WISH = someMembers(
  { card: whole(1, 60), when: someMembers({ lower_tide: TIDE_BOUNDS, higher_tide: TIDE_BOUNDS }) },
  ["card"],
);

export const TURN_THE_TIDE = {
  version: 1,
  seats: [3, 6],
  variant: (options) => options.edition,
  options: members({ edition: oneOf("amigo", "gamewright", "bga", "bga_modified") }),
  bots: ["random", "careful", "strong", "expert"],
  setup: { hands: array(array(whole(1, 60))) },
  heading: { stage: whole(1), round: whole(1), tides: array(whole(1)) },
  order: () => members({ plays: array(CARD_WISH, 1, 60) }),
  sittingBegins: ["tides_revealed"],
};

/** By edition, whether the next highest pays too after an elimination. */
const CASCADE = { amigo: true, gamewright: false, bga: true, bga_modified: false };
const MOST_SEATS = { amigo: 5, gamewright: 5, bga: 6, bga_modified: 6 };
/** Half life preservers on each of the cards 1-12, 13-24, 25-36, 37-48 and 49-60. */
const HALVES = [0, 1, 2, 1, 0];
const WEATHER_CARDS = 60;
/** With so many players left, a stage is over at once. */
const STAGE_ENDS_AT = 2;
const TURN_THE_TIDE_TELLS = [
  "stage_began",
  "tides_revealed",
  "cards_revealed",
  "tides_taken",
  "preserver_lost",
  "eliminated",
  "stage_ended",
];

/** What a hand is worth: the sum printed on it, rounded down. */
function preservers(hand) {
  return Math.floor(sum(hand.map((card) => HALVES[Math.floor((card - 1) / 12)])) / 2);
}

/** A game of Turn the Tide played again. Everything is listed by seat. */
export class TurnTheTide {
  constructor(record) {
    this.tape = new Tape(record);
    const { edition } = record.options;
    this.seats = record.seats.length;
    if (this.seats > MOST_SEATS[edition]) {
      throw new Fault("/options/edition", `${show(edition)} is not for ${this.seats} as in /seats`);
    }
    this.cascade = CASCADE[edition];
    this.rounds = this.seats === 6 ? 10 : 12;
    const deck = this.tape.sample("deal", range(1, WEATHER_CARDS + 1), WEATHER_CARDS);
    this.dealt = range(0, this.seats).map((seat) =>
      ascending(deck.slice(seat * this.rounds, (seat + 1) * this.rounds)),
    );
    same(record.setup.hands, this.dealt, "/setup/hands", DEALT);
    this.tape.allDrawn();
  }

  play() {
    for (const stage of range(1, this.seats + 1)) this.playStage(stage);
    this.tape.compare(TURN_THE_TIDE_TELLS);
  }

  playStage(stage) {
    this.hands = range(0, this.seats).map((seat) => [...this.dealt[this.dealtTo(seat, stage)]]);
    this.left = this.hands.map(preservers);
    this.level = this.hands.map(() => 0);
    this.inside = range(0, this.seats);
    this.tape.tell("stage_began", { stage, preservers: [...this.left] });
    const box = range(1, this.rounds + 1).flatMap((tide) => [tide, tide]);
    for (const round of range(1, this.rounds + 1)) {
      this.playRound({ stage, round }, box);
      if (this.inside.length <= STAGE_ENDS_AT) break;
    }
    this.score(stage);
  }

  /** Whose hand the seat plays in a stage: each has gone to the left as often as stages are over. */
  dealtTo(seat, stage) {
    return (seat - stage + 1 + this.seats) % this.seats;
  }

  playRound(where, box) {
    const purpose = `stage ${where.stage} round ${where.round} tides`;
    const tides = this.tape.sample(purpose, [...box], 2);
    for (const tide of tides) remove(box, tide);
    this.tape.tell("tides_revealed", { ...where, tides });
    const plays = (seat) => this.hands[seat].map((card) => ({ type: "play", card }));
    const legal = new Map(this.inside.map((seat) => [seat, plays(seat)]));
    const fallback = (seat) => ({ type: "play", card: this.lowestOrHighest(seat, tides) });
    const follow = (seat, order) => this.follow(seat, order, where.stage, tides);
    const answers = this.tape.ask({ ...where, tides }, legal, fallback, follow);
    const cards = this.inside.map((seat) => ({ seat, card: answers.get(seat).card }));
    for (const { seat, card } of cards) remove(this.hands[seat], card);
    this.tape.tell("cards_revealed", { ...where, cards });
    const [first, second] = [...cards].sort((one, other) => other.card - one.card);
    this.level[first.seat] = Math.min(...tides);
    this.level[second.seat] = Math.max(...tides);
    const taken = [first, second].map(({ seat }) => ({ seat, tide: this.level[seat] }));
    this.tape.tell("tides_taken", { ...where, taken });
    this.pay(where);
  }

  /** The lowest card, but who shows the highest tide and could take a lower one plays her highest. */
  lowestOrHighest(seat, tides) {
    const level = this.level[seat];
    const inDanger = level === Math.max(...this.level);
    return this.hands[seat].at(inDanger && Math.min(...tides) < level ? -1 : 0);
  }

  /** The first card of an order that is in the hand and fits the tides. */
  follow(seat, { plays }, stage, tides) {
    const skipped = [];
    for (const [place, { card, when = {} }] of plays.entries()) {
      let code = NOT_MET;
      if (!this.dealt[this.dealtTo(seat, stage)].includes(card)) code = "not_your_card";
      else if (!this.hands[seat].includes(card)) code = "card_not_in_hand";
      else if (
        holds(when.lower_tide, Math.min(...tides)) &&
        holds(when.higher_tide, Math.max(...tides))
      ) {
        return { action: { type: "play", card }, skipped };
      }
      skipped.push({ pointer: `/plays/${place}`, code });
    }
    return { action: null, skipped };
  }

  /** The highest tide costs a preserver, or the place in the stage. */
  pay(where) {
    for (;;) {
      const height = Math.max(...this.level);
      if (height === 0) return;
      const highest = range(0, this.seats).filter((seat) => this.level[seat] === height);
      const drowned = highest.filter((seat) => this.left[seat] === 0);
      for (const seat of highest) {
        if (drowned.includes(seat)) {
          remove(this.inside, seat);
          this.level[seat] = 0;
          this.tape.tell("eliminated", { ...where, seat });
        } else {
          this.left[seat] -= 1;
          this.tape.tell("preserver_lost", { ...where, seat, left: this.left[seat] });
        }
      }
      // Who has paid is highest still and does not pay again.
      const somebodyPaid = drowned.length < highest.length;
      if (somebodyPaid || !this.cascade || this.inside.length <= STAGE_ENDS_AT) return;
    }
  }

  score(stage) {
    const out = range(0, this.seats).map((seat) => !this.inside.includes(seat));
    const lowest = Math.min(...this.inside.map((seat) => this.level[seat]));
    const bonus = out.map((isOut, seat) => (!isOut && this.level[seat] === lowest ? 1 : 0));
    const scores = out.map((isOut, seat) => (isOut ? -1 : this.left[seat] + bonus[seat]));
    const preserversLeft = [...this.left];
    const ended = { stage, scores, preservers: preserversLeft, eliminated: out, bonus };
    this.tape.tell("stage_ended", ended);
    this.tape.endStage(scores);
  }
}
