/** What a player has kept, compared with the record. */

import { textHash } from "./draws.mjs";
import { at, Fault, same, show } from "./faults.mjs";
import { CHOSEN_BY, HASH, NONCE, TIME, WORD } from "./fields.mjs";
import { anyObject, members, text, whole } from "./forms.mjs";
import { answerCommitment } from "./hashes.mjs";
import { ascending } from "./lists.mjs";
import { checkKeptProof, PROOF } from "./proofs.mjs";
import { inTurn, Seals } from "./seals.mjs";
import { readLog } from "./table.mjs";

const RECEIPT = members(
  {
    game: WORD,
    turn: whole(1),
    seat: whole(0),
    action: anyObject,
    by: CHOSEN_BY,
    commitment: HASH,
    nonce: NONCE,
    sealed_at: TIME,
  },
  { more: true },
);
const WITHDRAWAL = members(
  { game: WORD, turn: whole(1), seat: whole(0), commitment: HASH, withdrawn_at: TIME },
  { more: true },
);
const TEXT_RECEIPT = members(
  { game: WORD, seat: whole(0), participant: WORD, entropy: HASH, given_at: TIME },
  { more: true },
);
const OWN_TEXT = members({
  game: WORD,
  seat: whole(0),
  text: text(/^[^]{1,200}$/u, "text for a deal"),
});

/** What the log says that a player has done in her seat: sealed, withdrawn, or given a text. */
class Deed {
  constructor(place, event, player) {
    this.place = place;
    this.kind = event.type;
    this.data = event.data;
    this.at = event.at;
    this.player = player;
    this.seat = event.data.seat;
    /** The seat as it is numbered since the start; null if she had left it by then. */
    this.now = this.seat;
    /** Whether something kept is about it. */
    this.covered = false;
    /** Whether it was not her own doing, or may not have been: a bot's, the clock's, an order's. */
    this.others = false;
  }

  get isText() {
    return this.kind === "joined" || this.kind === "entropy_given";
  }
}

/** What a player has kept of a game, compared with the record as it is read. */
export class Kept {
  constructor(record) {
    this.record = record;
    this.deeds = [];
    /** The seats in which something was kept. */
    this.claimed = new Set();
    /** The participants as whom something was kept. */
    this.keepers = new Set();
    /** By seat, whoever has held it. */
    this.held = record.seats.map(() => new Set());
    const seals = new Seals(record);
    for (const [place, event, table] of readLog(record)) {
      seals.read(place, event, table);
      this.note(place, event, table, seals);
      for (const [seat, player] of table.seats.entries()) this.held[seat].add(player);
    }
    this.excuse(seals);
  }

  note(place, event, table, seals) {
    const { type: kind, data } = event;
    if (kind === "sealed" || kind === "withdrawn") {
      const deed = new Deed(place, event, table.seats[data.seat]);
      if (kind === "sealed") {
        deed.others = table.bots[data.seat] !== null || seals.standing.get(data.seat).late;
      }
      this.deeds.push(deed);
    } else if (kind === "entropy_given" || (kind === "joined" && data.entropy !== null)) {
      this.deeds.push(new Deed(place, event, table.came.get(data.seat).player));
    } else if (kind === "started") {
      for (const deed of this.deeds) {
        const seat = table.seats.indexOf(deed.player);
        deed.now = seat === -1 ? null : seat;
      }
    }
  }

  /** Seals that are known to be somebody else's doing: of orders, and of who chose what was shown. */
  excuse(seals) {
    const shown = new Map();
    const followed = new Set();
    for (const { number: turn, actions, private: list } of this.record.turns) {
      for (const { seat, by } of actions) shown.set(inTurn(turn, seat), by);
      for (const { type: kind, data, at: time } of list.told) {
        if (kind === "order_followed") followed.add(`${inTurn(data.turn, data.seat)} ${time}`);
      }
    }
    for (const deed of this.deeds) {
      if (deed.kind !== "sealed") continue;
      if (deed.data.replaces !== null) {
        deed.others = false;
        continue;
      }
      const where = inTurn(deed.data.turn, deed.data.seat);
      if (seals.answered.get(where).commitment === deed.data.commitment) {
        deed.others = shown.get(where) !== "player";
      } else if (followed.has(`${where} ${deed.at}`)) {
        deed.others = true;
      }
    }
  }

  // -- each of the things kept

  /** Throw a `Fault` unless the record tells of it alike. */
  check(one, place) {
    anyObject(one, place);
    const kinds = [
      ["algorithm", PROOF, this.proof],
      ["withdrawn_at", WITHDRAWAL, this.withdrawal],
      ["given_at", TEXT_RECEIPT, this.textReceipt],
      ["text", OWN_TEXT, this.ownText],
      ["nonce", RECEIPT, this.receipt],
    ];
    const [, form, check] = kinds.find(([name]) => Object.hasOwn(one, name)) ?? kinds.at(-1);
    form(one, place);
    same(one.game, this.record.game, at(place, "game"), "the record");
    check.call(this, one, place);
  }

  proof(proof, place) {
    checkKeptProof(this.record, proof, place);
  }

  /** The answer that the receipt is for stands in the log, or was opened with its turn. */
  receipt(receipt, place) {
    const { nonce, action, seat, turn: number } = receipt;
    const commitment = answerCommitment(nonce, action, receipt.game, seat, number);
    same(receipt.commitment, commitment, at(place, "commitment"), "its nonce and action");
    const found = this.find(receipt, "sealed");
    if (found !== undefined) {
      same(receipt.sealed_at, found.at, at(place, "sealed_at"), found.place);
      this.cover(found);
    }
    // What the clock answered when it closed the turn was not told of before.
    for (const played of this.record.turns[number - 1]?.actions ?? []) {
      if (played.seat !== seat || played.nonce !== nonce) continue;
      const source = `/turns/${number - 1}/actions`;
      same(action, played.action, at(place, "action"), source);
      same(receipt.by, played.by, at(place, "by"), source);
      return;
    }
    if (found === undefined) throw new Fault(at(place, "commitment"), "is nowhere in /log/events");
  }

  withdrawal(receipt, place) {
    const found = this.find(receipt, "withdrawn");
    if (found === undefined || found.data.turn !== receipt.turn) {
      throw new Fault(at(place, "commitment"), "is withdrawn nowhere in /log/events");
    }
    same(receipt.withdrawn_at, found.at, at(place, "withdrawn_at"), found.place);
    this.cover(found);
  }

  textReceipt({ seat, participant, entropy, given_at: time }, place) {
    const isThis = (deed) =>
      deed.isText &&
      deed.player === participant &&
      deed.data.entropy === entropy &&
      deed.at === time;
    const deed = this.deeds.find(isThis);
    if (deed === undefined) {
      throw new Fault(
        at(place, "entropy"),
        "was given nowhere in /log/events by this participant then",
      );
    }
    if (seat !== deed.now) same(seat, deed.seat, at(place, "seat"), deed.place);
    this.cover(deed);
  }

  ownText({ seat, text: own }, place) {
    const bound = this.record.fairness.entropy[seat] ?? null;
    const hash = textHash(own);
    if (bound !== hash) {
      const said = `is the text of ${hash}, but ${show(bound)} by /fairness/entropy`;
      throw new Fault(at(place, "text"), said);
    }
    for (const deed of this.deeds) {
      if (deed.isText && deed.now === seat && deed.data.entropy === hash) this.cover(deed);
    }
  }

  /** The event that a receipt is for. */
  find({ seat, commitment }, kind) {
    const isThis = (deed) =>
      deed.kind === kind && deed.seat === seat && deed.data.commitment === commitment;
    return this.deeds.find(isThis);
  }

  cover(deed) {
    deed.covered = true;
    if (deed.now === null) return;
    this.claimed.add(deed.now);
    this.keepers.add(deed.player);
  }

  // -- what nothing kept is about

  /**
   * For each seat of which something was kept, a line with what else the log tells of her there.
   *
   * Throws a `Fault` for the first such thing of a seat of which all has been kept.
   */
  *uncovered(allOf) {
    for (const seat of ascending(new Set([...this.claimed, ...allOf]))) {
      const keepers = [...this.held[seat]].filter((player) => this.keepers.has(player));
      const players = keepers.length > 0 ? keepers : [this.record.seats[seat]];
      const own = this.deeds.filter((deed) => deed.now === seat && players.includes(deed.player));
      const missing = own.filter((deed) => !deed.covered && !deed.others);
      if (missing.length > 0 && allOf.includes(seat)) {
        const [{ place, kind }] = missing;
        throw new Fault(place, `${kind} in seat ${seat}, and nothing that was kept tells`);
      }
      yield missing.length > 0
        ? `not covered  seat ${seat}: ${missing.map((deed) => deed.place).join(", ")}`
        : `covered  seat ${seat}: all that its player has sealed, withdrawn and given`;
    }
  }
}
