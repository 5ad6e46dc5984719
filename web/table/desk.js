/** What one does at a table besides playing. Each thing is loaded when it is opened. */

import {LATER} from "../ahead.js";
import {usePicture} from "../games/index.js";
import {Later} from "../parts/later.js";
import {username} from "../token.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/**
 * What everything at the desk is given.
 *
 * @typedef {{
 *   game: Api.Schemas["Game"],
 *   events: Api.LoggedEvent[],
 *   picture: import("../games/contract.js").Picture | null,
 *   refresh: () => Promise<void>,
 *   news: News,
 *   close: () => void,
 * }} AtDesk
 *
 * @typedef {{messages: number, heard: number, order: Api.LoggedEvent | null, rematch: boolean}} News
 * How many messages are unread, how often the feed told of a message, what became of the standing order last, and
 * whether somebody asks for a rematch.
 *
 * @typedef {{id: string, label: () => string, load: () => Promise<{default: (props: AtDesk) => any}>,
 *   when: (seen: {game: Api.Schemas["Game"], seated: boolean}) => boolean}} Thing
 */

/** @type {News} */
const NOTHING = {messages: 0, heard: 0, order: null, rematch: false};

/** @param {{game: Api.Schemas["Game"]}} seen */
const runs = ({game}) => game.status === "running";
/** @param {{game: Api.Schemas["Game"]}} seen */
const isOver = ({game}) => game.status === "finished";

/** @type {Thing[]} */
const THINGS = [
  {id: "messages", label: () => t("Messages"), load: () => import("../desk/messages.js"), when: ({seated}) => seated},
  {id: "order", label: () => t("Standing order"), load: () => import("../desk/order.js"), when: (seen) => seen.seated && runs(seen) && seen.game.mine !== null},
  {id: "people", label: () => t("Players and time"), load: () => import("../desk/people.js"), when: runs},
  {id: "note", label: () => t("My note"), load: () => import("../desk/note.js"), when: () => username() !== null},
  {id: "record", label: () => t("Verify the game"), load: () => import("../desk/record.js"), when: isOver},
  {id: "resign", label: () => t("Resign"), load: () => import("../desk/resign.js"), when: (seen) => seen.seated && runs(seen) && seen.game.mine !== null},
];

/** @typedef {{game: Api.Schemas["Game"], events: Api.LoggedEvent[], refresh: () => Promise<void>, news: News}} Props */

const dialog = () => import("../desk/dialog.js");
const notices = () => import("../desk/notices.js");

/** @param {Props} props */
export function Desk({game, events, refresh, news}) {
  const [open, setOpen] = useState(/** @type {Thing | null} */ (null));
  const picture = usePicture(game.ruleset);
  const offered = [...THINGS, ...(picture?.things ?? [])].filter((one) => one.when({game, seated: isSeated(game)}));
  if (game.status === "cancelled" || !offered.length) return null;
  const at = {game, events, picture, refresh, news, close: () => setOpen(null)};
  return html`<nav class="desk row" aria-label=${t("At the table")}>
      ${offered.map((one) => html`<button type="button" class="other" key=${one.id} aria-haspopup="dialog" onClick=${() => setOpen(one)}>
        ${one.label()}${one.id === "messages" && news.messages > 0 && html` <span class="count">${news.messages}<span class="unseen"> ${t("unread")}</span></span>`}</button>`)}
    </nav>
    ${open && html`<${Later} load=${dialog} key=${open.id} dialog=${open} ...${at} />`}`;
}

/** What asks for something, or has happened while one was away; loaded only if there is any of it. @param {Props} props */
export function Notices(props) {
  const {game, news} = props;
  const me = username();
  const seated = isSeated(game);
  const waits = game.seats.some((one) => me !== null && (one.offered_to === me || (one.player === me && one.away !== null)));
  const any = waits || game.pause !== null || game.vacations.length > 0 || news.order !== null || news.rematch || (seated && game.status === "finished");
  return any && html`<${Later} load=${notices} ...${props} seated=${seated} />`;
}

/**
 * What is new for the player alone. It is asked after what the table itself needs, and anew after each time without
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
      const found = await import("../desk/news.js").catch(() => null);
      if (found && !gone) stop = found.watchNews(game.id, setNews);
    }, LATER);
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
