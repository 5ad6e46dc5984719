/** Something that is done by a press: once at a time, said aloud when it is done, and its refusal kept to be shown. */

import {tell} from "../parts/spoken.js";
import {useState} from "../vendor/preact.js";

/** @typedef {import("../api.js").Said<any>} Said */

/** @param {() => Promise<unknown>} [after] What is read anew when something was done. */
export function useDoing(after = async () => {}) {
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  const [busy, setBusy] = useState(false);
  /** Gives whether it was done. @param {() => Promise<Said>} work @param {string} done */
  async function doing(work, done) {
    if (busy) return false;
    setBusy(true);
    const said = await work();
    setProblem(said.ok ? null : said.problem);
    setBusy(false);
    if (said.ok) tell(done);
    // What was sent is done: to wait for the list would leave it there, to be sent once more.
    void after();
    return said.ok;
  }
  return {problem, busy, doing};
}
