/** Problems in words, and the notice that there is no connection. */

import {ago, moment} from "../time.js";
import {username} from "../token.js";
import {html, useEffect, useReducer} from "../vendor/preact.js";
import {t} from "../words.js";

const EVERY = 30_000;

/** What the page says itself; all else the server says, in the language of the page. @type {Record<string, () => string>} */
const WORDS = {
  offline: () => t("The server cannot be reached. Is there a connection?"),
  token_expired: () => t("You have been signed out. Sign in again."),
  token_invalid: () => t("You have been signed out. Sign in again."),
  no_guests: () => t("This server has no guests. Sign up first."),
  busy: () => t("The server is busy. Try again in a moment."),
  unavailable: () => t("The server is busy. Try again in a moment."),
  insufficient_scope: () => t("Please sign in again to do this."),
  not_for_guests: () => t("Guests cannot do this. First choose a name and a password."),
};

/** @param {{code: string, detail: string}} problem A problem, or one of its faults. */
export const problemWords = (problem) => WORDS[problem.code]?.() ?? problem.detail;

/** A refusal, where the thing stands that was refused. Its id is for an operator, so it is shown of a fault of the server alone. @param {{problem: import("../api.js").Problem | null}} props */
export function ProblemMessage({problem}) {
  if (!problem) return null;
  const id = problem.status >= 500 && problem.id && html` <small>${t("For the operator: {id}", {id: problem.id})}</small>`;
  return html`<p class="refused" role="alert">${problemWords(problem)}${id}</p>`;
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
