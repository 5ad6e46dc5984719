/**
 * The table as it stood after some events of the log, made of the events alone.
 *
 * Why so: docs/decisions/page.md.
 */

/** @typedef {Api.Schemas["HighTideTable"]} Table */
/** @typedef {Api.Schemas["HighTideBeachState"]} Beach */
/** @typedef {{seat: number, space: number}} Chair */
/** @typedef {{table: Table, chairs: Map<string, Chair[]>, rentalStart: number}} Standing */

/**
 * Points would need the rules of scoring: `scores` is null for each seat, until the game is over. So are the bag and
 * the sharks that were left.
 *
 * @param {Api.LoggedEvent[]} events
 * @param {Api.Schemas["Game"]} game
 * @param {Api.LoggedEvent[]} log The whole log so far: which coins lay there at first follows from all that were taken.
 * @returns {Table}
 */
export function tableAt(events, game, log) {
  return applied(beginning(game, log), events);
}

/** The table after some more events; all but where the rental begins a round follows from them. @param {Table} table @param {Api.LoggedEvent[]} events @returns {Table} */
export function tableAfter(table, events) {
  const chairs = new Map(table.beaches.map((one) => [/** @type {string} */ (one.beach), one.chairs.flatMap(({space, seats}) => seats.map((seat) => ({seat, space})))]));
  return applied({table: {...table}, chairs, rentalStart: Infinity}, events);
}

/** @param {Standing} standing @param {Api.LoggedEvent[]} events */
function applied(standing, events) {
  for (const {type, data} of events) CHANGES[type]?.(standing, data);
  const {table, chairs} = standing;
  table.beaches = table.beaches.map((one) => ({...one, ...placed(one, chairs.get(one.beach) ?? [])}));
  return table;
}

/** @param {Api.Schemas["Game"]} game @param {Api.LoggedEvent[]} log @returns {Standing} */
function beginning(game, log) {
  const now = /** @type {Table} */ (/** @type {unknown} */ (game.table));
  const options = /** @type {any} */ (game.options);
  const seats = game.seats.map((one) => one.seat);
  const beaches = now.beaches.map((one) => ({...one, water: options.beach_length + 1, waves: [], coins: one.coins && coinsAtFirst(one, log)}));
  /** @type {Table} */
  const table = {
    ...now,
    deciding: [],
    bag: /** @type {any} */ (null),
    beaches,
    track: {spaces: now.track.spaces.map(({space}) => emptied(space)), rental: null, rental_rests: false},
    towel_pile: [],
    dice: null,
    offer: null,
    coins: now.coins && seats.map(() => /** @type {any} */ ({})),
    shark_alert: now.shark_alert && {alert: null, sharks_left: /** @type {any} */ (null)},
    baywatch: now.baywatch && {...now.baywatch, face_up: tileAtFirst(now.baywatch, log), held: [], used: [], open_dice: null, point: null},
    surfers: options.surfers === "hidden" ? null : now.surfers,
    scores: /** @type {any} */ (seats.map(() => null)),
  };
  const atBar = () => seats.map((seat) => ({seat, space: 0}));
  return {table, chairs: new Map(beaches.map((one) => [/** @type {string} */ (one.beach), atBar()])), rentalStart: options.rental_start};
}

/** @param {number} space */
const emptied = (space) => ({space, available: true, towel: null, pair: null});

/** What lies there now, and what was taken since. Coins that a wave has covered are in no event. @param {Beach} beach @param {Api.LoggedEvent[]} log */
function coinsAtFirst(beach, log) {
  const taken = log.filter((one) => one.type === "coin_taken" && one.data.beach === beach.beach);
  return [...(beach.coins ?? []), ...taken.map(({data}) => ({space: data.space, value: data.value}))];
}

/** The tile that was gained first, or the one that still lies there. @param {Api.Schemas["HighTideBaywatchState"]} baywatch @param {Api.LoggedEvent[]} log */
const tileAtFirst = (baywatch, log) => log.find((one) => one.type === "tile_gained")?.data.tile ?? baywatch.face_up;

/** Chairs by space, in the order in which they came, and which of them swim. @param {Beach} beach @param {Chair[]} chairs */
function placed(beach, chairs) {
  const spaces = [...new Set(chairs.map((one) => one.space))].sort((one, other) => one - other);
  return {
    chairs: spaces.map((space) => ({space, seats: chairs.filter((one) => one.space === space).map((one) => one.seat)})),
    flooded: chairs.filter((one) => one.space >= beach.water).map((one) => one.seat),
  };
}

/** @param {Standing} standing @param {string} beach @param {number} seat @param {number} space */
function move({chairs}, beach, seat, space) {
  const others = (chairs.get(beach) ?? []).filter((one) => one.seat !== seat);
  chairs.set(beach, [...others, {seat, space}]);
}

/** @param {Standing} standing @param {number | null} rental */
function lay({table}, rental) {
  const spaces = table.track.spaces.map((one) => ({...one, available: rental === null || one.space < rental}));
  table.track = {...table.track, spaces, rental};
}

/** One space further down, or off the last one: tile B1 says so by its use alone. @param {Standing} standing */
function pushRental(standing) {
  const {rental, spaces} = standing.table.track;
  lay(standing, rental === null || rental === spaces.length ? null : rental + 1);
}

/** @param {Standing} standing @param {number} space @param {any} what */
function put({table}, space, what) {
  table.track = {...table.track, spaces: table.track.spaces.map((one) => (one.space === space ? {...one, ...what} : one))};
}

/** @param {any} die */
const inPlay = (die) => ({...die, beach: die.colour, steps: die.face});
/** @param {number} seat @param {number | null} space @param {any} pair */
const dice = (seat, space, {left, right}) => ({seat, space, left: inPlay(left), right: inPlay(right)});

/** What an event changes. @type {Record<string, (standing: Standing, data: any) => void>} */
const CHANGES = {
  round_began(standing, {round, order, alert}) {
    const {table, rentalStart} = standing;
    Object.assign(table, {round, stage: round, place: 1, towel_pile: order, dice: null});
    if (table.baywatch) table.baywatch = {...table.baywatch, open_dice: null};
    if (table.shark_alert) table.shark_alert = {...table.shark_alert, alert};
    table.track = {...table.track, spaces: table.track.spaces.map(({space}) => emptied(space))};
    lay(standing, rentalStart <= table.track.spaces.length ? rentalStart : null);
  },
  turn_opened: ({table}, {asked, decision}) => void Object.assign(table, {deciding: asked, decision}),
  go_began(standing, {place, seat, rental}) {
    const {table} = standing;
    // Who has jumped in stands before all others.
    Object.assign(table, {place, towel_pile: [seat, ...table.towel_pile.filter((one) => one !== seat)]});
    lay(standing, rental);
  },
  rolled: ({table}, {seat, pair}) => void (table.dice = dice(seat, null, pair)),
  declined(standing, {space, pair}) {
    standing.table.dice = null;
    put(standing, space, {pair});
  },
  taken(standing, {seat, space, pair}) {
    standing.table.dice = dice(seat, space, pair);
    put(standing, space, {pair: null});
  },
  rerolled: ({table}, {seat, pair}) => void (table.dice = dice(seat, table.dice?.space ?? null, pair)),
  last_pair_rolled: (standing, {space, pair}) => put(standing, space, {pair}),
  chair_moved: (standing, {beach, seat, end}) => move(standing, beach, seat, end),
  shark_came: (standing, {beach, seat, end}) => seat !== null && move(standing, beach, seat, end),
  coin_taken({table}, {seat, beach, space, value}) {
    table.beaches = table.beaches.map((one) => (one.beach === beach ? {...one, coins: (one.coins ?? []).filter((coin) => coin.space !== space)} : one));
    table.coins = (table.coins ?? []).map((one, at) => (at === seat ? {...one, [beach]: value} : one));
  },
  towel_placed(standing, {seat, space}) {
    const {table} = standing;
    Object.assign(table, {dice: null, deciding: [], towel_pile: table.towel_pile.filter((one) => one !== seat)});
    put(standing, space, {towel: seat});
  },
  wave_laid({table}, {beach, size, water}) {
    table.beaches = table.beaches.map((one) => (one.beach === beach ? {...one, water, waves: [...one.waves, size]} : one));
  },
  tile_used(standing, {seat, action}) {
    const {table} = standing;
    if (action.tile === "B1") pushRental(standing);
    if (!table.baywatch) return;
    const {held, used} = table.baywatch;
    table.baywatch = {...table.baywatch, held: held.filter((one) => one.tile !== action.tile), used: [...used, {tile: action.tile, seat}]};
  },
  tile_gained({table}, {seat, tile, next}) {
    if (table.baywatch) table.baywatch = {...table.baywatch, face_up: next, held: [...table.baywatch.held, {tile, seat}]};
  },
  open_dice({table}, {seat, pair}) {
    if (table.baywatch) table.baywatch = {...table.baywatch, open_dice: {seat, pair}};
  },
  point_gained({table}, {seat}) {
    if (table.baywatch) table.baywatch = {...table.baywatch, point: seat};
  },
  surfers_revealed: ({table}, {surfers}) => void (table.surfers = surfers),
  game_ended: ({table}, {scores}) => void (table.scores = scores),
};
