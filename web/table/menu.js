/** The game menu: all that can be done at a table besides playing. Each entry is loaded when it is opened. */

import {usePicture} from "../games/index.js";
import {Lazy} from "../parts/lazy.js";
import {LATE_LOAD_DELAY} from "../preloads.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/**
 * What each entry of the menu is given.
 *
 * @typedef {{
 *   game: Api.Schemas["Game"],
 *   events: Api.LoggedEvent[],
 *   picture: import("../games/contract.js").Picture | null,
 *   refresh: () => Promise<void>,
 *   news: News,
 *   close: () => void,
 * }} MenuProps
 *
 * @typedef {{messages: number, heard: number, order: Api.LoggedEvent | null, rematch: string | null}} News
 * How many messages are unread, how often the feed told of a message, what became of the standing order last, and
 * who asks for a rematch.
 *
 * @typedef {{id: string, label: () => string, load: () => Promise<{default: (props: MenuProps) => any}>,
 *   when: (seen: {game: Api.Schemas["Game"], seated: boolean}) => boolean}} MenuEntry
 */

/** @type {News} */
const NOTHING = {messages: 0, heard: 0, order: null, rematch: null};

/** @param {{game: Api.Schemas["Game"]}} seen */
const runs = ({game}) => game.status === "running";
/** @param {{game: Api.Schemas["Game"]}} seen */
const isOver = ({game}) => game.status === "finished";

/** @type {MenuEntry[]} */
const ENTRIES = [
  {id: "messages", label: () => t("Messages"), load: () => import("../game_menu/messages.js"), when: ({seated}) => seated},
  {id: "order", label: () => t("Standing order"), load: () => import("../game_menu/standing_order.js"), when: (seen) => seen.seated && runs(seen) && seen.game.mine !== null},
  {id: "people", label: () => t("Players and time"), load: () => import("../game_menu/people.js"), when: runs},
  {id: "note", label: () => t("My note"), load: () => import("../game_menu/note.js"), when: () => username() !== null},
  {id: "record", label: () => t("Verify the game"), load: () => import("../game_menu/record.js"), when: isOver},
  {id: "resign", label: () => t("Resign"), load: () => import("../game_menu/resign.js"), when: (seen) => seen.seated && runs(seen) && seen.game.mine !== null},
];

/** @typedef {{game: Api.Schemas["Game"], events: Api.LoggedEvent[], refresh: () => Promise<void>, news: News}} Props */

const dialog = () => import("../game_menu/dialog.js");
const notices = () => import("../game_menu/notices.js");

/** @param {Props} props */
export function GameMenu({game, events, refresh, news}) {
  const [open, setOpen] = useState(/** @type {MenuEntry | null} */ (null));
  const picture = usePicture(game.ruleset);
  const offered = [...ENTRIES, ...(picture?.menuEntries ?? [])].filter((one) => one.when({game, seated: isSeated(game)}));
  if (game.status === "cancelled" || !offered.length) return null;
  const at = {game, events, picture, refresh, news, close: () => setOpen(null)};
  return html`<nav class="game-menu row" aria-label=${t("At the table")}>
      ${offered.map((one) => html`<button type="button" class=${one.id === "resign" ? "plain" : "other"} key=${one.id} aria-haspopup="dialog" onClick=${() => setOpen(one)}>
        ${one.label()}${one.id === "messages" && news.messages > 0 && html` <span class="count">${news.messages}<span class="unseen"> ${t("unread")}</span></span>`}</button>`)}
    </nav>
    ${open && html`<${Lazy} load=${dialog} key=${open.id} dialog=${open} ...${at} />`}`;
}

/** What asks for something, or has happened while one was away; loaded only if there is any of it. @param {Props} props */
export function Notices(props) {
  const {game, news} = props;
  const me = username();
  const waits = game.seats.some((one) => me !== null && (one.offered_to === me || (one.player === me && one.away !== null)));
  const any = waits || game.pause !== null || game.vacations.length > 0 || news.order !== null;
  return any && html`<${Lazy} load=${notices} ...${props} />`;
}

/**
 * What is new for the player alone. It is asked after what the table itself needs, and again after each time without
 * a connection.
 *
 * @param {Api.Schemas["Game"] | null} game
 * @param {"live" | "off"} connection
 * @returns {News}
 */
export function useNews(game, connection) {
  const [news, setNews] = useState(NOTHING);
  const mine = username();
  const seated = game !== null && isSeated(game);
  useEffect(() => {
    if (!game || !seated || connection === "off") return;
    let stop = () => {};
    let gone = false;
    const timer = setTimeout(async () => {
      const found = await import("../game_menu/news.js").catch(() => null);
      if (found && !gone) stop = found.watchNews(game.id, setNews);
    }, LATE_LOAD_DELAY);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, [game?.id, seated, mine, connection]);
  return news;
}

/** Whether the player has a seat. @param {Api.Schemas["Game"]} game */
const isSeated = (game) => game.seats.some((one) => one.player !== null && one.player === username());
