/** One game as it is now: read once, followed by its stream, and read again whenever it has news. */

import {read} from "./api.js";
import {lastSeen, useKeeping} from "./kept.js";
import {follow} from "./stream.js";
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
 * }} Live
 * `seen`: when it was so, and who has seen it, if that is not now.
 */

/** @param {string} id @returns {Live} */
export function useGame(id) {
  const [game, setGame] = useState(/** @type {Live["game"]} */ (null));
  const [problem, setProblem] = useState(/** @type {Live["problem"]} */ (null));
  const [events, setEvents] = useState(/** @type {Live["events"]} */ ([]));
  const [connection, setConnection] = useState(/** @type {Live["connection"]} */ ("live"));
  const [seen, setSeen] = useState(/** @type {Live["seen"]} */ (null));
  const refresh = useRef(async () => {});
  useKeeping(`game ${id}`, useMemo(() => (game && !seen ? {game, events} : null), [game, events, seen]));
  useEffect(() => {
    const gone = new AbortController();
    /** How far the log went when the game was read last. */
    let known = 0;
    let wasOff = false;
    let pause = FIRST_PAUSE;
    let later = 0;
    refresh.current = coalesced(async () => {
      const said = await read("/games/{game}", {game: id});
      if (gone.signal.aborted) return;
      if (said.ok) {
        known = said.data.log.events;
        setGame(said.data);
        setSeen(null);
        if (!wasOff) setConnection("live");
      }
      const refused = said.ok ? null : said.problem;
      // What goes on is said once, though each refusal has an id of its own.
      setProblem((before) => (before?.code === refused?.code ? before : refused));
      again(refused);
      if (!said.ok && said.problem.code === "offline") await off();
    });
    /**
     * What is refused only for now is asked for again: no event may come before her own answer. Not by all who watch at
     * the same moment, for they were all too many.
     *
     * @param {Live["problem"]} refused
     */
    function again(refused) {
      clearTimeout(later);
      const mayPass = refused && (refused.status === 0 || refused.status === 429 || refused.status >= 500);
      if (!mayPass) return void (pause = FIRST_PAUSE);
      later = setTimeout(() => void refresh.current(), Math.max(1000 * (refused.wait ?? 0), pause) * (1 + Math.random() / 2));
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
    async function off() {
      setConnection("off");
      setSeen((before) => before ?? {at: Date.now(), player: null});
      const last = known ? null : await lastSeen(`game ${id}`);
      if (!last || known || gone.signal.aborted) return;
      setGame(last.data.game);
      setEvents(last.data.events);
      setSeen(last);
    }
    void refresh.current();
    const stop = follow(`/games/${id}`, 0, {
      events: (some) => {
        setEvents((before) => joined(before, some));
        if ((some.at(-1)?.number ?? 0) > known) void refresh.current();
      },
      state: (now) => {
        setConnection(now);
        if (now === "off") setSeen((before) => before ?? {at: Date.now(), player: null});
        if (now === "live" && wasOff) void refresh.current();
        wasOff = now === "off";
      },
      over: () => void whole(id).then((all) => gone.signal.aborted || setEvents((some) => joined(some, all))),
    });
    return () => {
      gone.abort();
      clearTimeout(later);
      stop();
    };
  }, [id]);
  return {game, problem, events, connection, seen, refresh: () => refresh.current()};
}

/** Both lists in the order of their numbers, nothing twice. @param {Api.LoggedEvent[]} before @param {Api.LoggedEvent[]} more */
function joined(before, more) {
  const last = before.at(-1)?.number ?? 0;
  return [...before, ...more.filter((one) => one.number > last)];
}

/** The whole log of a game whose stream has ended. @param {string} id */
async function whole(id) {
  /** @type {Api.LoggedEvent[]} */
  const all = [];
  while (true) {
    const query = {after: all.at(-1)?.number ?? 0, page_size: PAGE};
    const said = await read("/games/{game}/events", {game: id}, query);
    if (!said.ok) return all;
    all.push(...said.data.results);
    if (said.data.results.length < PAGE) return all;
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
