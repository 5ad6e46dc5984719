/** The checks `chain` and `log`. */

import { at, count, Fault, same } from "./faults.mjs";
import { nextHead, written } from "./hashes.mjs";
import { without } from "./lists.mjs";
import { readLog, Table } from "./table.mjs";

/** The events follow one another without a gap, each bound to those before it. */
export function checkChain(record) {
  const { head: newest, events } = record.log;
  let head = new Uint8Array(32);
  for (const [number, event] of events.entries()) {
    const place = `/log/events/${number}`;
    if (event.number !== number + 1) {
      throw new Fault(at(place, "number"), `${event.number} is not ${number + 1}`);
    }
    head = nextHead(head, record.game, event);
    if (written(head) !== event.hash) {
      throw new Fault(place, "its hash does not follow from it, the events before it and /game");
    }
    if ((event.type === "finished") !== (number === events.length - 1)) {
      throw new Fault(at(place, "type"), "finished is the last event, and no other is");
    }
  }
  if (newest !== events.at(-1).hash) throw new Fault("/log/head", "is not the hash of the last event");
  return `${count(events.length, "event")} in one chain, its head ${newest}`;
}

/** The log tells the same as the record, from the first seat taken to the result. */
export function checkLog(record) {
  const { turns } = record;
  let table = new Table();
  for (const [place, event, now] of readLog(record)) {
    const { type: kind, data } = event;
    table = now;
    if (kind === "created") {
      same(record.ruleset, data.ruleset, "/ruleset", place);
      same(record.options, data.options, "/options", place);
      same(record.fairness.commitment, data.commitment, "/fairness/commitment", place);
    } else if (kind === "started") {
      same(record.fairness.entropy, data.entropy, "/fairness/entropy", place);
    } else if (kind === "turn_opened" || kind === "turn_closed") {
      if (data.turn > turns.length) {
        throw new Fault("/turns", `end before turn ${data.turn}, see ${place}`);
      }
      checkTurnTold(turns[data.turn - 1], event, `/turns/${data.turn - 1}`, place);
    } else if (kind === "finished") {
      const { scores, winners } = data;
      same(record.result, { scores, winners }, "/result", place);
    }
  }
  if (table.turn || table.closed !== turns.length) {
    throw new Fault("/turns", `are not ${table.closed}, as many as the log tells the end of`);
  }
  same(record.seats, table.seats, "/seats", "/log/events");
  same(record.bots, table.bots, "/bots", "/log/events");
  return `it tells of the same seats, ${count(turns.length, "turn")} and result`;
}

/** What the log tells of a turn that opens or closes stands in the record as well. */
function checkTurnTold(turn, event, place, source) {
  const opened = event.type === "turn_opened";
  const own = ["due_at", "deadlines", "continues", "turn", "private"];
  const later = ["number", "chance", "actions", "opened_at", "closed_at", "private"];
  const ofOpening = without(turn, later);
  same(opened ? ofOpening : { actions: turn.actions }, without(event.data, own), place, source);
  const time = opened ? "opened_at" : "closed_at";
  same(turn[time], event.at, at(place, time), source);
}
