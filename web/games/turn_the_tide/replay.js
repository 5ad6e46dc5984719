/**
 * The table as it stood after some events of the log, made of the events alone.
 *
 * Why so: docs/decisions/page.md.
 */

/** @typedef {Api.Schemas["TurnTheTideTable"]} Table */
/** @typedef {Api.Schemas["TurnTheTideSeatAtTable"]} Seat */

const ROUNDS = 12;

/** @param {Api.LoggedEvent[]} events @param {Api.Schemas["Game"]} game @returns {Table} */
export function tableAt(events, game) {
  const rounds = /** @type {any} */ (game.table)?.rounds ?? ROUNDS;
  /** @type {Table} */
  const table = {stage: 1, round: 1, rounds, tides: [], seats: [], last_round: null};
  return events.reduce(afterEvent, table);
}

/**
 * What the player held then: as long as the stage lasts, what is held now and has been played since.
 *
 * @param {Table} table @param {Api.Schemas["Game"]} game
 */
export function handAt(table, {mine, table: newest}) {
  const {stage, seats} = /** @type {Table} */ (newest);
  if (!mine || stage !== table.stage) return null;
  const since = (seats[mine.seat]?.played ?? []).slice(table.seats[mine.seat]?.played.length);
  const hand = [...(/** @type {number[]} */ (/** @type {any} */ (mine).hand ?? [])), ...since].sort((one, other) => one - other);
  return hand.length ? {seat: mine.seat, hand, legal_actions: []} : null;
}

/** The table after one more event. @param {Table} before @param {Api.LoggedEvent} event */
export function afterEvent(before, {type, data}) {
  const table = {...before};
  CHANGES[type]?.(table, data);
  return table;
}

/** What an event changes. @type {Record<string, (table: Table, data: any) => void>} */
const CHANGES = {
  stage_began(table, {stage, preservers}) {
    const before = table.seats;
    table.stage = stage;
    table.seats = preservers.map((/** @type {number} */ worth, /** @type {number} */ seat) => ({
      seat,
      tide_level: 0,
      preservers: worth,
      preservers_at_start: worth,
      cards_left: table.rounds,
      played: [],
      eliminated: false,
      stage_scores: before[seat]?.stage_scores ?? [],
      score: before[seat]?.score ?? 0,
    }));
  },
  tides_revealed(table, {stage, round, tides}) {
    Object.assign(table, {stage, round, tides});
  },
  cards_revealed(table, {stage, round, cards}) {
    table.last_round = {stage, round, tides: table.tides, cards, losses: []};
    for (const {seat, card} of cards) change(table, seat, (one) => ({played: [...one.played, card], cards_left: one.cards_left - 1}));
  },
  tides_taken(table, {taken}) {
    for (const {seat, tide} of taken) change(table, seat, () => ({tide_level: tide}));
  },
  preserver_lost(table, {seat, left}) {
    change(table, seat, () => ({preservers: left}));
    table.last_round?.losses.push({seat, kind: "lost"});
  },
  eliminated(table, {seat}) {
    change(table, seat, () => ({eliminated: true, tide_level: 0}));
    table.last_round?.losses.push({seat, kind: "eliminated"});
  },
  stage_ended(table, {scores, preservers}) {
    for (const seat of table.seats.keys()) {
      change(table, seat, (one) => ({preservers: preservers[seat], stage_scores: [...one.stage_scores, scores[seat]], score: one.score + scores[seat]}));
    }
  },
};

/** @param {Table} table @param {number} seat @param {(one: Seat) => Partial<Seat>} how */
function change(table, seat, how) {
  table.seats = table.seats.map((one) => (one.seat === seat ? {...one, ...how(one)} : one));
}
