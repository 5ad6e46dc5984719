/** One game as it is now: read once, followed by its stream, and read again whenever it has news. */

import {read} from "./api.js";
import {follow} from "./stream.js";
import {useEffect, useRef, useState} from "./vendor/preact.js";

const PAGE = 100;

/**
 * @typedef {{
 *   game: Api.Schemas["Game"] | null,
 *   problem: import("./api.js").Problem | null,
 *   events: Api.LoggedEvent[],
 *   connection: "live" | "off",
 *   refresh: () => Promise<void>,
 * }} Live
 */

/** @param {string} id @returns {Live} */
export function useGame(id) {
  const [game, setGame] = useState(/** @type {Live["game"]} */ (null));
  const [problem, setProblem] = useState(/** @type {Live["problem"]} */ (null));
  const [events, setEvents] = useState(/** @type {Live["events"]} */ ([]));
  const [connection, setConnection] = useState(/** @type {Live["connection"]} */ ("live"));
  const refresh = useRef(async () => {});
  useEffect(() => {
    const gone = new AbortController();
    /** How far the log went when the game was read last. */
    let known = 0;
    let wasOff = false;
    refresh.current = coalesced(async () => {
      const said = await read("/games/{game}", {game: id});
      if (gone.signal.aborted) return;
      if (said.ok) {
        known = said.data.log.events;
        setGame(said.data);
        if (!wasOff) setConnection("live");
      }
      setProblem(said.ok ? null : said.problem);
      if (!said.ok && said.problem.code === "offline") setConnection("off");
    });
    void refresh.current();
    const stop = follow(`/games/${id}`, 0, {
      events: (some) => {
        setEvents((before) => joined(before, some));
        if ((some.at(-1)?.number ?? 0) > known) void refresh.current();
      },
      state: (now) => {
        setConnection(now);
        if (now === "live" && wasOff) void refresh.current();
        wasOff = now === "off";
      },
      over: () => void whole(id).then((all) => gone.signal.aborted || setEvents((some) => joined(some, all))),
    });
    return () => {
      gone.abort();
      stop();
    };
  }, [id]);
  return {game, problem, events, connection, refresh: () => refresh.current()};
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
      while (wanted) {
        wanted = false;
        await work();
      }
      running = null;
    })();
    return running;
  };
}
