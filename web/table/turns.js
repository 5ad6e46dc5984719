/** The turns that have closed, as the log tells them, and places in them, which an address can name. */

/** @typedef {{turn: number, moves: number | null} | null} At Which turn, counted from 0, and how many of its moves; null is now. */

/** The number of a closed turn. @param {Api.LoggedEvent[]} group */
export const turnOf = (group) => Number(group[0]?.data?.turn ?? 0);

/** The events from each closed turn to the next; nothing of a turn that is still open. @param {Api.LoggedEvent[]} events */
export function turns(events) {
  /** @type {Api.LoggedEvent[][]} */
  const groups = [];
  for (const event of events) {
    if (event.type === "turn_closed") groups.push([]);
    groups.at(-1)?.push(event);
  }
  return groups;
}

/** How many moves of a closed turn there are to step through: what follows once the next question is open changes nothing. @param {Api.LoggedEvent[]} group */
export function movesOf(group) {
  const opened = group.findIndex(({type}) => type === "turn_opened");
  return opened < 0 ? group.length : opened;
}

/** The events up to a place in the history: before a turn was closed, or after so many of its moves. @param {Api.LoggedEvent[]} events @param {NonNullable<At>} at */
export function upTo(events, at) {
  const group = turns(events)[at.turn] ?? [];
  const first = group[0];
  const before = first ? events.indexOf(first) : events.length;
  return events.slice(0, before + (at.moves ?? 0));
}

/** The place that an address names; null is now. @param {string} search @param {Api.LoggedEvent[]} events @returns {At} */
export function placeOf(search, events) {
  const query = new URLSearchParams(search);
  const turn = turns(events).findIndex((group) => turnOf(group) === Number(query.get("turn") ?? -1));
  return turn < 0 ? null : {turn, moves: Number(query.get("move")) || null};
}

/** The address of a place. @param {string} game @param {At} at @param {Api.LoggedEvent[]} events */
export function addressOf(game, at, events) {
  if (!at) return `/game/${game}`;
  const turn = turnOf(turns(events)[at.turn] ?? []);
  return `/game/${game}?turn=${turn}${at.moves ? `&move=${at.moves}` : ""}`;
}
