/**
 * One game as it is now: read once, followed, and read again whenever it has news.
 *
 * A game of the player's own is followed through the player's feed, which all tabs of the browser share.
 */

import {read} from "./api.js";
import {readLastView, useSaveLastView} from "./last_views.js";
import {username} from "./token.js";
import {useEffect, useMemo, useRef, useState} from "./vendor/preact.js";

const PAGE = 100;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/**
 * @typedef {{
 *   game: Api.Schemas["Game"] | null,
 *   problem: import("./api.js").Problem | null,
 *   events: Api.LoggedEvent[],
 *   connection: "live" | "off",
 *   seen: {at: number, player: string | null} | null,
 *   refresh: () => Promise<void>,
 * }} LiveGame
 * `seen`: when it was so, and who has seen it, if that is not now.
 */

/** @param {string} id @returns {LiveGame} */
export function useGame(id) {
  const [game, setGame] = useState(/** @type {LiveGame["game"]} */ (null));
  const [problem, setProblem] = useState(/** @type {LiveGame["problem"]} */ (null));
  const [events, setEvents] = useState(/** @type {LiveGame["events"]} */ ([]));
  const [connection, setConnection] = useState(/** @type {LiveGame["connection"]} */ ("live"));
  const [seen, setSeen] = useState(/** @type {LiveGame["seen"]} */ (null));
  const refresh = useRef(async () => {});
  const readLog = useRef(async () => {});
  /** How far the log went when the game was read last, how far it is here, and whether there was no connection. */
  const known = useRef({read: 0, here: 0, wasOff: false});
  const feed = feedOf(game);
  /** Add what follows in the log. @param {Api.LoggedEvent[]} some */
  const add = (some) => {
    const last = some.at(-1)?.number ?? 0;
    known.current.here = Math.max(known.current.here, last);
    setEvents((before) => joined(before, some));
    if (last > known.current.read) void refresh.current();
  };
  useSaveLastView(`game ${id}`, useMemo(() => (game && !seen ? {game, events} : null), [game, events, seen]));
  useEffect(() => {
    const gone = new AbortController();
    known.current = {read: 0, here: 0, wasOff: false};
    const gameRefused = retrying(() => refresh.current(), gone.signal);
    const logRefused = retrying(() => readLog.current(), gone.signal);
    refresh.current = coalesced(async () => {
      const result = await read("/games/{game}", {game: id});
      if (gone.signal.aborted) return;
      if (result.ok) {
        known.current.read = result.data.log.events;
        setGame(result.data);
        setSeen(null);
        if (!known.current.wasOff) setConnection("live");
      }
      const refused = result.ok ? null : result.problem;
      // What goes on is said once, though each refusal has an id of its own.
      setProblem((before) => (before?.code === refused?.code ? before : refused));
      gameRefused(refused);
      if (!result.ok && result.problem.code === "offline") await off();
    });
    async function off() {
      setConnection("off");
      setSeen((before) => before ?? {at: Date.now(), player: null});
      const last = known.current.read ? null : await readLastView(`game ${id}`);
      if (!last || known.current.read || gone.signal.aborted) return;
      setGame(last.data.game);
      setEvents(last.data.events);
      setSeen(last);
    }
    readLog.current = coalesced(async () => {
      const {some, problem} = await logAfter(id, known.current.here);
      if (gone.signal.aborted) return;
      if (some.length) add(some);
      logRefused(problem);
    });
    void refresh.current();
    return () => gone.abort();
  }, [id]);
  useEffect(() => {
    if (feed === undefined) return;
    // No more will come, so the log is read to its end.
    if (feed === null) return void readLog.current();
    return watchFeed(feed, {
      events: (some) => {
        const here = feed === "/me" ? eventsOfGame(id, some) : some;
        const [first] = here;
        if (!first) return;
        if (first.number > known.current.here + 1) void readLog.current();
        else add(here);
      },
      state: (now) => {
        setConnection(now);
        if (now === "off") setSeen((before) => before ?? {at: Date.now(), player: null});
        if (now === "live" && known.current.wasOff) void Promise.all([refresh.current(), readLog.current()]);
        known.current.wasOff = now === "off";
      },
      began: () => void readLog.current(),
    });
  }, [id, feed]);
  return {game, problem, events, connection, seen, refresh: () => refresh.current()};
}

/** Follow a feed as soon as what does it is loaded: the table is painted before. Gives what ends it. @param {import("./feeds.js").Name} feed @param {import("./feeds.js").Hooks} hooks */
function watchFeed(feed, hooks) {
  const gone = new AbortController();
  async function begin() {
    const feeds = await import("./feeds.js").catch(() => null);
    if (gone.signal.aborted) return;
    if (feeds) return gone.signal.addEventListener("abort", feeds.watch(feed, hooks));
    hooks.state("off");
    setTimeout(begin, LONGEST_PAUSE);
  }
  void begin();
  return () => gone.abort();
}

/** Both lists in the order of their numbers, nothing twice. @param {Api.LoggedEvent[]} before @param {Api.LoggedEvent[]} more */
function joined(before, more) {
  const last = before.at(-1)?.number ?? 0;
  return [...before, ...more.filter((one) => one.number > last)];
}

/**
 * Return the feed to follow: the player's own for a seat in the game, null for a game that is over; undefined while the
 * game is not read.
 *
 * @param {LiveGame["game"]} game
 */
export function feedOf(game) {
  if (!game) return undefined;
  if (game.status === "finished" || game.status === "cancelled") return null;
  const isMine = game.seats.some((one) => one.player !== null && one.player === username());
  return isMine ? "/me" : /** @type {const} */ (`/games/${game.id}`);
}

/** The events of a game's log among those of a player's feed, as that log numbers them. @param {string} id @param {any[]} some @returns {Api.LoggedEvent[]} */
const eventsOfGame = (id, some) =>
  some.filter((one) => one.game === id && one.event !== null).map((one) => ({...one, number: one.event}));

/**
 * Return what hears each refusal of this work, or null once it was done: what is refused only for now is done again,
 * because no event may come before it. Not by all who watch at the same moment, for they were all too many.
 *
 * @param {() => Promise<void>} work
 * @param {AbortSignal} gone
 */
function retrying(work, gone) {
  let pause = FIRST_PAUSE;
  let later = 0;
  gone.addEventListener("abort", () => clearTimeout(later));
  return (/** @type {LiveGame["problem"]} */ refused) => {
    clearTimeout(later);
    const mayPass = refused && (refused.status === 0 || refused.status === 429 || refused.status >= 500);
    if (!mayPass) return void (pause = FIRST_PAUSE);
    later = setTimeout(() => void work(), Math.max(1000 * (refused.wait ?? 0), pause) * (1 + Math.random() / 2));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };
}

/** Read the log of a game after this number, as far as it is given. @param {string} id @param {number} after */
async function logAfter(id, after) {
  /** @type {Api.LoggedEvent[]} */
  const some = [];
  while (true) {
    const query = {after: some.at(-1)?.number ?? after, page_size: PAGE};
    const result = await read("/games/{game}/events", {game: id}, query);
    if (!result.ok) return {some, problem: result.problem};
    some.push(...result.data.results);
    if (result.data.results.length < PAGE) return {some, problem: null};
  }
}

/** Called while it is under way it is done once more afterwards, and not side by side. @param {() => Promise<void>} work */
function coalesced(work) {
  let running = /** @type {Promise<void> | null} */ (null);
  let wanted = false;
  return function once() {
    wanted = true;
    running ??= (async () => {
      try {
        while (wanted) {
          wanted = false;
          await work();
        }
      } finally {
        running = null;
      }
    })();
    return running;
  };
}
