/** The form of a whole record. */

import { at, count, Fault } from "./faults.mjs";
import {
  ABSENCE,
  ALGORITHM,
  ANY_TEXT,
  CHANCE,
  CHOSEN_BY,
  CLOCK,
  HASH,
  LENGTH,
  NONCE,
  SEED,
  TIME,
  WORD,
} from "./fields.mjs";
import {
  anyObject,
  anything,
  array,
  byName,
  flag,
  members,
  oneOf,
  optional,
  text,
  whole,
} from "./forms.mjs";
import { checkPlain, LARGEST } from "./json_reader.mjs";
import { KNOWN } from "./registry.mjs";

const RULESET = text(/^[a-z][a-z0-9_]{0,39}$/, "id of a ruleset");
const ANY_HEADING = { stage: whole(1), round: whole(1) };
const MOST_SEATS_OF_ANY = 99;

function optionsForm(known) {
  return known === undefined ? anyObject : known.options;
}

/** The form of a whole record of this game for so many; undefined is a game that is not known here. */
function recordForm(known, seats, options) {
  const { heading, setup } = known ?? { heading: ANY_HEADING, setup: {} };
  const more = known === undefined;
  const seat = whole(0, seats - 1);
  const scores = array(whole(-LARGEST), seats, seats, "/seats");
  const action = members({ seat, action: anyObject, by: CHOSEN_BY, nonce: NONCE });
  const told = privateForm(known, seat, options);
  const turn = members(
    {
      number: whole(1),
      ...heading,
      asked: array(seat, 1),
      chance: CHANCE,
      actions: array(action, 1),
      opened_at: TIME,
      closed_at: TIME,
      private: members({ salt: NONCE, told: array(told) }),
    },
    { more },
  );
  const fairness = {
    commitment: HASH,
    server_seed: SEED,
    entropy: array(optional(HASH), seats, seats, "/seats"),
    algorithm: ALGORITHM,
  };
  return members({
    format: oneOf("tideapi-record/1"),
    game: WORD,
    ruleset: RULESET,
    rules_version: known === undefined ? whole(1) : whole(known.version, known.version),
    options: optionsForm(known),
    seats: array(optional(WORD), seats, seats),
    bots: array(optional(WORD), seats, seats, "/seats"),
    players: byName(WORD),
    fairness: members(fairness),
    setup: members({ ...setup, chance: CHANCE }, { more }),
    turns: array(turn),
    end: members({ chance: CHANCE }),
    stages: array(members({ stage: whole(1), scores }), 1),
    result: members({ scores, winners: array(seat, 1) }),
    log: members({ head: HASH, events: array(eventForm(known, seats, action), 1) }),
  });
}

/**
 * The form of an event: its data are looked at where one of the checks reads them.
 *
 * Events of other types may come in time; they are bound by the chain alone.
 */
function eventForm(known, seats, action) {
  const seat = whole(0, seats - 1);
  const turn = whole(1);
  const bot = known === undefined ? WORD : oneOf(...known.bots);
  const size = known === undefined ? whole(1) : whole(...known.seats);
  const atTable = { seat: whole(0), player: WORD };
  const ofSeat = { seat, player: WORD };
  const holder = members({ seat, player: optional(WORD), bot: optional(WORD) });
  const stop = members({ from: TIME, until: TIME });
  const deadlines = array(members({ seat, due_at: TIME, stops: array(stop) }));
  const data = {
    created: {
      host: WORD,
      ruleset: WORD,
      options: optionsForm(known),
      seats: size,
      bots: array(bot),
      commitment: HASH,
      start: oneOf("full", "host"),
      clock: CLOCK,
      absence: ABSENCE,
    },
    joined: { ...atTable, entropy: optional(HASH) },
    left: atTable,
    entropy_given: { seat: whole(0), entropy: HASH },
    host_changed: { host: WORD },
    started: { seats: array(holder), entropy: array(optional(HASH), seats, seats, "/seats") },
    stand_in: { ...ofSeat, bot, away: oneOf("absent", "resigned") },
    returned: ofSeat,
    seat_offered: ofSeat,
    offer_ended: ofSeat,
    seat_taken: ofSeat,
    pause_agreed: { seat, length: LENGTH, agreed: array(seat) },
    pause_dropped: { seat },
    paused: { from: TIME, until: TIME },
    pause_ended: { seat },
    vacation: { seat, from: TIME, until: TIME },
    go_on_voted: { seat, votes: array(seat), of: whole(1) },
    going_on: { seats: array(seat) },
    clock_moved: { seat: whole(0), by: LENGTH, ahead: LENGTH },
    turn_opened: {
      turn,
      asked: array(seat),
      due_at: TIME,
      deadlines,
      continues: flag,
      ...(known?.heading ?? ANY_HEADING),
    },
    deadlines_moved: { turn, deadlines },
    time_given: { turn, seat, by: seat, length: LENGTH },
    sealed: { turn, seat, commitment: HASH, replaces: optional(HASH) },
    withdrawn: { turn, seat, commitment: HASH },
    turn_closed: { turn, actions: array(action), private: HASH },
    finished: { scores: array(whole(-LARGEST)), winners: array(seat), record: HASH },
  };
  const openEnded = known === undefined ? ["turn_opened"] : [];
  const form = ([kind, one]) => [kind, members(one, { more: openEnded.includes(kind) })];
  const forms = new Map(Object.entries(data).map(form));
  const envelope = members({ number: whole(1), type: WORD, at: TIME, data: anyObject, hash: HASH });
  return (value, place) => {
    envelope(value, place);
    (forms.get(value.type) ?? anything)(value.data, at(place, "data"));
  };
}

/** The form of what one player alone was told. Other types may come in time. */
function privateForm(known, seat, options) {
  const order = (value, place) => (known?.order(options) ?? anyObject)(value, place);
  const used = {
    turn: whole(1),
    seat,
    action: anyObject,
    skipped: array(members({ pointer: ANY_TEXT, code: WORD, detail: ANY_TEXT })),
  };
  const data = {
    order_given: { seat, order, at_once: flag },
    order_taken_back: { seat },
    order_followed: used,
    order_failed: used,
    offered_to_you: { seat, host: WORD },
    seat_lost: { seat, player: WORD },
  };
  const forms = new Map(Object.entries(data).map(([kind, one]) => [kind, members(one)]));
  const envelope = members({ player: WORD, type: WORD, at: TIME, data: anyObject });
  return (value, place) => {
    envelope(value, place);
    (forms.get(value.type) ?? anything)(value.data, at(place, "data"));
  };
}

/** Everything is there that belongs into a record of this game, and nothing else. */
export function checkForm(record) {
  checkPlain(record);
  anyObject(record, "");
  for (const name of ["ruleset", "seats"]) {
    if (!Object.hasOwn(record, name)) throw new Fault(at("", name), "is missing");
  }
  RULESET(record.ruleset, "/ruleset");
  const known = KNOWN.get(record.ruleset);
  const [least, most] = known?.seats ?? [1, MOST_SEATS_OF_ANY];
  array(anything, least, most)(record.seats, "/seats");
  const seats = record.seats.length;
  recordForm(known, seats, record.options)(record, "");
  for (const [number, turn] of record.turns.entries()) {
    if (turn.number !== number + 1) {
      throw new Fault(`/turns/${number}/number`, `${turn.number} is not ${number + 1}`);
    }
  }
  const variant = known === undefined ? "not known here" : known.variant(record.options);
  const game = `${record.ruleset} (${variant})`;
  return `${record.format}, ${game}, ${seats} seats, ${count(record.turns.length, "turn")}`;
}
