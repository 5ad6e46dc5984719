/** The list of a player's games, read again whenever something happens in one of them. */

import {read} from "./api.js";
import {watch} from "./feeds.js";
import {readLastView, useSaveLastView} from "./last_views.js";
import {username} from "./token.js";
import {useEffect, useState} from "./vendor/preact.js";
import {readHome} from "./waiting.js";

/** A page has so many to begin with, and so many at most: all that are under way, unless the server allows more. */
const PAGE = 25;
const MOST = 100;

/** @typedef {{at: number, player: string | null}} Seen when it was so, and who has seen it */

/** `isCut`: there are further ones, and `more` shows them if a page can have them. Without a player it is what the last one on this device has seen, if there is no connection. */
export function useMyGames() {
  const who = username();
  const [games, setGames] = useState(/** @type {Api.Schemas["MyGame"][] | null} */ (null));
  const [last, setLast] = useState(0);
  const [size, setSize] = useState(PAGE);
  const [isCut, setCut] = useState(false);
  const [problem, setProblem] = useState(/** @type {import("./api.js").Problem | null} */ (null));
  const [connection, setConnection] = useState("live");
  const [seen, setSeen] = useState(/** @type {Seen | null} */ (null));
  useSaveLastView("home", seen ? null : games);
  useEffect(() => {
    const gone = new AbortController();
    let wasOff = false;
    /** How far the list that is shown goes, and from where on the feed tells what happens. */
    let known = Infinity;
    let told = 0;
    // A guest who takes a name keeps the list.
    if (!who) setGames(null);
    async function ask() {
      const result = who ? await readHome(size, "counts,text") : await read("/rulesets");
      if (gone.signal.aborted) return;
      if (result.ok && "last" in result.data) {
        setGames(result.data.results);
        setLast(result.data.last);
        known = result.data.last;
        setCut(result.data.next !== null);
        setSeen(null);
        setConnection("live");
      }
      setProblem(result.ok ? null : result.problem);
      if (!result.ok && result.problem.code === "offline") await off();
      began(told);
    }
    /** Something may have happened after the list was read and before it is told. @param {number} number */
    function began(number) {
      const isBehind = number > known;
      told = isBehind ? 0 : number;
      if (isBehind) void ask();
    }
    async function off() {
      const kept = await readLastView("home");
      if (gone.signal.aborted) return;
      setConnection("off");
      setGames((now) => now ?? kept?.data ?? null);
      setSeen((before) => before ?? kept ?? {at: Date.now(), player: null});
      if (kept) setProblem(null);
    }
    /** @param {"live" | "off"} now */
    function heard(now) {
      setConnection(now);
      if (now === "off") setSeen((before) => before ?? {at: Date.now(), player: null});
      if (now === "live" && wasOff) void ask();
      wasOff = now === "off";
    }
    void ask();
    const stop = who ? watch("/me", {events: () => void ask(), state: heard, began}) : () => {};
    return () => {
      gone.abort();
      stop();
    };
  }, [who, size]);
  const more = isCut && size < MOST ? () => setSize(MOST) : null;
  return {games, last, problem, connection, seen, isCut, more};
}
