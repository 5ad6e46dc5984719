/** What is said where something was refused, or where there is no connection. */

import {inWords} from "../problems.js";
import {ago, moment} from "../time.js";
import {username} from "../token.js";
import {html, useEffect, useReducer} from "../vendor/preact.js";
import {t} from "../words.js";

const EVERY = 30_000;

/** A refusal, where the thing stands that was refused. Its id is for an operator, so it is shown of a fault of the server alone. @param {{problem: import("../api.js").Problem | null}} props */
export function Refused({problem}) {
  if (!problem) return null;
  const id = problem.status >= 500 && problem.id && html` <small>${t("For the operator: {id}", {id: problem.id})}</small>`;
  return html`<p class="refused" role="alert">${inWords(problem)}${id}</p>`;
}

/** That there is no connection, and how old is what one sees. @param {{seen: {at: number, player: string | null} | null}} props `at`: when this was so, in milliseconds since 1970 */
export function NotConnected({seen}) {
  const [, tick] = useReducer((/** @type {number} */ n) => n + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => tick(0), EVERY);
    return () => clearInterval(timer);
  }, []);
  const player = seen?.player ?? null;
  return html`<p class="notice off" role="status">
    <strong>${t("Not connected.")}</strong>${" "}
    ${seen ? t("This is how it was {ago}, on {moment}.", {ago: ago(seen.at, Date.now()), moment: moment(new Date(seen.at).toISOString())}) : t("This may be out of date.")}
    ${player !== null && player !== username() && ` ${t("{name} was signed in then.", {name: player})}`}
  </p>`;
}
