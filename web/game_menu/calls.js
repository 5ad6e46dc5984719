/** Hooks for calls of the game menu: reading when an entry is opened, acting when a button is pressed. */

import {tell} from "../parts/announcements.js";
import {ProblemMessage} from "../parts/problem_message.js";
import {html, useEffect, useState} from "../vendor/preact.js";
import {t} from "../words.js";

/** @template T @typedef {import("../api.js").Result<T>} Result */
/** @typedef {import("../api.js").Problem | null} Problem */

/**
 * What was read last, and what was refused.
 *
 * @template T
 * @param {() => Promise<Result<T>>} ask
 * @param {unknown[]} [when] It is read again when one of these changes.
 */
export function useRead(ask, when = []) {
  const [data, setData] = useState(/** @type {T | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  async function again() {
    const result = await ask();
    if (result.ok) setData(result.data);
    setProblem(result.ok ? null : result.problem);
  }
  useEffect(() => void again(), when);
  return {data, setData, problem, again};
}

/** An action that runs once at a time: announced when it is done, its refusal kept to be shown. @param {() => Promise<unknown>} [after] What is read again when something was done. */
export function useDoing(after = async () => {}) {
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const [busy, setBusy] = useState(false);
  /** Gives whether it was done. @param {() => Promise<Result<any>>} work @param {string} done @param {typeof tell} [announce] */
  async function doing(work, done, announce = tell) {
    if (busy) return false;
    setBusy(true);
    const result = await work();
    setProblem(result.ok ? null : result.problem);
    setBusy(false);
    if (result.ok) announce(done);
    // What was sent is done: to wait for the list would leave it there, to be sent once more.
    void after();
    return result.ok;
  }
  return {problem, busy, doing};
}

/** What could not be read, in its place: that it is not known is not that there is nothing. @param {{problem: Problem, again: () => Promise<void>}} props */
export const NotRead = ({problem, again}) => html`<${ProblemMessage} problem=${problem} />
  <p><button type="button" class="other" onClick=${() => void again()}>${t("Try again")}</button></p>`;
