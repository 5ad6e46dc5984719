/** The players who are to move, and their deadline. */

import {left, moment, urgent} from "../time.js";
import {html, useEffect, useReducer} from "../vendor/preact.js";
import {listed, t} from "../words.js";

/** @param {{game: Api.Schemas["Game"], names: import("../names.js").Names}} props */
export function Status({game, names}) {
  const [, tick] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => tick(0), 10_000);
    return () => clearInterval(timer);
  }, []);
  const {turn, mine} = game;
  if (!turn) return null;
  const open = turn.asked.filter((one) => !one.answered).map((one) => one.seat);
  const mineOpen = mine !== null && open.includes(mine.seat);
  const others = open.filter((seat) => seat !== mine?.seat);
  const due = mineOpen ? mine.due_at : turn.due_at;
  return html`<p class=${mineOpen ? "status asked" : "status"}>
    <span>${mineOpen ? html`<strong>${t("Your move.")}</strong>` : t("Waiting for {names}.", {names: listed(others.map(names))})}</span>
    ${due && html` <span class=${urgent(due) ? "due urgent" : "due"} title=${moment(due)}>${left(due)}</span>`}
  </p>`;
}
